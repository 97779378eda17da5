"""Play by correspondence: who is awaited where and until when, who is away, and how people like to be told."""

from sqlalchemy import Boolean, Column, Float, ForeignKey, Index, Integer, PrimaryKeyConstraint, String, Table, text

from sobremesa.server.database.schema.house import entries, metadata

waits = Table(  # follows from the logs: for lists alone, so nothing in it holds anything else fast
    "waits",
    metadata,
    Column("table", String, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("person", String, nullable=False, index=True),
    Column("game", String, nullable=False),
    Column("since", Float),
    Column("until", Float, index=True),
    Column("remind", Float),
    Column("away", Float, nullable=False),
    Column("told", Integer, nullable=False),
    Column("count", Integer, nullable=False),
    PrimaryKeyConstraint("table", "seat"),
)
pushes = Table(
    "pushes",
    metadata,
    Column("id", String, primary_key=True),
    Column("session", String, nullable=False, index=True),  # it may have ended: then nothing is told there
    Column("endpoint", String, nullable=False),
    Column("key", String, nullable=False),
    Column("secret", String, nullable=False),
    Column("language", String, nullable=False),
    Column("origin", String, nullable=False),
    Column("made", Float, nullable=False),
)
ways = Table(
    "ways",
    metadata,
    Column("person", ForeignKey("guests.id"), primary_key=True),
    Column("letters", Boolean, nullable=False),
    Column("language", String, nullable=False),
    Column("origin", String, nullable=False),
)
vacations = Table(
    "vacations",
    metadata,
    Column("person", ForeignKey("guests.id"), nullable=False),
    Column("begins", Float, nullable=False),
    Column("ends", Float, nullable=False),
    PrimaryKeyConstraint("person", "begins"),
)
errands = Table(
    "errands",
    metadata,
    Column("key", String, primary_key=True),  # settles who writes it
    Column("table", String, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("person", String, nullable=False),
    Column("since", Float, nullable=False),
    Column("kind", String, nullable=False),
    Column("way", String, nullable=False),
    Column("to", String, nullable=False),
    Column("who", String, nullable=False),
    Column("until", Float, nullable=False),
    Column("due", Float, nullable=False, index=True),
    Column("tries", Integer, nullable=False),
)
settings = Table(
    "settings",
    metadata,
    Column("name", String, primary_key=True),
    Column("value", String, nullable=False),
)
Index(
    "ix_entries_manner",  # of the few entries by which tables for correspondence are found
    entries.c.table,
    sqlite_where=text("kind = 'manner'"),
    postgresql_where=text("kind = 'manner'"),
)
