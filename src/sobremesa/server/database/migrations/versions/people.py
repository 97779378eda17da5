"""A person has many sessions, and may have an account; the token of a guest becomes their first session."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "3", "2"

PERSON = "guests.id"
SAT = sa.text("kind IN ('sit', 'keep')")


def upgrade() -> None:
    op.create_index("ix_tables_owner", "tables", ["owner"])
    op.create_index("ix_entries_sat", "entries", ["who"], sqlite_where=SAT, postgresql_where=SAT)
    _guests_without_tokens() if op.get_bind().dialect.name == "sqlite" else _guests_without_a_column()
    op.create_table(
        "accounts",
        sa.Column("person", sa.String, sa.ForeignKey(PERSON), primary_key=True),
        sa.Column("login", sa.String, nullable=False, unique=True),
        sa.Column("password", sa.String),
        sa.Column("email", sa.String),
        sa.Column("made", sa.Float, nullable=False),
    )
    op.create_table(
        "passkeys",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("person", sa.String, sa.ForeignKey(PERSON), nullable=False, index=True),
        sa.Column("key", sa.String, nullable=False),
        sa.Column("count", sa.Integer, nullable=False),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("made", sa.Float, nullable=False),
        sa.Column("used", sa.Float, nullable=False),
    )
    op.create_table(
        "onces",
        sa.Column("hash", sa.String, primary_key=True),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("person", sa.String, sa.ForeignKey(PERSON), index=True),
        sa.Column("text", sa.String, nullable=False, server_default=""),
        sa.Column("until", sa.Float),
    )


def _sessions() -> None:
    op.create_table(
        "sessions",
        sa.Column("token", sa.String, primary_key=True),
        sa.Column("person", sa.String, sa.ForeignKey(PERSON), nullable=False, index=True),
        sa.Column("device", sa.String, nullable=False, server_default=""),
        sa.Column("made", sa.Float, nullable=False),
        sa.Column("seen", sa.Float, nullable=False),
    )


def _guests_without_a_column() -> None:
    _sessions()
    op.execute("INSERT INTO sessions SELECT token, id, '', made, made FROM guests")
    op.drop_column("guests", "token")
    op.add_column("guests", sa.Column("person", sa.String, sa.ForeignKey(PERSON)))
    op.create_index("ix_guests_person", "guests", ["person"])


def _guests_without_tokens() -> None:
    """SQLite cannot drop a column that is unique, nor a table that others refer to, unless it may look whether they
    still do when all is done."""
    op.execute("PRAGMA defer_foreign_keys = ON")
    op.execute("CREATE TEMPORARY TABLE before AS SELECT id, name, token, made FROM guests")
    op.drop_table("guests")
    op.create_table(
        "guests",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("made", sa.Float, nullable=False),
        sa.Column("person", sa.String, sa.ForeignKey(PERSON), index=True),
    )
    op.execute("INSERT INTO guests SELECT id, name, made, NULL FROM before")
    _sessions()
    op.execute("INSERT INTO sessions SELECT token, id, '', made, made FROM before")
    op.execute("DROP TABLE temp.before")
