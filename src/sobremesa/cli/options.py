"""The options that several commands share, and what they mean."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from sobremesa.mistakes import BadOption

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]

seats: Decorator = click.option("--seats", type=int, metavar="N", help="How many play.")
sets: Decorator = click.option(
    "--set", "sets", multiple=True, metavar="NAME=VALUE", help="An option of the game; may be repeated."
)
seed: Decorator = click.option("--seed", metavar="SEED", help="Makes bots and chance repeat themselves.")
as_json: Decorator = click.option("--json", "as_json", is_flag=True, help="Print JSON, for programs.")
language: Decorator = click.option(
    "--language",
    type=click.Choice(["en", "es", "de", "fr"]),
    default="en",
    show_default=True,
    help="Of the sentences about the game.",
)

plain: Decorator = click.option("--plain", is_flag=True, help="Tell the board in sentences instead of drawing it.")
tiles: Decorator = click.option(
    "--tiles", type=click.Path(path_type=Path), metavar="FILE", help="Outspeed: a tile set of your own."
)


def _address(context: click.Context, parameter: click.Parameter, given: str | None) -> str | None:
    from sobremesa.parallel.ray_workers import check

    return given and check(given)


ray: Decorator = click.option(
    "--ray",
    "cluster",
    is_flag=False,
    flag_value="local",
    callback=_address,
    metavar="[ADDRESS]",
    help="Work on Ray: of this machine, or of all those of the cluster at this address.",
)


def settings(sets: tuple[str, ...]) -> dict[str, Any]:
    """The options of a game as they were given with --set."""
    given: dict[str, Any] = {}
    for each in sets:
        name, sign, value = each.partition("=")
        if not sign or not name.strip() or not value.strip():
            raise BadOption(f"--set takes NAME=VALUE, like --set turn_limit=60, not {each!r}.")
        given[name.strip().replace("-", "_")] = value.strip()
    return given


def print_json(data: Any) -> None:
    """One line of JSON."""
    click.echo(json.dumps(data, ensure_ascii=False))
