"""`sobremesa games`"""

import click

from sobremesa import bots as players
from sobremesa import games as shelf
from sobremesa.cli.options import as_json, print_json
from sobremesa.games.game import Game


@click.command()
@click.argument("name", required=False, metavar="[GAME]")
@as_json
def games(name: str | None, as_json: bool) -> None:
    """The games there are, with their seats, options and bots."""
    chosen = [shelf.find(name)] if name else [shelf.find(each) for each in shelf.names()]
    if as_json:
        print_json([_data(game) for game in chosen])
        return
    for number, game in enumerate(chosen):
        click.echo("\n" * (number > 0) + _text(game))


def _text(game: Game) -> str:
    lines = [f"{game.name}    {game.title} by {game.credit}", f"  {game.summary}"]
    lines.append(f"  seats  {', '.join(map(str, game.seats))}")
    lines.append(f"  bots   {', '.join(players.names(game))}")
    for option in game.options:
        lines.append(f"  --set {option.name}={option.write(option.default)}    {option.range}")
        lines.append(f"      {option.says}")
    return "\n".join(lines)


def _data(game: Game) -> dict[str, object]:
    return {
        "name": game.name,
        "title": game.title,
        "credit": game.credit,
        "summary": game.summary,
        "seats": game.seats,
        "bots": players.names(game),
        "options": [
            {"name": option.name, "default": option.default, "range": option.range, "says": option.says}
            for option in game.options
        ],
    }
