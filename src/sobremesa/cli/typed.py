"""How a person marks a line as a move, wherever moves are typed."""

MARK = "="


def marked(line: str) -> str:
    """Return the move in a line without its mark, if it has one."""
    return line.removeprefix(MARK).strip()
