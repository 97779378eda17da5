"""The puzzle of the day: who tried it, and the results."""
