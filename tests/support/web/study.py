"""Positions laid out in a browser."""

S = "\N{RIGHT SINGLE QUOTATION MARK}s"


def see_study(person, game):
    """Open the page where a position of a game is laid out."""
    person.see(f"/study/{game}")
    person.page.locator(".stand[data-game] .spot > *").first.wait_for()
    return person.page
