"""Standing orders: what somebody will do at a table if others do this or that."""

from sqlalchemy import JSON, Column, Float, ForeignKey, Integer, PrimaryKeyConstraint, String, Table

from sobremesa.server.database.schema.house import metadata

plans = Table(
    "plans",
    metadata,
    Column("table", ForeignKey("tables.id"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("n", Integer, nullable=False),  # counts its changes: of two at once one is first
    Column("person", ForeignKey("guests.id"), nullable=False, index=True),
    Column("made", Float, nullable=False),
    Column("entries", Integer, nullable=False),
    Column("choice", Integer, nullable=False),
    Column("branches", JSON, nullable=False),
    Column("at", Integer, nullable=False),
    Column("step", Integer, nullable=False),
    Column("done", JSON, nullable=False),
    Column("state", String, nullable=False),
    Column("why", String, nullable=False),
    PrimaryKeyConstraint("table", "seat", "n"),
)
