"""What the tables of the database look like now. How they came to look so is in `migrations`."""

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    false,
)

metadata = MetaData()
guests = Table(
    "guests",
    metadata,
    Column("id", String, primary_key=True),
    Column("name", String, nullable=False),
    Column("token", String, nullable=False, unique=True),
    Column("made", Float, nullable=False),
)
tables = Table(
    "tables",
    metadata,
    Column("id", String, primary_key=True),
    Column("game", String, nullable=False),
    Column("rules", Integer, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("options", JSON, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("owner", ForeignKey("guests.id"), nullable=False),
    Column("secret", String, nullable=False),
    Column("made", Float, nullable=False),
    Column("start", String, nullable=False, server_default=""),
    Column("over", Boolean, nullable=False, server_default=false()),  # follows from the log: for lists alone
    Index("ix_tables_listed", "over", "public", "made"),
)
entries = Table(
    "entries",
    metadata,
    Column("table", ForeignKey("tables.id"), nullable=False),
    Column("n", Integer, nullable=False),
    Column("kind", String, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("who", String, nullable=False),
    Column("text", String, nullable=False),
    Column("at", Float, nullable=False),
    PrimaryKeyConstraint("table", "n"),  # settles every race
    sqlite_with_rowid=False,
)

REVISIONS = "1", "2"
"""The steps in `migrations` that lead here, the last one last."""

revision = Table("alembic_version", MetaData(), Column("version_num", String(32), primary_key=True))
