"""`sobremesa house`"""

from pathlib import Path

import click

from sobremesa.cli.progress import bar
from sobremesa.user_dir import home

SHOWN = 20
"""So many tables that cannot be executed are named."""


@click.group()
def house() -> None:
    """Look after what a house keeps. A place is a file, or a database: postgresql://user@host/name"""


@house.command()
@click.argument("place", default="")
def check(place: str) -> None:
    """Execute every match of a PLACE again.

    Each is played from its log and the secret of its chance, with the rules as they are now; whatever cannot be is
    named, and the command ends with status 1. Nothing is changed, and the house may be open. The digest is that of all
    last positions: the same for the same matches, wherever they are kept.
    """
    from sobremesa.server.admin import check as execute

    with bar("Executing every match again") as tell:
        found = execute(_place(place), tell)
    click.echo(f"{found.tables:,} tables, {found.moves:,} moves; digest {found.digest}")
    if found.older:
        click.echo(
            f"{found.older} of them were laid for rules that this version has no longer: they can be read, and "
            "executed by the version that they were played with."
        )
    for name, why in list(found.wrong.items())[:SHOWN]:
        click.echo(f"  {name}: {why}", err=True)
    if found.wrong:
        raise click.ClickException(f"{len(found.wrong)} of {found.tables} tables cannot be executed again.")


@house.command()
@click.argument("source")
@click.argument("target")
def move(source: str, target: str) -> None:
    """Move everything from one PLACE to another that is empty.

    All of it arrives, or nothing; then both are compared row by row. The house must be closed. What was moved stays
    where it was: delete it yourself.
    """
    from sobremesa.server.admin import move as carry

    with bar("Moving the house") as tell:
        counts = carry(_place(source), _place(target), tell)
    told = ", ".join(f"{count:,} {name}" for name, count in counts.items())
    click.echo(f"Moved and compared: {told}.")


@house.command()
@click.argument("place", default="")
def rate(place: str) -> None:
    """Compute all ratings of a PLACE again.

    Each ladder is climbed once more from its first match, as its results are kept. The numbers come out as they were,
    unless somebody has changed the results or the way of rating. The house must be closed.
    """
    from sobremesa.server.database import Store
    from sobremesa.server.features.ladders.recount import recount

    store = Store(_place(place))
    try:
        with bar("Climbing every ladder again") as tell:
            found = recount(store.engine, tell)
    finally:
        store.close()
    said = "all numbers are as they were" if not found.changed else f"{found.changed:,} lines have other numbers now"
    click.echo(f"{found.ladders:,} ladders, {found.matches:,} matches: {said}.")


@house.command()
@click.argument("login")
@click.argument("place", default="")
@click.option("--remove", is_flag=True, help="They are a moderator no more.")
def moderator(login: str, place: str, remove: bool) -> None:
    """Make the account that signs in as LOGIN a moderator of a PLACE.

    Moderators deal with what people report. The house may be open; whoever becomes one, or is one no more, is at once.
    """
    from sobremesa.server.admin import appoint
    from sobremesa.server.features.accounts.accounts import login_of

    appoint(_place(place), login_of(login), not remove)
    click.echo(f"{login} is a moderator{' no more' if remove else ''}.")


def _place(text: str) -> Path | str:
    return text if "://" in text else Path(text) if text else home() / "house.db"
