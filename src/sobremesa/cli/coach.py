"""`sobremesa coach`"""

from pathlib import Path
from typing import Any

import click

from sobremesa.cli.options import as_json, print_json
from sobremesa.mistakes import BadOption, BadRecord


@click.command()
@click.argument("file", type=click.Path(path_type=Path), required=False, metavar="[FILE]")
@click.option("--plan", type=click.IntRange(1, 4), default=1, show_default=True)
@click.option("--covered", default="", metavar="N,N,...", help="The numbers that are covered already.")
@click.option("--throw", "thrown", metavar="D-D-D", help="The dice.")
@as_json
def coach(file: Path | None, plan: int, covered: str, thrown: str | None, as_json: bool) -> None:
    """What each way to play a throw of Shut the Lines is worth; or, of a recorded match, luck and skill apart.

    \b
    sobremesa coach --plan 1 --covered 1,2 --throw 1-3-5
    sobremesa coach FILE
    """
    if file:
        _match(file, as_json)
    elif thrown:
        _throw(plan, covered, thrown, as_json)
    else:
        raise BadOption("Give a record, or a throw like --throw 1-3-5.")


def _throw(plan: int, covered: str, thrown: str, as_json: bool) -> None:
    """Every way to play a throw, the best first."""
    from sobremesa.games.shut_the_lines.notation import numbers
    from sobremesa.games.shut_the_lines.tables import NUMBER, PLANS, WAYS
    from sobremesa.games.shut_the_lines.values import values

    try:
        dice = tuple(sorted(int(die) for die in thrown.replace(",", "-").split("-")))
        under = {int(number) for number in covered.replace(",", " ").split()}
    except ValueError:
        raise BadOption("Dice are written like 1-3-5, covered numbers like 1,2.") from None
    if dice not in NUMBER or len(dice) != PLANS[plan].dice:
        raise BadOption(f"Plan {plan} is thrown with {PLANS[plan].dice} dice, not with {thrown}.")
    if not under <= set(range(1, PLANS[plan].numbers + 1)):
        raise BadOption(f"The numbers of plan {plan} go from 1 to {PLANS[plan].numbers}.")
    mask = sum(1 << number - 1 for number in under)
    splits = sorted(values(plan).splits(mask, NUMBER[dice]), key=lambda split: split.loss)
    rows = [
        {
            "move": ("out:" if split.way >= WAYS else "") + ("+".join(map(str, numbers(split.cover))) or "none"),
            "value": round(split.value, 6),
            "loss": round(split.loss, 6),
        }
        for split in splits
    ]
    if as_json:
        print_json(rows)
        return
    for row in rows:
        told = f"loses {row['loss']:.6f}" if row["loss"] else "best"
        click.echo(f"{row['move']:>16}  {row['value']:9.6f} lines  {told}")


def _match(file: Path, as_json: bool) -> None:
    """For every player what the dice gave, and what the choices gave away."""
    from sobremesa.play.record import load

    match = load(file)
    if match.game.name != "shut-the-lines":
        raise BadRecord(f"The coach knows Shut the Lines; {file} is a match of {match.game.title}.")
    luck, lost, lines = [0.0] * match.seats, [0.0] * match.seats, [0] * match.seats
    for number in range(len(match.moves)):
        _weigh(match, number, luck, lost)
    lines = [int(match.position[0].points[seat]) for seat in range(match.seats)]
    rows: list[dict[str, Any]] = [
        {"seat": name, "player": player, "lines": made, "luck": round(given, 4), "given_away": round(away, 4)}
        for name, player, made, given, away in zip(match.seat_names, match.players, lines, luck, lost, strict=True)
    ]
    if as_json:
        print_json(rows)
        return
    for row in rows:
        click.echo(
            f"{row['seat']:6} {row['player']:14} {row['lines']:>3} lines; the dice gave {row['luck']:+.3f}, "
            f"choices gave {row['given_away']:.3f} away"
        )


def _weigh(match: Any, number: int, luck: list[float], lost: list[float]) -> None:
    """Add what one move of a match gave or cost: a throw against the mean, a choice against the best."""
    from sobremesa.games.shut_the_lines.notation import cover
    from sobremesa.games.shut_the_lines.rules import LEAVE, THROWING
    from sobremesa.games.shut_the_lines.tables import WAYS
    from sobremesa.games.shut_the_lines.values import values_of

    before, move = match.position_after(number)[0], match.moves[number]
    if not before.plan:
        return
    seat = int(before.seat)
    covered = int(before.covered[seat])
    exact = values_of(before)
    if before.phase == THROWING:
        luck[seat] += exact.best(covered, move.action)[1] - exact.value(covered)
    elif move.seat == seat and move.action < 2 * WAYS:
        new, leaves = cover(before, seat, move.action), move.action >= LEAVE
        for split in exact.splits(covered, int(before.throw)):
            if split.cover == new and (split.way >= WAYS) == leaves:
                lost[seat] += split.loss
