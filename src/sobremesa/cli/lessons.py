"""`sobremesa lessons`"""

import click

from sobremesa.cli.options import language
from sobremesa.cli.typed import marked
from sobremesa.games.words import LANGUAGES
from sobremesa.lessons import Lesson, begun, follow
from sobremesa.lessons import lessons as lessons_of
from sobremesa.lessons.progress import play
from sobremesa.mistakes import BadOption, Mistake

ASIDE = "  board: the board again; show: how it is done; back: from where this step began; quit: leave"


@click.command()
@click.argument("game", required=False)
@click.argument("number", type=int, required=False)
@language
def lessons(game: str | None, number: int | None, language: str) -> None:
    """Learn a game by doing: short lessons on real positions.

    \b
    sobremesa lessons                 the lessons there are
    sobremesa lessons splut           those of one game
    sobremesa lessons splut 3         play the third
    """
    from sobremesa import games

    if number is None:
        for name in [games.find(game).name] if game else games.names():
            click.echo(f"{games.find(name).title}  (sobremesa lessons {name} NUMBER)")
            for n, lesson in enumerate(lessons_of(name), 1):
                click.echo(f"  {n:2}  {lesson.title[language]}")
        return
    every = lessons_of(games.find(game or "").name)
    if not 1 <= number <= len(every):
        raise BadOption(f"The lessons of {games.find(game or '').title} have the numbers 1 to {len(every)}.")
    _play(every[number - 1], language)
    if number < len(every):
        click.echo(f"\nThe next one: sobremesa lessons {every[0].game} {number + 1}")


def _play(lesson: Lesson, language: str) -> None:
    choices: list[str] = []
    click.echo(f"{lesson.title[language]}\n{ASIDE}")
    reached = follow(lesson, choices, language)
    _board(lesson, choices)
    while not reached.over:
        click.echo(f"\n{reached.asked}")
        word = click.prompt(">", prompt_suffix=" ").strip()
        if word == "quit":
            raise click.exceptions.Exit
        if word == "board":
            _board(lesson, choices)
            continue
        if word == "show":
            click.echo("  " + ", ".join(lesson.steps[reached.step].shown))
            continue
        if word == "back":
            choices = choices[: reached.step]
        else:
            try:
                choices = _chosen(lesson, [*choices, marked(word)])
            except Mistake as mistake:
                click.echo(str(mistake))
                continue
        reached = follow(lesson, choices, language)
        _board(lesson, choices)
        if reached.said or reached.verdict == "wrong":
            click.echo(f"\n{reached.said or 'That does not do it: try something else.'}")
        if reached.verdict == "wrong":
            choices = choices[: reached.step]
            reached = follow(lesson, choices, language)
            _board(lesson, choices)


def _chosen(lesson: Lesson, choices: list[str]) -> list[str]:
    """The choices, if the rules allow the last one."""
    follow(lesson, choices, LANGUAGES[0])
    return choices


def _board(lesson: Lesson, choices: list[str]) -> None:
    """The board as it is after these choices, for who learns."""
    match = begun(lesson)
    play(match, "\n".join(follow(lesson, choices, LANGUAGES[0]).moves).replace(": ", " "))
    click.echo(f"\n{match.board(lesson.seat)}\n")
