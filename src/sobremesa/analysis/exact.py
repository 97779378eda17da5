"""What each choice is worth, at tables of people who want to know; where the game has exact values."""

from sobremesa.mistakes import BadSeats, IllegalMove
from sobremesa.play.match import Match


def worth(match: Match, seat: int) -> dict[str, float]:
    """For each move of a seat how many lines it can expect at the end of the round, if it plays perfectly after it."""
    game = match.game
    if not game.has("values"):
        raise BadSeats(f"What a choice of {game.title} is worth nobody here knows.")
    s = match.position[0]
    if seat not in match.to_act or not s.plan:
        raise IllegalMove("There is nothing to weigh now.")
    covered, leave = int(s.covered[seat]), game.rules.LEAVE
    splits = game.part("values").values_of(s).splits(covered, int(s.throw))
    values = {(split.cover, split.way >= leave): float(split.value) for split in splits}
    told = {}
    for move in match.legal_moves_of(seat):
        if move.action < 2 * leave:
            told[move.text] = round(values[game.notation.cover(s, seat, move.action), move.action >= leave], 3)
    return told
