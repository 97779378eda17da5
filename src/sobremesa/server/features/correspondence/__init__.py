"""Play by correspondence: who is awaited where, how they are told, and when they are away."""
