"""A position that one can play with, without a table."""
