"""People who want to keep what they play: accounts, their sessions, and the ways to sign in."""
