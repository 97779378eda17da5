"""Bots and searches for Splut!."""
