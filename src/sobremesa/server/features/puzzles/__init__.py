"""Puzzles in the house: what people make of them, and what is believed of people and puzzles after it."""
