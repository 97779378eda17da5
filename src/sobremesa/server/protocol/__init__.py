"""The messages between server and client, and what each person may see."""
