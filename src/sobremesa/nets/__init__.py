"""A bot that learnt by playing against itself: how it sees, searches and plays. `training` trains it."""
