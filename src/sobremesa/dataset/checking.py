"""Looking at a data set again: every file, every row that should be there, and matches played again by the rules."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from sobremesa.dataset.folder import Folder, digest, found
from sobremesa.dataset.parquet import MATCHES, MOVES, made, read, row_of
from sobremesa.dataset.plan import Fixture, fixture
from sobremesa.dataset.play import BY_CHANCE, begun, odds_of, summary
from sobremesa.games import find
from sobremesa.kernel import CHANCE
from sobremesa.mistakes import BadOption, BadRecord, Mistake
from sobremesa.play.match import Match


def checked(path: Path, share: float, progress: Callable[[int, int], None]) -> Iterator[str]:
    """A line for each table; what is wrong is raised."""
    if not 0 <= share <= 1:
        raise BadOption(f"share is a number from 0 to 1, not {share}.")
    folder = found(path)
    for game, rules in zip(folder.request.games, folder.request.rules, strict=True):
        here = int(find(game).rules.VERSION)
        if rules != here:
            raise BadRecord(f"{path} was played by rules {rules} of {game}; here are rules {here}.")
    sums, shards = folder.sums(), list(folder.request.shards())
    for name in sums:
        if not (path / name).is_file():
            raise BadRecord(f"{path / name} is missing: making the data set again brings it back.")
    done = 0
    for game in folder.request.games:
        counts, again = {MATCHES: 0, MOVES: 0}, 0
        own = [shard for each, shard in shards if each == game]
        there = [shard for shard in own if folder.has(game, shard)]
        for shard in own:
            if shard in there:
                rows, played = _shard(folder, game, shard, share, sums)
                again += played
                for table in counts:
                    counts[table] += rows[table]
            done += 1
            progress(done, len(shards))
        files = f"{len(there)} of {len(own)} files" if len(there) < len(own) else _counted(len(own), "file")
        yield f"{game} {MATCHES}: {_counted(counts[MATCHES], 'row')} in {files}, whole."
        replays = _counted(again, "match", "matches")
        yield f"{game} {MOVES}: {_counted(counts[MOVES], 'row')} in {files}, whole; {replays} played again."


def _counted(number: int, one: str, many: str = "") -> str:
    return f"{number:,} {one if number == 1 else many or f'{one}s'}"


def _shard(folder: Folder, game: str, shard: int, share: float, sums: dict[str, str]) -> tuple[dict[str, int], int]:
    """How many rows each table of a shard has, and how many of its matches were played again."""
    tables = {}
    for table in MATCHES, MOVES:
        file = folder.file(game, table, shard)
        name = file.relative_to(folder.path).as_posix()
        if sums and sums.get(name) != digest(file):
            raise BadRecord(f"{file} is damaged: its sum is not the one that was written down.")
        tables[table] = read(file, table, folder.request.facts(game))
    matches, moves = tables[MATCHES], tables[MOVES]
    numbers = folder.request.numbers(shard)
    at = folder.file(game, MATCHES, shard)
    if matches["match"].to_pylist() != list(numbers):
        raise BadRecord(f"{at} does not have the matches {numbers.start} to {numbers[-1]}, each once and in order.")
    counts = matches["moves"].to_numpy()
    expected = np.repeat(np.array(numbers), counts), np.concatenate([np.arange(count) for count in counts])
    for name, wanted in zip(("match", "ply"), expected, strict=True):
        if not np.array_equal(moves[name].to_numpy(), wanted):
            raise BadRecord(f"{folder.file(game, MOVES, shard)} does not have the moves that {at} counts.")
    chosen = random.Random(shard).sample(range(len(numbers)), max(round(share * len(numbers)), share > 0))
    ends = np.cumsum(counts)
    for nth in chosen:
        own = fixture(game, folder.request.seed, numbers[nth])
        rows = moves.slice(int(ends[nth] - counts[nth]), int(counts[nth])).to_pylist()
        try:
            replayed(own, row_of(matches, nth), rows)
        except Mistake as mistake:
            raise BadRecord(f"Match {own.number} of {game} is not as the rules have it: {mistake}") from None
    return {table: len(rows) for table, rows in tables.items()}, len(chosen)


def replayed(own: Fixture, told: dict[str, Any], rows: list[dict[str, Any]]) -> Match:
    """A match played again as its rows say, or what is wrong with them."""
    match, rolled = begun(own), 0
    for row in rows:
        seat = CHANCE if row["seat"] == BY_CHANCE else row["seat"]
        at = f"Move {row['ply']}"
        legal = match.legal_actions_of(seat)
        if seat not in match.to_act or row["action"] not in legal:
            raise BadRecord(f"{at}, {row['move']}, could not be played.")
        if row["legal"] != len(legal):
            raise BadRecord(f"{at}: there were {len(legal)} ways to choose, not {row['legal']}.")
        if seat == CHANCE:
            if row["action"] != match.chance_brings(match.seed, rolled):
                raise BadRecord(f"{at}: the seed brings something other than {row['move']}.")
            if row["odds"] != np.float32(odds_of(match)[row["action"]]):
                raise BadRecord(f"{at}: {row['move']} has other odds.")
            rolled += 1
        elif row["meant"] not in legal or (row["meant"] != row["action"] and not row["noise"]):
            raise BadRecord(f"{at}: what was meant is neither legal nor explained.")
        elif not set(row["actions"] or ()) <= set(legal):
            raise BadRecord(f"{at}: something was weighed that could not be chosen.")
        move = match.move(seat, row["action"])
        if move.text != row["move"]:
            raise BadRecord(f"{at}: action {row['action']} is written {move.text}, not {row['move']}.")
        match.push(move)
    if not match.is_over:
        raise BadRecord("It is not over after its last move.")
    wanted = row_of(made(MATCHES, [summary(own, match)]), 0)
    for name, value in told.items():
        if value != wanted[name]:
            raise BadRecord(f"Its {name} would be {wanted[name]}, not {value}.")
    return match


def record(path: Path, game: str, number: int) -> str:
    """One match of a data set as a record, which everything of the house can read."""
    folder = found(path)
    if game not in folder.request.games:
        raise BadOption(f"{path} has no matches of {game}; it has {', '.join(folder.request.games)}.")
    if not 0 <= number < folder.request.matches:
        raise BadOption(f"The matches of {game} are 0 to {folder.request.matches - 1}, not {number}.")
    shard = next(n for _, n in folder.request.shards() if number in folder.request.numbers(n))
    if not folder.has(game, shard):
        raise BadOption(f"Match {number} of {game} is still to be made.")
    facts = folder.request.facts(game)
    matches, moves = (read(folder.file(game, table, shard), table, facts) for table in (MATCHES, MOVES))
    rows = [row for row in moves.to_pylist() if row["match"] == number]
    own = fixture(game, folder.request.seed, number)
    return replayed(own, row_of(matches, number - folder.request.numbers(shard).start), rows).record()
