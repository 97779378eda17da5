"""Ratings: who stands where on which ladder, and how they came there.

Who is on a ladder is written as `sobremesa.server.tables.rated` has it: a person's id, a bot or par. For one who has
deleted everything a word stands that nobody else has, as what others got depends on it.
"""

from sqlalchemy import Boolean, Column, Float, ForeignKey, Index, Integer, PrimaryKeyConstraint, String, Table, false

from sobremesa.server.database.schema.house import metadata

rated = Table(
    "rated",
    metadata,
    Column("table", String, primary_key=True),  # where a match began that counts; it may be gone since
    Column("done", Boolean, nullable=False, server_default=false(), index=True),  # whether it has been counted
)
ladders = Table(
    "ladders",
    metadata,
    Column("name", String, primary_key=True),
    Column("steps", Integer, nullable=False),  # how many there have been; whoever adds one holds this row
    Column("matches", Integer, nullable=False),
)
standings = Table(
    "standings",
    metadata,
    Column("ladder", ForeignKey("ladders.name"), nullable=False),
    Column("who", String, nullable=False, index=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("height", Float, nullable=False),  # follows from the two: for lists alone
    Column("matches", Integer, nullable=False),
    PrimaryKeyConstraint("ladder", "who"),
    Index("ix_standings_height", "ladder", "height"),
)
steps = Table(
    "steps",
    metadata,
    Column("ladder", ForeignKey("ladders.name"), nullable=False),
    Column("n", Integer, nullable=False),  # from 1, of a match or of two who turned out to be one
    Column("seat", Integer, nullable=False),
    Column("who", String, nullable=False, index=True),
    Column("side", Integer, nullable=False),
    Column("place", Integer, nullable=False),
    Column("lot", String, nullable=False),
    Column("other", String, nullable=False, server_default=""),  # the guest who turned out to be this person
    Column("table", String, nullable=False, index=True),
    Column("at", Float, nullable=False),
    Column("mu_before", Float, nullable=False),
    Column("sigma_before", Float, nullable=False),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    PrimaryKeyConstraint("ladder", "n", "seat"),
)
climbers = Table(
    "climbers",
    metadata,
    Column("person", ForeignKey("guests.id"), primary_key=True),
    Column("handle", String, nullable=False, unique=True),  # by which others ask about them
)
