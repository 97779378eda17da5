"""`sobremesa solve`"""

import dataclasses
import random
from typing import Any

import click

from sobremesa.cli.options import as_json, print_json
from sobremesa.cli.progress import bar
from sobremesa.mistakes import BadOption


class Solvers(click.Group):
    """One command a game, named as the game is."""

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        return super().get_command(ctx, name.lower().replace("_", "-"))


@click.group(cls=Solvers)
def solve() -> None:
    """Find the best that can be done, and prove it."""


@solve.command("end-of-line")
@click.option("--walls", metavar="R,C ...", help="Blocked squares, row,column from 0: --walls 0,1 3,4.")
@click.argument("more_walls", nargs=-1, metavar="")
@click.option("--mode", type=click.Choice(["solo", "coop"]), default="solo", show_default=True)
@click.option(
    "--edition", type=click.Choice(["es", "en", "2021"]), default="es", show_default=True, help="How it is scored."
)
@click.option("--deck", type=click.Choice(["open", "shuffled"]), default="open", show_default=True)
@click.option("--order", metavar="KIND,KIND,...", help="The order of a shuffled deck, its 25 cards from the top.")
@click.option("--turns", type=click.Choice(["stop", "exact"]), default="stop", show_default=True)
@click.option(
    "--seed",
    default="0",
    show_default=True,
    help="Shuffles the deck where no order is given; leads the search in coop.",
)
@click.option("--both-alive", is_flag=True, help="In coop: no line may be given up on the way.")
@as_json
def end_of_line(
    walls: str | None,
    more_walls: tuple[str, ...],
    mode: str,
    edition: str,
    deck: str,
    order: str | None,
    turns: str,
    seed: str,
    both_alive: bool,
    as_json: bool,
) -> None:
    """The best possible score of a puzzle of End of Line, with proof, and a line that reaches it.

    With an open deck over all orders of the cards; with a shuffled one for whoever knew its order, with hands of five.
    """
    from sobremesa.games.end_of_line import GAME
    from sobremesa.games.end_of_line.ai import solver

    blocked = " ".join([walls or "", *more_walls])
    squares = GAME.agree(None, {"mode": mode, "walls": blocked})[1]["walls"]
    options: dict[str, Any] = {"mode": mode, "edition": edition, "deck": deck, "turns": turns, "walls": squares}
    if deck == "shuffled":
        options |= {"mulligan": False}
    seats, _ = GAME.agree(None, options)
    cards = None if deck == "open" else _order(order, seed)
    if order and deck == "open":
        raise BadOption("An open deck has no order: give --deck shuffled with --order.")
    with bar("Searching") as tell:

        def tick(nodes: int, bound: int) -> None:
            tell(0.0, f"{nodes:,} nodes, is there a line for {bound}?")

        if mode == "coop":
            if squares or deck != "open" or edition != "es":
                raise BadOption("Co-operative puzzles are solved with an open deck, without walls, in edition es.")
            found = solver.solve_coop(turns, int(seed) if seed.isdecimal() else 0, tick, not both_alive)
        else:
            found = solver.solve(squares, edition, turns, cards, tick)
    if as_json:
        print_json(_data(found))
        return
    click.echo(_text(found, edition))
    if mode == "coop" and turns == "exact" and not both_alive:
        click.echo(
            "One line is given up on the way, as rule 13 allows; with both going on the best is 2 (--both-alive)."
        )
    if found.score is not None:
        click.echo("\n" + _acted_out(GAME, seats, options, found.moves, cards))


def _order(order: str | None, seed: str) -> list[str]:
    from sobremesa.games.end_of_line.tables import CARDS

    if order:
        return [kind.strip().lower() for kind in order.replace(",", " ").split()]
    cards = [kind for kind, (_, _, copies) in CARDS.items() for _ in range(copies)]
    random.Random(seed).shuffle(cards)
    return cards


def _data(found: Any) -> dict[str, Any]:
    return {
        "score": found.score,
        "proved": found.proved,
        "moves": [list(move) if isinstance(move, tuple) else move for move in found.moves],
        "energy": found.energy,
        "nodes": found.nodes,
        "seconds": round(found.seconds, 3),
    }


def _text(found: Any, edition: str) -> str:
    searched = f"{found.nodes:,} nodes in {found.seconds:.2f} s"
    if found.score is None:
        proof = "This area cannot be filled: that is proved" if found.proved else "No line was found"
        return f"{proof}. {searched}."
    proof = "no line is better: that is proved" if found.proved else "whether another is better is not proved"
    best = "highest" if edition == "2021" else "lowest"
    return (
        f"Best score {found.score} (edition {edition}, the {best} is best), energy {found.energy}; {proof}. {searched}."
    )


def _acted_out(game: Any, seats: int, options: dict[str, Any], moves: list[Any], cards: list[str] | None) -> str:
    """The line played by the rules, and the board at its end."""
    from sobremesa.kernel import REFEREE
    from sobremesa.play.match import Match

    match = Match(game, seats, fate=cards or (), **options)
    for move in moves:
        if isinstance(move, tuple):
            match.push(move[1], move[0])
        else:
            match.push(move)
    names = [move if isinstance(move, str) else f"{match.seat_name(move[0])} {move[1]}" for move in moves]
    return " ".join(names) + "\n\n" + match.board(REFEREE)


@solve.command("shut-the-lines")
@click.option("--plan", type=click.IntRange(1, 4), default=1, show_default=True)
@click.option("--partial", type=click.Choice(["choose", "none"]), default="choose", show_default=True)
@click.option("--voluntary-partial", is_flag=True, help="One may leave a round although the dice can be split.")
@click.option("--mercy", is_flag=True, help="A first throw that cannot be split is thrown again.")
@click.option("--layout", metavar="N,N,...", help="The numbers of a figure of your own.")
@as_json
def shut_the_lines(
    plan: int, partial: str, voluntary_partial: bool, mercy: bool, layout: str | None, as_json: bool
) -> None:
    """A round of Shut the Lines under perfect play: how many lines are shut on average, how likely each number is."""
    from sobremesa.games.shut_the_lines import GAME
    from sobremesa.games.shut_the_lines.ai import solver

    _, options = GAME.agree(1, {"plans": str(plan), "layout": layout or "house"})
    with bar(f"Plan {plan}") as tell:
        found = solver.solve(
            plan, partial, voluntary_partial, mercy, options["layout"] or None, lambda share: tell(share, "")
        )
    if as_json:
        print_json(dataclasses.asdict(found))
        return
    click.echo(f"plan {plan}: {found.lines:.6f} lines on average under perfect play, {found.throws:.6f} throws")
    for lines, likely in enumerate(found.distribution):
        click.echo(f"  {lines:>2} lines: {likely:.6f}")
    click.echo(f"{found.states:,} sets; {found.seconds:.1f} CPU seconds, {found.seconds_more:.1f} for the distribution")
