"""Chance that nobody can choose, and everybody can check."""

import hashlib
import json
import random

import pytest
from click.testing import CliRunner

import sobremesa as sm
from sobremesa.cli import main
from sobremesa.play import fair

SECRET = "5e" * 32


def played(game="outspeed", seats=3, words=("olive", "stone", "7f3a"), seed=1, secret=SECRET):
    """A match with a promise, played at random to its end."""
    match = sm.Match(game, seats, promise=fair.Promise.new(secret, words))
    rng = random.Random(seed)
    while not match.is_over:
        seat = rng.choice(match.to_act)
        match.push(rng.choice(match.legal_moves_of(seat)))
    return match


def test_a_promise_kept_is_verified():
    match = played()
    again = sm.loads(match.record())
    assert again.promise == match.promise
    assert fair.verify(again) == sum(move.seat == sm.CHANCE for move in match.moves) > 13


def test_the_outcomes_are_those_that_the_page_says():
    """As docs/record.md has it, with nothing of ours."""
    match = played()
    seed = hashlib.sha256(json.dumps(["sobremesa seed 1", SECRET, "olive", "stone", "7f3a"]).encode()).hexdigest()
    first = int(hashlib.sha256(f"{seed} 0".encode()).hexdigest(), 16) % 12
    assert match.moves[0].text == f"tile-{first + 1}"
    assert match.promise.commitment == hashlib.sha256(f"sobremesa commitment 1 {SECRET}".encode()).hexdigest()


def test_the_words_of_every_seat_matter():
    seeds = {fair.seed(SECRET, words) for words in (("a", "b"), ("b", "a"), ("a", "c"), ("ab", ""), ("", "ab"))}
    assert len(seeds) == 5


def test_while_a_match_goes_on_its_secret_stays_one():
    match = sm.Match("outspeed", 3, promise=fair.Promise.new(SECRET, ("a", "b", "c")))
    assert SECRET not in match.record()
    assert fair.commit(SECRET) in match.record()
    with pytest.raises(sm.BadRecord, match="not shown yet"):
        fair.verify(sm.loads(match.record()))


def test_taking_back_re_rolls_nothing():
    match = sm.Match("shut-the-lines", 2, promise=fair.Promise.new(SECRET, ("a", "b")))
    rng = random.Random(3)
    for _ in range(6):
        match.push(rng.choice(match.legal_moves))
    before = list(match.moves)
    taken = match.undo()
    match.push(taken.text, taken.seat)
    assert match.moves == before


def test_another_secret_is_noticed():
    text = played().record().replace(f"secret {SECRET}", "secret " + "5f" * 32)
    with pytest.raises(sm.BadRecord, match="not the one that was promised"):
        fair.verify(sm.loads(text))


def test_an_outcome_that_somebody_chose_is_noticed():
    """The words were others: then every outcome has to be another."""
    text = played().record().replace("words maize stone", "words maize stony")
    with pytest.raises(sm.BadRecord, match="is not what chance had to bring: that was"):
        fair.verify(sm.loads(text))


def test_a_record_without_a_promise_says_so():
    with pytest.raises(sm.BadRecord, match="no promise"):
        fair.verify(sm.Match("splut"))


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("words maize stone\n", "", "words of maize are missing"),
        ("words maize stone", "words green stone", "there is no seat green"),
        ("words maize stone", "words maize two words", "without a space"),
        ("words maize stone", f"words maize {'x' * 65}", "up to 64"),
        (f"commitment {fair.commit(SECRET)}\n", "", "no commitment"),
    ],
)
def test_a_broken_promise_is_refused_in_a_sentence(old, new, why):
    text = played().record()
    assert old in text
    with pytest.raises(sm.BadRecord, match=why):
        sm.loads(text.replace(old, new))


def test_the_command(tmp_path):
    path = played().save(tmp_path / "race.txt")
    done = CliRunner().invoke(main, ["verify", str(path)])
    assert done.exit_code == 0
    assert fair.commit(SECRET) in done.output and "outcomes of chance follow" in done.output
    path.write_text(path.read_text().replace(SECRET, "00"))
    failed = CliRunner().invoke(main, ["verify", str(path)])
    assert failed.exit_code == 1
    assert failed.output.startswith("Error: The secret of this record is not the one that was promised")
