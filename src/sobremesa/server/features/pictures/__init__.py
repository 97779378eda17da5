"""Pictures and films of matches."""
