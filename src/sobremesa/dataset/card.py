"""The page that lies in the folder of a data set: what it is, how it was made, what its columns mean."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from string import Template

from sobremesa.bots.levels import ANY, rows
from sobremesa.dataset.folder import Folder
from sobremesa.dataset.parquet import COLUMNS, MATCHES, MOVES, unit
from sobremesa.dataset.plan import NOISE, PLAN, Kind
from sobremesa.dataset.request import SHARD
from sobremesa.games import find
from sobremesa.games.game import Game

PAGE = Path(__file__).with_name("card.md")


def text(folder: Folder) -> str:
    """The whole page. What stands before it is for places that show data sets."""
    request = folder.request
    titles = [find(game).title for game in request.games]
    left, shards = len(folder.lacks()), len(list(request.shards()))
    told = Template(PAGE.read_text(encoding="utf-8")).substitute(
        matches=f"{request.matches:,}",
        games=" and ".join(filter(None, (", ".join(titles[:-1]), titles[-1]))),
        state=f"\nIt is not complete yet: {left} of {shards} shards are still to be made." if left else "",
        command=" ".join(
            (
                f"sobremesa dataset make FOLDER --games {','.join(request.games)}",
                f"--matches {request.matches} --seed {request.seed}",
            )
        ),
        versions=", ".join(f"{name} {version}" for name, version in request.versions.items()),
        shard=f"{SHARD:,}",
        noise=f"{NOISE:.0%}",
        plan="\n\n".join("\n".join(plan_of(game)) for game in request.games),
        columns_of_matches="\n".join(columns_of(MATCHES)),
        columns_of_moves="\n".join(columns_of(MOVES)),
    )
    return "\n".join([*_head(folder), told])


def _head(folder: Folder) -> Iterator[str]:
    yield from ("---", "license: apache-2.0", "pretty_name: Sobremesa bot matches", "configs:")
    for game in folder.request.games:
        for table in MATCHES, MOVES:
            yield f"- config_name: {game}-{table}"
            yield f"  data_files: {game}/{table}/*.parquet"
    yield from ("---", "")


def plan_of(name: str) -> Iterator[str]:
    """Who plays what in a game."""
    game = find(name)
    yield from (f"### {game.title}", "", f"A value is the {unit(name)}.", "")
    yield from ("| seats | options | each in a turn | levels (rounds a choice, noise) |", "|---|---|---|---|")
    alike: dict[tuple[str, int, str], list[int]] = {}
    for kind in PLAN[name]:
        options = ", ".join(f"{option} {value}" for option, value in kind.options.items())
        alike.setdefault((options, kind.share, ", ".join(_levels(game, kind))), []).append(kind.seats)
    for (options, share, levels), seats in alike.items():
        yield f"| {', '.join(map(str, seats))} | {options} | {share} | {levels} |"


def _levels(game: Game, kind: Kind) -> Iterator[str]:
    table = rows(game)
    for level in kind.levels:
        preset = table.get(kind.seats, table[ANY])[level]
        yield f"{level} ({preset.rounds:,}, {preset.noise:.0%})" if preset.rounds else f"{level} ({preset.noise:.0%})"


def columns_of(table: str) -> Iterator[str]:
    """What each column of a table means."""
    yield from ("| column | type | |", "|---|---|---|")
    for name, (kind, says) in COLUMNS[table].items():
        word = "string" if str(kind).startswith("dictionary") else str(kind)
        yield f"| `{name}` | {word.replace('<element: ', ' of ').removesuffix('>')} | {says} |"
