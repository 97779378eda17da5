"""Mute, report and moderate people."""
