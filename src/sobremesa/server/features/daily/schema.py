"""The results of the day's puzzle, what people report, and what moderators did about it."""

from sqlalchemy import JSON, Column, Float, ForeignKey, Index, Integer, PrimaryKeyConstraint, String, Table

from sobremesa.server.database.schema.house import metadata

attempts = Table(
    "attempts",
    metadata,
    Column("day", String, nullable=False),
    Column("person", ForeignKey("guests.id"), nullable=False, index=True),
    Column("table", ForeignKey("tables.id"), nullable=False, unique=True),
    Column("par", Integer, nullable=False),
    Column("begun", Float, nullable=False),
    Column("ended", Float, index=True),  # nothing while it is played
    Column("points", Integer),  # nothing where the area was not filled in time
    PrimaryKeyConstraint("day", "person"),  # settles which try counts
    Index("ix_attempts_ranked", "day", "points", "ended"),
)
moderators = Table(
    "moderators",
    metadata,
    Column("person", ForeignKey("guests.id"), primary_key=True),
    Column("made", Float, nullable=False),
)
mutes = Table(
    "mutes",
    metadata,
    Column("listener", ForeignKey("guests.id"), nullable=False),
    Column("who", ForeignKey("guests.id"), nullable=False, index=True),
    Column("name", String, nullable=False),  # what they were called then
    Column("made", Float, nullable=False),
    PrimaryKeyConstraint("listener", "who"),
)
reports = Table(
    "reports",
    metadata,
    Column("id", String, primary_key=True),
    Column("made", Float, nullable=False),
    Column("reporter", ForeignKey("guests.id"), nullable=False, index=True),
    Column("about", ForeignKey("guests.id"), nullable=False),
    Column("name", String, nullable=False),  # what they were called then
    Column("place", String, nullable=False),  # the table, which may be gone
    Column("reason", String, nullable=False),
    Column("text", String, nullable=False),
    Column("lines", JSON, nullable=False),  # what was said there last
    Column("closed", Float),
    Index("ix_reports_open", "closed", "made"),
    Index("ix_reports_about", "about", "made"),
)
actions = Table(
    "actions",
    metadata,
    Column("id", String, primary_key=True),
    Column("made", Float, nullable=False),
    Column("person", ForeignKey("guests.id")),  # about whom; nothing when they have deleted everything
    Column("name", String, nullable=False),  # what they were called then
    Column("moderator", ForeignKey("guests.id"), index=True),
    Column("moderator_name", String, nullable=False),
    Column("kind", String, nullable=False),
    Column("reason", String, nullable=False),
    Column("why", String, nullable=False),
    Column("until", Float),  # or for good
    Column("report", ForeignKey("reports.id"), index=True),
    Column("told", Float),
    Column("lifted", Float),
    Index("ix_actions_person", "person", "kind"),
)
