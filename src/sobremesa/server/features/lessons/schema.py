"""The lessons that people have done."""

from sqlalchemy import Column, Float, ForeignKey, PrimaryKeyConstraint, String, Table

from sobremesa.server.database.schema.house import metadata

lessons = Table(
    "lessons",
    metadata,
    Column("person", ForeignKey("guests.id"), nullable=False),
    Column("lesson", String, nullable=False),
    Column("made", Float, nullable=False),  # when it was done for the first time
    PrimaryKeyConstraint("person", "lesson"),
)
