"""What is reported of people, and what is done about it."""

from sobremesa.server.features.moderation.models import Action, Report


def reported(kept, name="r", reporter="a", about="b"):
    """Keep a report of what somebody said."""
    lines = [["a", "red", "A", "hello", 1.0], ["b", "green", "B", "you", 2.0]]
    kept.report(Report(name, 1.0, reporter, about, about.upper(), "table", "insult", "text", lines))


def action(name="x", kind="silence", person="b", report="r", until=None, moderator="c"):
    """Return what a moderator does about somebody."""
    return Action(name, 5.0, person, "B", moderator, "C", kind, "insult", "why", until, report)
