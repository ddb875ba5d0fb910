"""What is private: found, masked, recognised again."""
