"""The bot that learnt by playing against itself: how it sees, searches and plays. How it learns is in `learning`."""
