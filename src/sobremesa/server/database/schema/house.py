"""Who comes, what they sat at and what was done there; and what holds for the whole database."""

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
    Column("made", Float, nullable=False),
    Column("person", ForeignKey("guests.id"), index=True),  # who they turned out to be, by signing in
)
sessions = Table(
    "sessions",
    metadata,
    Column("token", String, primary_key=True),  # its hash
    Column("person", ForeignKey("guests.id"), nullable=False, index=True),
    Column("device", String, nullable=False, server_default=""),
    Column("made", Float, nullable=False),
    Column("seen", Float, nullable=False),
)
accounts = Table(
    "accounts",
    metadata,
    Column("person", ForeignKey("guests.id"), primary_key=True),
    Column("login", String, nullable=False, unique=True),  # as it is compared
    Column("password", String),  # its hash, where there is one
    Column("email", String),  # once it is known to be theirs
    Column("made", Float, nullable=False),
)
passkeys = Table(
    "passkeys",
    metadata,
    Column("id", String, primary_key=True),
    Column("person", ForeignKey("guests.id"), nullable=False, index=True),
    Column("key", String, nullable=False),
    Column("count", Integer, nullable=False),
    Column("name", String, nullable=False),
    Column("made", Float, nullable=False),
    Column("used", Float, nullable=False),
)
onces = Table(
    "onces",
    metadata,
    Column("hash", String, primary_key=True),
    Column("kind", String, nullable=False),
    Column("person", ForeignKey("guests.id"), index=True),
    Column("text", String, nullable=False, server_default=""),
    Column("until", Float),  # or for good
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
    Index("ix_tables_owner", "owner"),
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
Index(
    "ix_entries_sat",  # of the few entries by which somebody is found at a table
    entries.c.who,
    sqlite_where=entries.c.kind.in_(["sit", "keep"]),
    postgresql_where=entries.c.kind.in_(["sit", "keep"]),
)
