"""A small data set of every game: made, stopped, gone on with, looked at again, damaged."""

import json
import shutil
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from sobremesa import dataset
from sobremesa.dataset import making, request
from sobremesa.dataset.card import columns_of
from sobremesa.dataset.folder import found
from sobremesa.dataset.parquet import COLUMNS, MATCHES, MOVES
from sobremesa.dataset.plan import PLAN
from sobremesa.mistakes import BadOption, BadRecord

pytestmark = pytest.mark.compiled


@pytest.fixture(scope="module", autouse=True)
def small():
    """Shards of four matches."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(request, "SHARD", 4)
        patch.setattr(making, "BATCH", 2)
        yield


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    out = tmp_path_factory.mktemp("data") / "set"
    dataset.make(out, matches=6, seed=5)
    return out


@pytest.fixture
def copy(made, tmp_path):
    """One to be spoilt."""
    return Path(shutil.copytree(made, tmp_path / "copy"))


def content(out):
    return {file.relative_to(out): file.read_bytes() for file in sorted(out.rglob("*")) if file.is_file()}


def test_every_game_has_two_tables_in_shards(made):
    for game in PLAN:
        for table in MATCHES, MOVES:
            files = sorted((made / game / table).iterdir())
            assert [file.name for file in files] == ["part-00000.parquet", "part-00001.parquet"]
            held = pq.ParquetFile(files[1])
            assert held.schema_arrow.names == list(COLUMNS[table])
            assert held.schema_arrow.metadata[b"sobremesa.seed"] == b"5"
            assert held.schema_arrow.metadata[b"sobremesa.game"] == game.encode()
            group = held.metadata.row_group(0)
            assert group.column(0).statistics.min == 4 and group.column(0).statistics.max == 5
            assert group.column(0).compression == "ZSTD"
            assert [column.column_index for column in group.sorting_columns] == ([0] if table == MATCHES else [0, 1])


def test_evaluations_are_in_every_game(made):
    for game in PLAN:
        moves = pq.read_table(made / game / MOVES).to_pylist()
        chosen = [move for move in moves if move["seat"] >= 0 and move["legal"] > 1]
        assert all(move["value"] is not None for move in chosen)
        assert all((move["odds"] is None) == (move["seat"] >= 0) for move in moves)
        assert any(move["noise"] for move in chosen)


def test_whoever_makes_it_and_however_often_it_is_stopped_it_is_the_same(made, tmp_path):
    calls = []

    def stop(done, of):
        calls.append(done)
        assert "8 of 8 shards are still to be made" in (out / "README.md").read_text()
        if done == 12:
            raise KeyboardInterrupt

    out = tmp_path / "set"
    with pytest.raises(KeyboardInterrupt):
        dataset.make(out, matches=6, seed=5, progress=stop)
    there = content(out)
    assert len([file for file in there if file.suffix == ".parquet"]) == 6
    assert "5 of 8 shards are still to be made" in (out / "README.md").read_text()
    assert list(dataset.check(out))[:2] == [
        "splut matches: 4 rows in 1 of 2 files, whole.",
        f"splut moves: {sum(pq.read_table(out / 'splut' / MATCHES)['moves'].to_pylist())} rows in 1 of 2 files, whole; "
        "1 match played again.",
    ]
    (out / "splut" / "moves" / ".unfinished-left").write_bytes(b"by a crash")
    calls.clear()
    dataset.make(out, matches=6, seed=5, jobs=2, progress=lambda done, of: calls.append((done, of)))
    assert calls[0] == (12, 24) and calls[-1] == (24, 24)
    assert content(out) == content(made)


def test_ray_makes_the_same(made, tmp_path):
    pytest.importorskip("ray", reason="Ray is not installed: pip install 'sobremesa[ray]'.")
    dataset.make(tmp_path / "set", matches=6, seed=5, jobs=2, cluster="local")
    assert content(tmp_path / "set") == content(made)


def test_it_is_looked_at_again(made):
    told = []
    lines = list(dataset.check(made, 1.0, lambda done, of: told.append((done, of))))
    assert [line.split(":")[0] for line in lines] == [f"{game} {table}" for game in PLAN for table in (MATCHES, MOVES)]
    assert all(line.endswith(" in 2 files, whole.") for line in lines[::2])
    assert all(line.endswith(" in 2 files, whole; 6 matches played again.") for line in lines[1::2])
    assert told[-1] == (8, 8)


def test_a_second_making_changes_nothing(copy):
    before = {file: file.stat().st_mtime_ns for file in copy.rglob("*.parquet")}
    dataset.make(copy, matches=6, seed=5)
    assert {file: file.stat().st_mtime_ns for file in copy.rglob("*.parquet")} == before


def test_a_damaged_file_is_named(copy):
    file = copy / "splut" / "moves" / "part-00000.parquet"
    whole = file.read_bytes()
    file.write_bytes(whole[:2000] + bytes([whole[2000] ^ 1]) + whole[2001:])
    with pytest.raises(BadRecord, match=r"part-00000.parquet is damaged: its sum is not the one that was written down"):
        list(dataset.check(copy))
    (copy / "SHA256SUMS").unlink()
    with pytest.raises(BadRecord, match=r"part-00000.parquet is damaged: "):
        list(dataset.check(copy))
    file.write_bytes(whole[:-100])
    with pytest.raises(BadRecord, match=r"part-00000.parquet is damaged: "):
        list(dataset.check(copy))


def test_a_missing_file_is_named_and_made_again(copy, made):
    (copy / "splut" / "moves" / "part-00001.parquet").unlink()
    with pytest.raises(BadRecord, match=r"part-00001.parquet is missing"):
        list(dataset.check(copy))
    dataset.make(copy, matches=6, seed=5)
    assert content(copy) == content(made)


def rewritten(out, game, table, change):
    """A shard that is whole, but says something else."""
    (out / "SHA256SUMS").unlink()
    file = out / game / table / "part-00000.parquet"
    held = pq.read_table(file)
    rows = held.to_pylist()
    change(rows)
    pq.write_table(type(held).from_pylist(rows, held.schema), file)


def test_rows_that_the_rules_do_not_have_are_found(made, tmp_path):
    def first(rows, chance):
        return next(row for row in rows if (row["seat"] < 0) == chance and row["legal"] > 1)

    wrongs = [
        ("splut", MATCHES, lambda rows: rows[0].update(scores=[0.5, 0.5]), "Its scores would be"),
        ("splut", MATCHES, lambda rows: rows[0].update(seed=1), "Its seed would be"),
        ("splut", MATCHES, lambda rows: rows.pop(), "does not have the matches 0 to 3"),
        ("splut", MOVES, lambda rows: rows.pop(), "does not have the moves that"),
        ("splut", MOVES, lambda rows: rows[0].update(legal=9), "there were 3 ways to choose, not 9"),
        ("splut", MOVES, lambda rows: rows[0].update(move="De2-e4"), "is written"),
        ("splut", MOVES, lambda rows: rows[0].update(action=63), "could not be played"),
        ("outspeed", MOVES, lambda rows: first(rows, True).update(odds=0.5), "has other odds"),
        ("outspeed", MOVES, lambda rows: first(rows, False).update(meant=-5), "what was meant"),
        ("outspeed", MOVES, lambda rows: first(rows, False).update(actions=[-5]), "something was weighed"),
    ]
    for number, (game, table, change, said) in enumerate(wrongs):
        out = Path(shutil.copytree(made, tmp_path / str(number)))
        rewritten(out, game, table, change)
        with pytest.raises(BadRecord, match=said):
            list(dataset.check(out, 1.0))


def test_only_the_same_is_gone_on_with(copy, tmp_path):
    with pytest.raises(BadRecord, match=r"was begun with seed 5, not 6: ask for the same, or name another folder"):
        dataset.make(copy, matches=6, seed=6)
    with pytest.raises(BadRecord, match=r"was begun with games splut, .* not splut: ask"):
        dataset.make(copy, ["splut"], matches=6, seed=5)
    asked = json.loads((copy / "dataset.json").read_text())
    asked["request"]["rules"][0] = 99
    (copy / "dataset.json").write_text(json.dumps(asked))
    with pytest.raises(BadRecord, match=r"was played by rules 99 of splut; here are rules"):
        list(dataset.check(copy))
    (copy / "dataset.json").write_text("{}")
    with pytest.raises(BadRecord, match="does not say what was asked"):
        list(dataset.check(copy))
    with pytest.raises(BadRecord, match=r"is not a data set: it has no dataset\.json"):
        list(dataset.check(tmp_path))
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "thesis.tex").touch()
    with pytest.raises(BadRecord, match="is not empty, and not a data set"):
        dataset.make(tmp_path / "full", matches=6)


def test_bad_input_is_told_in_one_sentence(made, tmp_path):
    for words, said in (
        ({"matches": 0}, "matches is a whole number from 1 to 10,000,000, not 0"),
        ({"matches": 10**12}, "matches is a whole number from 1 to 10,000,000, not 10"),
        ({"seed": -1}, "seed is a whole number from 0 to .*, not -1"),
        ({"games": ["splut", "splut"]}, "splut is named twice"),
        ({"jobs": 0}, "jobs is a whole number from 1 on, not 0"),
    ):
        with pytest.raises(BadOption, match=said):
            dataset.make(tmp_path / "set", **{"matches": 1} | words)
    with pytest.raises(BadOption, match="share is a number from 0 to 1"):
        list(dataset.check(made, 2))


def test_there_must_be_room_on_the_disk(tmp_path, monkeypatch):
    monkeypatch.setitem(making.BYTES, "splut", 10**18)
    with pytest.raises(BadOption, match=r"needs about \d+\.\d GB more, but \d+\.\d GB are free there"):
        dataset.make(tmp_path / "set", ["splut"], matches=1)


def test_a_game_without_a_plan_says_so(sealed_bids):
    with pytest.raises(BadOption, match="There is no plan for a data set of "):
        dataset.ask([sealed_bids.name])


def test_a_shard_that_fails_leaves_the_others(tmp_path, monkeypatch):
    outcome = request.Stage.outcome

    def clumsy(stage, batch):
        if batch.matches.start == 2:
            raise ArithmeticError("two and two")
        return outcome(stage, batch)

    monkeypatch.setattr(request.Stage, "outcome", clumsy)
    with pytest.raises(
        BadRecord, match=r"One batch of matches failed twice: .* outspeed, matches 2 to 3: .*two and two"
    ):
        dataset.make(tmp_path / "set", ["outspeed"], 6)
    assert found(tmp_path / "set").lacks() == [("outspeed", 0)]


def test_the_page_in_the_folder_says_how_it_was_made(made):
    page = (made / "README.md").read_text()
    assert "--games splut,end-of-line,shut-the-lines,outspeed --matches 6 --seed 5" in page
    assert "still to be made" not in page and "$" not in page
    for table in COLUMNS.values():
        for name in table:
            assert f"| `{name}` |" in page
    notice = (Path(__file__).parents[2] / "NOTICE").read_text()
    for who in "Tommy De Coninck", "LittleHouse BoardGames", "Niek Neuwahl", "Philos", "Grégoire Largey", "IELLO":
        assert who in page and who in notice


def test_the_page_in_the_docs_has_every_column_as_it_is():
    page = (Path(__file__).parents[2] / "docs" / "dataset.md").read_text()
    for table in COLUMNS:
        assert "\n".join(columns_of(table)) in page
