"""Evenings of a club: who plays whom in which round, and how all stand."""
