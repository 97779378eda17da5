"""The results of the day's puzzle, what people report, and what moderators did about it."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "8", "7"

PERSON = "guests.id"


def upgrade() -> None:
    op.create_table(
        "attempts",
        sa.Column("day", sa.String, nullable=False),
        sa.Column("person", sa.String, sa.ForeignKey(PERSON), nullable=False, index=True),
        sa.Column("table", sa.String, sa.ForeignKey("tables.id"), nullable=False, unique=True),
        sa.Column("par", sa.Integer, nullable=False),
        sa.Column("begun", sa.Float, nullable=False),
        sa.Column("ended", sa.Float, index=True),
        sa.Column("points", sa.Integer),
        sa.PrimaryKeyConstraint("day", "person"),
    )
    op.create_index("ix_attempts_ranked", "attempts", ["day", "points", "ended"])
    op.create_table(
        "moderators",
        sa.Column("person", sa.String, sa.ForeignKey(PERSON), primary_key=True),
        sa.Column("made", sa.Float, nullable=False),
    )
    op.create_table(
        "mutes",
        sa.Column("listener", sa.String, sa.ForeignKey(PERSON), nullable=False),
        sa.Column("who", sa.String, sa.ForeignKey(PERSON), nullable=False, index=True),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("made", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("listener", "who"),
    )
    _reports()
    _actions()


def _reports() -> None:
    op.create_table(
        "reports",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("made", sa.Float, nullable=False),
        sa.Column("reporter", sa.String, sa.ForeignKey(PERSON), nullable=False, index=True),
        sa.Column("about", sa.String, sa.ForeignKey(PERSON), nullable=False),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("place", sa.String, nullable=False),
        sa.Column("reason", sa.String, nullable=False),
        sa.Column("text", sa.String, nullable=False),
        sa.Column("lines", sa.JSON, nullable=False),
        sa.Column("closed", sa.Float),
    )
    op.create_index("ix_reports_open", "reports", ["closed", "made"])
    op.create_index("ix_reports_about", "reports", ["about", "made"])


def _actions() -> None:
    op.create_table(
        "actions",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("made", sa.Float, nullable=False),
        sa.Column("person", sa.String, sa.ForeignKey(PERSON)),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("moderator", sa.String, sa.ForeignKey(PERSON), index=True),
        sa.Column("moderator_name", sa.String, nullable=False),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("reason", sa.String, nullable=False),
        sa.Column("why", sa.String, nullable=False),
        sa.Column("until", sa.Float),
        sa.Column("report", sa.String, sa.ForeignKey("reports.id"), index=True),
        sa.Column("told", sa.Float),
        sa.Column("lifted", sa.Float),
    )
    op.create_index("ix_actions_person", "actions", ["person", "kind"])
