"""The lessons that people have done."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "10", "9"


def upgrade() -> None:
    op.create_table(
        "lessons",
        sa.Column("person", sa.String, sa.ForeignKey("guests.id"), nullable=False),
        sa.Column("lesson", sa.String, nullable=False),
        sa.Column("made", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("person", "lesson"),
    )
