"""Dialects: one agent a file, pure."""
