"""Matches looked at again: once for each bot and version of the rules."""

from sqlalchemy import JSON, Column, Float, ForeignKey, Integer, PrimaryKeyConstraint, String, Table

from sobremesa.server.database.schema.house import metadata

analyses = Table(
    "analyses",
    metadata,
    Column("table", ForeignKey("tables.id"), nullable=False),
    Column("bot", String, nullable=False),
    Column("rules", Integer, nullable=False),
    Column("by", String, nullable=False),  # who does it
    Column("beat", Float, nullable=False),  # when they last said that they are at it
    Column("state", String, nullable=False),
    Column("place", Integer, nullable=False),
    Column("moves", Integer, nullable=False),
    Column("rows", JSON, nullable=False),
    PrimaryKeyConstraint("table", "bot", "rules"),
)
