"""Matches that are over, looked at again: once each, by a process of its own that gives way to everything else."""
