"""Few combinations of seats and options that have each pair of values together at least once."""

from itertools import combinations

from allpairspy import AllPairs

from sobremesa.mistakes import Mistake


def is_long(game, options):
    """Return whether random play takes too long: on a large figure, or in play-offs, where it may end turns at once."""
    if game.name != "shut-the-lines" or not options["voluntary_partial"]:
        return False
    return options["plans"] not in ("1", "2", "3") or options["ties"] == "playoff"


def pairs(game):
    """Return combinations of seats and options, so that whichever two values go together are in one of them."""
    names = [option.name for option in game.options]
    values = [list(game.seats), *(list(option.values) for option in game.options)]

    def is_allowed(row):
        try:
            _, options = game.agree(row[0], dict(zip(names, row[1:], strict=False)))
        except Mistake:
            return False
        return len(row) < len(values) or not is_long(game, options)

    if not names:
        return [game.agree(seats) for seats in game.seats]
    found = [
        game.agree(row[0], dict(zip(names, row[1:], strict=True))) for row in AllPairs(values, filter_func=is_allowed)
    ]
    missing = pairs_of(game.cases()) - pairs_of(found)
    for case in game.cases():  # what the library leaves out, because other values have to go with it
        if pairs_of([case]) & missing:
            found.append(case)
            missing -= pairs_of([case])
    return found


def pairs_of(cases):
    """Return the pairs of values that are together in any of these combinations."""
    return {
        pair
        for seats, options in cases
        for pair in combinations([("seats", seats), *((name, str(value)) for name, value in options.items())], 2)
    }
