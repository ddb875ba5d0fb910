"""Who asked: passages, evidence, attribution."""
