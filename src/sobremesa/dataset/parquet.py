"""The two tables of each game as Parquet has them: their columns, and rows made into files and read again."""

from __future__ import annotations

import io
import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from sobremesa.mistakes import BadRecord, missing

try:
    import pyarrow as pa
    import pyarrow.parquet as pq
except ImportError:
    raise missing("pyarrow", "dataset") from None

PYARROW: str = pa.__version__
WORD = pa.dictionary(pa.int32(), pa.string())
MATCHES, MOVES = "matches", "moves"


def _list(kind: Any) -> Any:
    """As Parquet names what is in a list."""
    return pa.list_(pa.field("element", kind))


COLUMNS: dict[str, dict[str, tuple[Any, str]]] = {
    MATCHES: {
        "match": (pa.uint32(), "Its number within the game, from 0."),
        "game": (WORD, "The game."),
        "rules": (pa.uint16(), "The version of its rules."),
        "seats": (pa.uint8(), "How many played."),
        "options": (WORD, "What was agreed, as JSON: every option of the game by name."),
        "seed": (pa.uint64(), "All that chance brought follows from it, and so do the bots."),
        "players": (_list(pa.string()), "The level on each seat."),
        "noise": (pa.float32(), "How often everybody played anything, at least; of each level more where it does so."),
        "scores": (_list(pa.float32()), "How each seat came out, from -1 to 1."),
        "places": (_list(pa.uint8()), "The same as places from 1; equal scores share one."),
        "moves": (pa.uint16(), "How many moves there were, those of chance among them."),
        "choices": (pa.uint16(), "How many of them somebody chose."),
    },
    MOVES: {
        "match": (pa.uint32(), "The number of the match."),
        "ply": (pa.uint16(), "The number of the move in the match, from 0."),
        "seat": (pa.int8(), "Who moved; -1 is chance."),
        "action": (pa.int16(), "The number that the rules know the move by."),
        "move": (WORD, "The same as it is written in records."),
        "legal": (pa.uint16(), "How many there were to choose from."),
        "odds": (pa.float32(), "Of what chance brought, how likely it was; null where somebody chose."),
        "meant": (pa.int16(), "The action that the bot thought best, or drew from its mix; null where chance acted."),
        "noise": (pa.bool_(), "Whether any action was played instead of that, which may be the same; null for chance."),
        "value": (pa.float32(), "What the position is worth to who moves, as the bot thinks; null where it did not."),
        "chosen": (pa.float32(), "What the action played is worth; null where the bot has not looked at it."),
        "rounds": (pa.uint32(), "How much it thought; 0 where it goes on with the turn that it planned."),
        "actions": (_list(pa.int16()), "The actions that it weighed one by one; null where it weighs whole turns."),
        "values": (_list(pa.float32()), "What each of them is worth."),
        "shares": (_list(pa.float32()), "What share of the thought each got; in Outspeed, how likely it is taken."),
    },
}
UNITS = {
    "outspeed": "chance to win, from -1 for none to 1 for certain",
    "shut-the-lines": "mean number of lines at the end of the round under perfect play, exactly",
}
RESULT = "expected result, from -1 to 1"


def unit(game: str) -> str:
    """What values of a game are counted in."""
    return UNITS.get(game, RESULT)


def schema(table: str, facts: Mapping[str, str]) -> Any:
    """The columns of a table; what all its rows have in common stands beside them."""
    columns = [pa.field(name, kind, metadata={"description": says}) for name, (kind, says) in COLUMNS[table].items()]
    return pa.schema(columns, metadata={f"sobremesa.{name}": told for name, told in facts.items()})


def made(table: str, rows: Sequence[Mapping[str, Any]]) -> Any:
    """Rows as a table of Arrow's."""
    return pa.table(
        {name: _column(name, kind, [row.get(name) for row in rows]) for name, (kind, _) in COLUMNS[table].items()}
    )


def _column(name: str, kind: Any, values: list[Any]) -> Any:
    if name == "options":
        values = [json.dumps(each, ensure_ascii=False, separators=(",", ":")) for each in values]
    return pa.array(values, pa.string()).dictionary_encode() if kind == WORD else pa.array(values, kind)


def written(table: str, parts: Iterable[Any], facts: Mapping[str, str]) -> bytes:
    """Tables one after the other as one file."""
    whole = pa.concat_tables(list(parts)).unify_dictionaries().combine_chunks()
    whole = whole.cast(schema(table, facts))
    file = io.BytesIO()
    pq.write_table(
        whole,
        file,
        row_group_size=len(whole),
        compression="zstd",
        compression_level=9,
        write_page_checksum=True,
        sorting_columns=[pq.SortingColumn(n) for n, name in enumerate(COLUMNS[table]) if name in ("match", "ply")],
    )
    return file.getvalue()


def read(file: Path, table: str, facts: Mapping[str, str]) -> Any:
    """A table from its file, if it is such a table and whole."""
    try:
        found = pq.read_table(file, page_checksum_verification=True, memory_map=False)
    except (pa.ArrowException, OSError) as error:
        words = str(error).strip().splitlines()[0].rstrip(".")
        raise BadRecord(f"{file} is damaged: {words}.") from None
    wanted = schema(table, facts)
    if not found.schema.equals(wanted):
        raise BadRecord(f"{file} does not have the columns of {table}.")
    if found.schema.metadata != wanted.metadata:
        raise BadRecord(f"{file} is not of this data set: it was made from another seed, or by other versions.")
    return found


def row_of(matches: Any, nth: int) -> dict[str, Any]:
    """One row of the matches as it was before it was written."""
    (row,) = matches.slice(nth, 1).to_pylist()
    row["options"] = json.loads(row["options"])
    return dict(row)
