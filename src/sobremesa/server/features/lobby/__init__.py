"""Guests, the list of tables, and the records of what was played."""
