"""What the tables of the database look like now. How they came to look so is in `migrations`."""

from sqlalchemy import Column, MetaData, String, Table

from sobremesa.server.store.schema import analyses, day, evenings, ladders, lessons, orders, played, puzzles, turns
from sobremesa.server.store.schema.house import accounts, entries, guests, metadata, onces, passkeys, sessions, tables

__all__ = [
    "REVISIONS",
    "accounts",
    "analyses",
    "day",
    "entries",
    "evenings",
    "guests",
    "ladders",
    "lessons",
    "metadata",
    "onces",
    "orders",
    "passkeys",
    "played",
    "puzzles",
    "revision",
    "sessions",
    "tables",
    "turns",
]

REVISIONS = "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"
"""The steps in `migrations` that lead here, the last one last."""

revision = Table("alembic_version", MetaData(), Column("version_num", String(32), primary_key=True))
