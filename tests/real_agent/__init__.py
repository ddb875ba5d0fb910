"""The real Claude Code against a scripted model, behind a network wall: headless and on a pseudo-terminal."""
