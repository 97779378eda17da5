"""Who sits where on this machine, and where their match is kept."""

import random
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from sobremesa import bots
from sobremesa.bots.bot import Bot
from sobremesa.games.game import Game, nearest
from sobremesa.kernel import CHANCE, SPECTATOR, calls
from sobremesa.kernel.rng import seeded
from sobremesa.mistakes import BadSeats, NothingToUndo, UnknownBot
from sobremesa.play.match import Match
from sobremesa.play.move import Move
from sobremesa.user_dir import home

PERSON = "person:"
TRIES = 32


def seating(game: Game, seats: int | None, players: str | None, options: Mapping[str, Any], people: int) -> list[str]:
    """A name for every seat. A bot's name is that bot; any other is a person."""
    if players is None:
        count, _ = game.agree(seats, options)
        usual = bots.usual(game)
        return ["you", *[usual] * (count - 1)] if people else [usual] * count
    names = bots.listed(players)
    if seats is not None and seats != len(names):
        raise BadSeats(f"There are {seats} seats, but {len(names)} players: {', '.join(names)}.")
    game.check_seats(len(names))
    for name in names:
        if not name or name == PERSON:
            raise BadSeats("Every player needs a name, like --players Ada,tactician.")
        close = nearest(name, bots.names(game))
        if close and not is_bot(game, name):
            raise UnknownBot(
                f"{game.title} has no bot {name!r}.{close} For a person of that name write {PERSON}{name}."
            )
        if bots.is_own(name) or (not people and not is_bot(game, name)):
            bots.split(name, game)  # says what is wrong with it, or what bots there are
        elif is_bot(game, name):
            bots.check_for(name, game, len(names))
    return names


def is_bot(game: Game, name: str) -> bool:
    return name.partition("@")[0] in (*bots.names(game), *bots.THINKERS) or bots.is_own(name)


class Table:
    """A match with its bots, kept in a file from the first move on."""

    def __init__(self, match: Match, path: Path, seed: str | None = None, saved: bool = False) -> None:
        self.match = match
        self.path = path
        self.saved = saved
        self.trouble = ""
        rng = random.Random(seed)
        self.bots: dict[int, Bot] = {
            seat: bots.make(name, match.game, rng.getrandbits(32), match.options)
            for seat, name in enumerate(match.players)
            if is_bot(match.game, name)
        }

    @property
    def person(self) -> int | None:
        """The person who must choose now; None when a bot must, or nobody."""
        return next((seat for seat in self.match.to_act if seat not in self.bots), None)

    @property
    def has_curtain(self) -> bool:
        """Whether several people here have secrets from each other."""
        return len(self.people) > 1 and self.has_secrets

    @property
    def has_secrets(self) -> bool:
        return self.match.game.secrets(self.match.options)

    @property
    def people(self) -> list[int]:
        return [seat for seat in range(self.match.seats) if seat not in self.bots]

    @property
    def eyes(self) -> int:
        """Whose eyes the screen has: those of the only person here, or of a spectator where several look at it."""
        return self.people[0] if len(self.people) == 1 else SPECTATOR

    def let_bot_choose(self) -> Move:
        """What the first bot that is to act chooses. It sees what its seat may know, and nothing else."""
        match = self.match
        seat = next(seat for seat in match.to_act if seat in self.bots)
        return match.move(seat, self.bots[seat].choose(match.seen_by(seat), seat, match.legal_actions_of(seat)))

    def keep(self) -> None:
        """Save the match; if that fails, remember why and go on playing."""
        try:
            self.match.save(self.path)
            self.saved, self.trouble = True, ""
        except OSError as error:
            self.trouble = f"The match cannot be saved in {self.path}: {error.strerror}."

    def take_back(self) -> list[Move]:
        """Take back to the last choice that a person made. Where people have secrets from each other, only if
        whoever made it learnt nothing from it, and nobody from what followed."""
        moves = self.match.moves
        last = max((n for n, move in enumerate(moves) if move.seat in self.people), default=None)
        if last is None:
            raise NothingToUndo("Nothing has been played yet.")
        if self.has_curtain and any(
            learnt(self.match, n, seat)
            for n in range(last, len(moves))
            for seat in ([moves[last].seat] if n == last else self.people)
        ):
            raise NothingToUndo("What was seen cannot be unseen: only a choice from which nothing came out goes back.")
        taken = [self.match.undo() for move in moves[last:] if move.seat != CHANCE]
        return taken[::-1]


def learnt(match: Match, number: int, seat: int) -> bool:
    """Whether a seat may have learnt anything from the move of that number but that it was made: would it see something
    else if what it did not know had been otherwise?"""
    rules, move, rng, dice = match.game.rules, match.moves[number], seeded(number), random.Random(number)
    before, seen = match.at(number), match.at(number + 1).seen_by(seat).tobytes()
    actions = np.zeros(rules.ACTIONS, np.int16)
    for _ in range(TRIES):
        other = before.seen_by(seat)
        calls.deal(other, seat, rng)
        count = int(calls.legal(other, move.seat, actions))
        calls.apply(other, move.seat, move.action if move.seat == seat else int(dice.choice(actions[:count])))
        calls.hide(other, seat)
        if other.tobytes() != seen:
            return True
    return False


def matches() -> Path:
    """The folder of the matches played here."""
    return home() / "matches"


def new_file(game: Game) -> Path:
    """A file for a new match, named for the game and the time."""
    name = f"{game.name}-{time.strftime('%Y-%m-%d-%H%M%S')}"
    path = matches() / f"{name}.txt"
    number = 1
    while path.exists():
        number += 1
        path = matches() / f"{name}-{number}.txt"
    return path


def columns(texts: Sequence[str], width: int) -> list[str]:
    """Texts in as many columns as fit, read downwards."""
    wide = max(map(len, texts)) + 3
    across = max(1, width // wide)
    down = -(-len(texts) // across)
    return ["".join(text.ljust(wide) for text in texts[row::down]).rstrip() for row in range(down)]
