"""Tables in the memory of a worker: what happens there is committed to the log and broadcast."""
