"""A table has a position to start from, and is listed until its match is over."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "2", "1"


def upgrade() -> None:
    op.add_column("tables", sa.Column("start", sa.String, nullable=False, server_default=""))
    op.add_column("tables", sa.Column("over", sa.Boolean, nullable=False, server_default=sa.false()))
    op.drop_index("ix_tables_public", "tables")
    op.create_index("ix_tables_listed", "tables", ["over", "public", "made"])
