"""What is agreed before a match of Splut! and never changes in it: code made for one match may know it."""

CONSTANT_FIELDS = "turn_limit", "levitate_adjacent", "players"
