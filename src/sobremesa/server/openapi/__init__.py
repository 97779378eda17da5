"""Descriptions of the server for programs and for people."""
