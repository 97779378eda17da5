"""What people made of the puzzles, what is believed of both, and the boards that were filled."""

from sqlalchemy import Column, Float, ForeignKey, Integer, PrimaryKeyConstraint, String, Table

from sobremesa.server.database.schema.house import metadata

tries = Table(
    "tries",
    metadata,
    Column("person", ForeignKey("guests.id"), nullable=False),
    Column("puzzle", String, nullable=False),
    Column("kind", String, nullable=False),
    Column("made", Float, nullable=False),
    Column("state", String, nullable=False),
    Column("gain", Float, nullable=False),  # by which the rating changed
    PrimaryKeyConstraint("person", "puzzle"),  # settles which try counts
)
solvers = Table(
    "solvers",
    metadata,
    Column("person", ForeignKey("guests.id"), nullable=False),
    Column("kind", String, nullable=False),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("tried", Integer, nullable=False),
    Column("solved", Integer, nullable=False),
    PrimaryKeyConstraint("person", "kind"),
)
puzzles = Table(
    "puzzles",
    metadata,
    Column("id", String, primary_key=True),
    Column("kind", String, nullable=False, index=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("tried", Integer, nullable=False),
    Column("solved", Integer, nullable=False),
)
fills = Table(
    "fills",
    metadata,
    Column("person", ForeignKey("guests.id"), nullable=False),
    Column("puzzle", String, nullable=False),
    Column("points", Integer, nullable=False),
    Column("table", ForeignKey("tables.id"), nullable=False, index=True),
    Column("made", Float, nullable=False),
    PrimaryKeyConstraint("person", "puzzle"),
)
