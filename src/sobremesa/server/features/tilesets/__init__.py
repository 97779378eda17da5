"""Tile sets for Outspeed that people bring."""
