"""Sessions: who sends a request, guest or account."""
