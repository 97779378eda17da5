"""`sobremesa cuda`"""

from typing import Any

import click

from sobremesa.cli.options import as_json, print_json

BILLION = 1e9


@click.group()
def cuda() -> None:
    """Play on an NVIDIA GPU: whether it plays as the CPU does, and how fast."""


@cuda.command()
@click.argument("names", metavar="[GAME]…", nargs=-1)
@click.option("--matches", default=1024, show_default=True, type=click.IntRange(1), help="At once, of each game.")
@click.option("--steps", default=300, show_default=True, type=click.IntRange(1), help="Of each match.")
@click.option("--every", is_flag=True, help="Every number of seats and every listed value of each option.")
def check(names: tuple[str, ...], matches: int, steps: int, every: bool) -> None:
    """Play the same matches on the GPU and on the CPU, and compare them bit for bit."""
    from sobremesa import games
    from sobremesa.lab.cuda import check, speed

    found = check.cases([games.find(name).name for name in names] or None, every)
    click.echo(f"{speed.device_name()}, {matches:,} matches of {steps:,} steps")
    total = check.check(found, matches, steps, click.echo)
    click.echo(f"{total:,} actions are the same on both.")


@cuda.command()
@click.argument("names", metavar="[GAME]…", nargs=-1)
@click.option("--seconds", type=click.FloatRange(0.01), default=1.0, show_default=True, help="Of each run.")
@as_json
def bench(names: tuple[str, ...], seconds: float, as_json: bool) -> None:
    """Measure how fast the GPU plays, beside Pgx if it is installed (pip install sobremesa[peers])."""
    from sobremesa import games
    from sobremesa.lab.cuda import check, speed

    figures: dict[str, Any] = {"device": speed.device_name(), "games": {}}
    if not as_json:
        click.echo(f"{figures['device']}; billion steps a second, the best of runs of {seconds:g} s")
    for case in check.cases([games.find(name).name for name in names] or None):
        found: dict[str, Any] = {"in one go": speed.in_one_go(case, seconds)}
        found |= {"batch": speed.in_batches(case, seconds)}
        peer = speed.NEAREST[case.game.name]
        if other := speed.pgx(peer, seconds):
            found["pgx"] = {"game": peer, **other}
            found["times"] = found["batch"]["all"] / other["all"]
        figures["games"][case.game.name] = found
        if not as_json:
            click.echo(_text(str(case), found))
    if as_json:
        print_json(figures)


def _text(case: str, found: dict[str, Any]) -> str:
    batch = found["batch"]
    lines = [
        f"{case}: {found['in one go'] / BILLION:.3f} of random play in one go",
        f"  in batches: {batch['all'] / BILLION:.4f} with masks and observations ({batch['all_at']:,} at once), "
        f"{batch['masks'] / BILLION:.4f} with masks alone",
    ]
    if "pgx" in found:
        peer = found["pgx"]
        lines.append(f"  Pgx {peer['game']}: {peer['all'] / BILLION:.4f}; {found['times']:.1f} times as many here")
    return "\n".join(lines)
