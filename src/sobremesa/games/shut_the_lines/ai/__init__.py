"""The perfect player of Shut the Lines, and rounds that bots play."""
