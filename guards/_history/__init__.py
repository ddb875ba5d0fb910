"""What a session has been through: labels, lineage, pace, sequences, signals."""
