"""`sobremesa arena`"""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from sobremesa import games as shelf
from sobremesa.bots import listed
from sobremesa.cli.options import as_json, print_json, ray, seats, sets, settings, tiles
from sobremesa.cli.progress import bar, set_the_table
from sobremesa.cli.tiles import laid_out
from sobremesa.mistakes import BadOption

if TYPE_CHECKING:
    from sobremesa.arena import Book

SHOWN = 5
"""So many matches that failed are told one by one; the file has all of them."""


@click.command()
@click.argument("name", metavar="GAME")
@click.option("--bots", required=True, metavar="A,B,...", help="Who plays: names as `sobremesa games` has them.")
@click.option(
    "--games",
    type=click.IntRange(1),
    default=100,
    show_default=True,
    metavar="N",
    help="How many matches any two play with each other; alone or together, each bot.",
)
@click.option("--against", metavar="X,Y,...", help="Each of the bots plays only these, alone among them.")
@click.option("--ladder", is_flag=True, help="Each of the bots plays only the one named before it, alone among such.")
@seats
@sets
@tiles
@click.option("--opening", type=click.IntRange(0), default=0, metavar="N", help="So many first choices are random.")
@click.option("--seed", type=int, default=0, show_default=True, help="Every match follows from it.")
@click.option("--jobs", type=click.IntRange(1), metavar="N", help="Matches at the same time; one a core if not given.")
@ray
@click.option("--out", "file", type=click.Path(path_type=Path), metavar="FILE", help="Keep every match, as JSON.")
@click.option("--resume", is_flag=True, help="Go on with what that file has.")
@as_json
def arena(
    name: str,
    bots: str,
    games: int,
    against: str | None,
    ladder: bool,
    seats: int | None,
    sets: tuple[str, ...],
    tiles: Path | None,
    opening: int,
    seed: int,
    jobs: int | None,
    cluster: str | None,
    file: Path | None,
    resume: bool,
    as_json: bool,
) -> None:
    """Let bots play each other, and say how strong each is.

    \b
    sobremesa arena splut --bots random,tactician,uct@2000              everybody against everybody
    sobremesa arena outspeed --bots strong --against weak --seats 4     one strong among three weak
    sobremesa arena outspeed --bots weak,middle,strong --ladder         one among those of the level below
    sobremesa arena end-of-line --bots greedy,random --set mode=teams   partners are the same bot
    sobremesa arena end-of-line --bots greedy,random --seats 1          alone: mean scores

    Everybody plays on every seat equally often, in groups of matches with the same seed.
    """
    game = shelf.find(name)
    options = laid_out(game, settings(sets), tiles)
    if resume and not file:
        raise BadOption("To resume, say with --out which file to go on with.")
    set_the_table(game)
    from sobremesa.arena import Book, ask, run
    from sobremesa.arena.results_file import opened

    request = ask(
        game.name,
        _names(bots),
        games,
        seats=seats,
        against=_names(against),
        ladder=ladder,
        opening=opening,
        seed=seed,
        **options,
    )
    book = opened(file, request, resume) if file else Book(request)
    stopped = False
    with bar(game.title) as tell:
        try:
            run(book, jobs, file, lambda done, of: tell(done / of, f"{of - done} to play"), cluster)
        except KeyboardInterrupt:
            stopped = True
    if as_json:
        print_json(book.data())
    else:
        click.echo(str(book))
    _tell_troubles(book)
    if stopped:
        kept = f"{file} has what was played: --resume goes on." if file else "Nothing is kept: --out FILE does that."
        click.echo(f"Stopped with {len(book.todo())} matches to play. {kept}", err=True)
        raise SystemExit(130)
    if book.failed:
        raise SystemExit(1)


def _names(given: str | None) -> list[str]:
    """The bots of a list; spaces do not count."""
    return [each for each in listed(given or "") if each]


def _tell_troubles(book: "Book") -> None:
    """What went wrong, to standard error: it is no part of the results."""
    again = [match for match in book.matches if match.trouble]
    for what, found in (
        ("was played a second time", [(match.number, match.seed, match.trouble) for match in again]),
        ("failed twice and does not count", [(each.number, each.seed, each.why) for each in book.failed.values()]),
    ):
        for number, seed, why in found[:SHOWN]:
            click.echo(f"Match {number} (seed {seed}) {what}. {why}", err=True)
        if len(found) > SHOWN:
            click.echo(f"So it was with {len(found) - SHOWN} more.", err=True)
