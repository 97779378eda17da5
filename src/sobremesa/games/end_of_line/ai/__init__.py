"""Bots, solvers and searches for End of Line."""
