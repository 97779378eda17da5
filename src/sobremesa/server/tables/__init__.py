"""A table, without socket, disk or wall clock."""
