"""Who asked: attribution, consent, warrant."""
