"""The coach at tables where those who play may have one: hints when asked, and a word before much is given away."""
