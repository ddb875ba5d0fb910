"""What the person says: the words by which people ask, whose words a prompt is, what each clause asks for."""
