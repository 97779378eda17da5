"""Evenings of a club: who came, and who plays whom at which table."""

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    PrimaryKeyConstraint,
    String,
    Table,
    UniqueConstraint,
    false,
)

from sobremesa.server.database.schema.house import metadata

evenings = Table(
    "evenings",
    metadata,
    Column("id", String, primary_key=True),
    Column("name", String, nullable=False),
    Column("game", String, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("options", JSON, nullable=False),
    Column("manner", JSON, nullable=False),
    Column("kind", String, nullable=False),
    Column("rounds", Integer, nullable=False),
    Column("bot", String, nullable=False),
    Column("auto", Boolean, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("host", ForeignKey("guests.id"), index=True),
    Column("seed", String, nullable=False),
    Column("made", Float, nullable=False),
    Column("begun", Float),
    Column("ended", Float),
    Index("ix_evenings_listed", "ended", "made"),
)
comers = Table(
    "evening_comers",
    metadata,
    Column("evening", ForeignKey("evenings.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("person", ForeignKey("guests.id"), index=True),
    Column("name", String, nullable=False),
    Column("since", Integer, nullable=False),
    Column("until", Integer),
    Column("removed", Boolean, nullable=False, server_default=false()),
    PrimaryKeyConstraint("evening", "number"),
    UniqueConstraint("evening", "person", name="uq_evening_comers_person"),
)
rounds = Table(
    "evening_rounds",
    metadata,
    Column("evening", ForeignKey("evenings.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("byes", JSON, nullable=False),
    Column("made", Float, nullable=False),
    PrimaryKeyConstraint("evening", "number"),  # a round is drawn once, whoever is first
)
seated = Table(
    "evening_tables",
    metadata,
    Column("table", String, primary_key=True),  # which may be deleted, with the last who sat there
    Column("evening", ForeignKey("evenings.id"), nullable=False, index=True),
    Column("round", Integer, nullable=False),
    Column("number", Integer, nullable=False),
    Column("seats", JSON, nullable=False),
    Column("scores", JSON(none_as_null=True)),
    Column("ruled", Boolean, nullable=False, server_default=false()),
)
