"""What people made of the puzzles, what is believed of both, and the boards that were filled."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "9", "8"

PERSON = "guests.id"


def upgrade() -> None:
    op.create_table(
        "tries",
        sa.Column("person", sa.String, sa.ForeignKey(PERSON), nullable=False),
        sa.Column("puzzle", sa.String, nullable=False),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("made", sa.Float, nullable=False),
        sa.Column("state", sa.String, nullable=False),
        sa.Column("gain", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("person", "puzzle"),
    )
    op.create_table(
        "solvers",
        sa.Column("person", sa.String, sa.ForeignKey(PERSON), nullable=False),
        sa.Column("kind", sa.String, nullable=False),
        *_belief(),
        sa.PrimaryKeyConstraint("person", "kind"),
    )
    op.create_table(
        "puzzles",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("kind", sa.String, nullable=False, index=True),
        *_belief(),
    )
    op.create_table(
        "fills",
        sa.Column("person", sa.String, sa.ForeignKey(PERSON), nullable=False),
        sa.Column("puzzle", sa.String, nullable=False),
        sa.Column("points", sa.Integer, nullable=False),
        sa.Column("table", sa.String, sa.ForeignKey("tables.id"), nullable=False, index=True),
        sa.Column("made", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("person", "puzzle"),
    )


def _belief() -> list[sa.Column[float] | sa.Column[int]]:
    names = ("mu", sa.Float), ("sigma", sa.Float), ("tried", sa.Integer), ("solved", sa.Integer)
    return [sa.Column(name, kind, nullable=False) for name, kind in names]
