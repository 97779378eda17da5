"""`sobremesa verify`"""

from pathlib import Path

import click

from sobremesa.cli.options import tiles
from sobremesa.cli.tiles import loaded


@click.command()
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE")
@tiles
def verify(file: Path, tiles: Path | None) -> None:
    """Check that nobody chose what chance brought in a record.

    Its secret must fit the hash that was shown before anybody played, and everything that chance brought must follow
    from the secret and the words that the seats added.
    """
    from sobremesa.play.fair import verify

    match = loaded(file, tiles)
    count = verify(match)
    click.echo(f"The secret is the one that was promised, {match.promise.commitment if match.promise else ''}.")
    click.echo(f"All {count} outcomes of chance follow from it and the words of {match.seats} seats.")
    if match.ending:
        click.echo(f"{match.say_ending()}.")
