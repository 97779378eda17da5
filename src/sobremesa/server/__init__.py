"""The table online: guests, tables, sockets, and a log on disk that is the truth."""
