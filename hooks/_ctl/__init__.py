"""What guardctl does: one command a file."""
