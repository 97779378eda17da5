"""What connects the processes of one server: the bus between workers, and bots in processes of their own."""
