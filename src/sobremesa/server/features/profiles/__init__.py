"""Profiles of people, and what came of their matches."""
