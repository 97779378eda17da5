"""Bots for Outspeed, and what they go by."""
