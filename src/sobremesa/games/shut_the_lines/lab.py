"""What is agreed before a match of Shut the Lines and never changes in it: code made for one match may know it."""

CONSTANT_FIELDS = "own", "target", "rounds", "players", "plans", "partial", "voluntary", "mercy", "playoff"
