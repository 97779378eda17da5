"""A match told on the screen, for people or for programs."""

import os
import sys

import click

from sobremesa.cli.bot_thoughts import Thought
from sobremesa.cli.options import print_json
from sobremesa.kernel import REFEREE
from sobremesa.play.match import Match


class Screen:
    """Tells a match move by move."""

    def __init__(self, match: Match, language: str, as_json: bool, plain: bool) -> None:
        self.match, self.language, self.as_json, self.plain = match, language, as_json, plain
        self.colour = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
        self.seat = -1
        self.thought: Thought | None = None
        """What the bot that chose last thinks, to be told with its move."""

    def begin(self) -> None:
        match = self.match
        if self.as_json:
            print_json(
                {"game": match.game.name, "seats": match.seats, "options": match.options, "players": match.players}
            )
            return
        options = ", ".join(
            f"{option.name} {option.write(match.options[option.name])}" for option in match.game.options
        )
        click.echo(f"{match.game.title} by {match.game.credit}; {options}")
        for seat, player in zip(match.seat_names, match.players, strict=True):
            click.echo(f"  {seat:8} {player}")

    def move(self, number: int) -> bool:
        """Tell the move of that number, counted from 0; whether there is anything to tell."""
        match = self.match
        move = match.moves[number]
        happened = match.events_of(number, REFEREE)
        if self.as_json:
            told = [event.data() | {"text": match.say(event, self.language)} for event in happened]
            thought = {"thought": self.thought.data()} if self.thought else {}
            row = {"n": number + 1, "seat": match.seat_name(move.seat), "move": move.text, "events": told}
            print_json(row | thought)
            self.thought = None
            return True
        if move.seat != self.seat and happened:
            click.echo()
            self.seat = move.seat
        for event in happened:
            click.echo(f"{number + 1:>4}  {move.text:12} {match.say(event, self.language)}.")
        if self.thought:
            click.echo(click.style(f"{'':19}{self.thought}", dim=True) if self.colour else f"{'':19}{self.thought}")
            self.thought = None
        return bool(happened)

    def board(self, match: Match) -> None:
        click.echo("\n" + (match.describe(REFEREE) if self.plain else match.board(REFEREE, self.colour)))

    def ending(self) -> dict[str, str | None] | None:
        """How people ended it; nothing where the rules did, or nobody has yet."""
        ending = self.match.ending
        if ending is None:
            return None
        return {"how": ending.how, "seat": self.match.seat_name(ending.seat) if ending.seat >= 0 else None}

    def end(self) -> None:
        match, result = self.match, self.match.result
        if self.as_json:
            print_json(
                {
                    "scores": result and result.scores,
                    "places": result and result.places,
                    "moves": len(match.moves),
                    "ending": self.ending(),
                }
            )
            return
        self.board(match)
        if match.ending:
            click.echo(f"\n{match.say_ending(self.language)}.")
        if result and match.seats > 1:
            order = sorted(zip(result.places, match.seat_names, match.players, strict=True))
            click.echo("\n" + "\n".join(f"{place:>3}. {seat} {player}".rstrip() for place, seat, player in order))
        elif not result:
            click.echo(f"\n{match.expected(self.language)}.")
