"""What lies on the disk, a file a store; none knows a guard or a script."""
