"""What a call does: the only room that knows tools."""
