"""Words, addresses, globs, envelopes: plain text, and nothing of ours imported."""
