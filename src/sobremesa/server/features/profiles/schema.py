"""What came of matches that are over, a row for each seat of a person: it follows from the logs, and is kept so that a
profile need not execute them."""

from sqlalchemy import Boolean, Column, Float, Index, Integer, PrimaryKeyConstraint, String, Table

from sobremesa.server.database.schema.house import metadata

played = Table(
    "played",
    metadata,
    Column("table", String, nullable=False),
    Column("seat", Integer, nullable=False),  # -1 where nothing is to be said of a table
    Column("person", String, nullable=False),  # nothing when they have deleted everything
    Column("game", String, nullable=False),
    Column("mode", String, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("at", Float, nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("sides", Integer, nullable=False),
    Column("place", Integer, nullable=False),  # of the side, from 1; 0 for who had several seats
    Column("shared", Boolean, nullable=False),  # whether another side has the same place
    Column("first", String, nullable=False),  # the first choice, as it is written
    PrimaryKeyConstraint("table", "seat"),
    Index("ix_played_person", "person", "at"),
)
