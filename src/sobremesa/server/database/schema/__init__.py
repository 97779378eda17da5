"""What the tables of the database look like now. How they came to look so is in `migrations`."""

from sqlalchemy import Column, MetaData, String, Table

from sobremesa.server.database.schema.house import (
    accounts,
    entries,
    guests,
    metadata,
    onces,
    passkeys,
    sessions,
    tables,
)
from sobremesa.server.features.analysis import schema as analysis_schema
from sobremesa.server.features.correspondence import schema as correspondence_schema
from sobremesa.server.features.daily import schema as daily_schema
from sobremesa.server.features.ladders import schema as ladders_schema
from sobremesa.server.features.lessons import schema as lessons_schema
from sobremesa.server.features.plans import schema as plans_schema
from sobremesa.server.features.profiles import schema as profiles_schema
from sobremesa.server.features.puzzles import schema as puzzles_schema
from sobremesa.server.features.tournaments import schema as tournaments_schema

__all__ = [
    "REVISIONS",
    "accounts",
    "analysis_schema",
    "correspondence_schema",
    "daily_schema",
    "entries",
    "guests",
    "ladders_schema",
    "lessons_schema",
    "metadata",
    "onces",
    "passkeys",
    "plans_schema",
    "profiles_schema",
    "puzzles_schema",
    "revision",
    "sessions",
    "tables",
    "tournaments_schema",
]

REVISIONS = "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"
"""The steps in `migrations` that lead here, the last one last."""

revision = Table("alembic_version", MetaData(), Column("version_num", String(32), primary_key=True))
