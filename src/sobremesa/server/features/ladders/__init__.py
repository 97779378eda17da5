"""Ratings: who stands where on which ladder, and how they came there."""
