"""`sobremesa bench`"""

from typing import Any

import click

from sobremesa import games
from sobremesa.cli.options import as_json, print_json, seats, sets, settings
from sobremesa.cli.progress import bar, set_the_table


@click.command()
@click.argument("name", metavar="[GAME]", default="splut")
@click.option(
    "--depth", type=click.IntRange(1, 12), default=8, show_default=True, help="Of the tree whose leaves are counted."
)
@click.option("--seconds", type=click.FloatRange(0.01), default=1.0, show_default=True, help="Of each run.")
@seats
@sets
@as_json
def bench(name: str, depth: int, seconds: float, seats: int | None, sets: tuple[str, ...], as_json: bool) -> None:
    """Measure how fast the rules run, in CPU seconds, on one core.

    Beside OpenSpiel's C++ games, in the same run, if it is installed (pip install sobremesa[peers]).
    """
    from sobremesa import engine

    engine.use_native()  # machine code is measured, even where the game has only run by its engine so far
    game = games.find(name)
    players, options = game.agree(seats, settings(sets))
    set_the_table(game)
    from sobremesa.lab import speed

    with bar("Measuring") as tell:
        found = speed.measure(game, players, options, depth, seconds, lambda at: tell(0.5, at))
    if as_json:
        print_json(found)
    else:
        click.echo(_text(game.title, found))


def _text(title: str, found: dict[str, Any]) -> str:
    million = 1e6
    lines = [
        f"load average {' '.join(map(str, found['load']))}; every figure per CPU second of one core, the best of three"
    ]
    lines.append(f"{title} random play, {found['seats']} seats: {found['steps'] / million:.2f} million steps")
    if len(found["by_seats"]) > 1:
        each = ", ".join(f"{number}: {rate / million:.2f}" for number, rate in found["by_seats"].items())
        few, many = min(found["by_seats"]), max(found["by_seats"])
        dearer = found["by_seats"][few] / found["by_seats"][many]
        lines.append(f"  by seats, million: {each}; a step for {many} costs {dearer:.2f} times one for {few}")
    count = found["perft"]
    lines.append(
        f"{title} leaves at depth {count['depth']}: {count['rate'] / million:.1f} million "
        f"({count['leaves']:,} of them); {count['times_steps']:.1f} times random play"
    )
    lines += [f"{title}, {what}: {_figure(figure)}" for what, figure in found.get("figures", {}).items()]
    if "openspiel" not in found:
        return "\n".join([*lines, "OpenSpiel is not installed: pip install sobremesa[peers] adds the comparison"])
    for loop, peer in found["openspiel"].items():
        each = ", ".join(f"{game} {rate / million:.2f}" for game, rate in peer["rates"].items())
        lines.append(f"OpenSpiel {loop}: {each}; median {peer['median'] / million:.2f} million steps")
        lines.append(f"  {title} makes {peer['times']:.1f} times as many")
    return "\n".join(lines)


def _figure(figure: float | dict[str, float | None]) -> str:
    """CPU seconds; or several facts, each by its name."""
    if isinstance(figure, dict):
        return ", ".join(f"{name} {'not known' if value is None else f'{value:,}'}" for name, value in figure.items())
    return f"{figure:.4f} CPU seconds"
