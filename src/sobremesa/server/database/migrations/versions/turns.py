"""Play by correspondence: who is awaited where and until when, who is away, and how people like to be told."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "5", "4"

PERSON = "guests.id"
MANNER = sa.text("kind = 'manner'")


def upgrade() -> None:
    op.create_table(
        "waits",
        sa.Column("table", sa.String, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("person", sa.String, nullable=False, index=True),
        sa.Column("game", sa.String, nullable=False),
        sa.Column("since", sa.Float),
        sa.Column("until", sa.Float, index=True),
        sa.Column("remind", sa.Float),
        sa.Column("away", sa.Float, nullable=False),
        sa.Column("told", sa.Integer, nullable=False),
        sa.Column("count", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("table", "seat"),
    )
    op.create_table(
        "pushes",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("session", sa.String, nullable=False, index=True),
        sa.Column("endpoint", sa.String, nullable=False),
        sa.Column("key", sa.String, nullable=False),
        sa.Column("secret", sa.String, nullable=False),
        sa.Column("language", sa.String, nullable=False),
        sa.Column("origin", sa.String, nullable=False),
        sa.Column("made", sa.Float, nullable=False),
    )
    op.create_table(
        "ways",
        sa.Column("person", sa.String, sa.ForeignKey(PERSON), primary_key=True),
        sa.Column("letters", sa.Boolean, nullable=False),
        sa.Column("language", sa.String, nullable=False),
        sa.Column("origin", sa.String, nullable=False),
    )
    op.create_table(
        "vacations",
        sa.Column("person", sa.String, sa.ForeignKey(PERSON), nullable=False),
        sa.Column("begins", sa.Float, nullable=False),
        sa.Column("ends", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("person", "begins"),
    )
    _errands()
    op.create_table(
        "settings",
        sa.Column("name", sa.String, primary_key=True),
        sa.Column("value", sa.String, nullable=False),
    )
    op.create_index("ix_entries_manner", "entries", ["table"], sqlite_where=MANNER, postgresql_where=MANNER)


def _errands() -> None:
    op.create_table(
        "errands",
        sa.Column("key", sa.String, primary_key=True),
        sa.Column("table", sa.String, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("person", sa.String, nullable=False),
        sa.Column("since", sa.Float, nullable=False),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("way", sa.String, nullable=False),
        sa.Column("to", sa.String, nullable=False),
        sa.Column("who", sa.String, nullable=False),
        sa.Column("until", sa.Float, nullable=False),
        sa.Column("due", sa.Float, nullable=False, index=True),
        sa.Column("tries", sa.Integer, nullable=False),
    )
