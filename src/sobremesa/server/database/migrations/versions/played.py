"""What came of matches that are over, for profiles; the house fills it in by and by."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "12", "11"


def upgrade() -> None:
    op.create_table(
        "played",
        sa.Column("table", sa.String, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("person", sa.String, nullable=False),
        sa.Column("game", sa.String, nullable=False),
        sa.Column("mode", sa.String, nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("sides", sa.Integer, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("shared", sa.Boolean, nullable=False),
        sa.Column("first", sa.String, nullable=False),
        sa.PrimaryKeyConstraint("table", "seat"),
    )
    op.create_index("ix_played_person", "played", ["person", "at"])
