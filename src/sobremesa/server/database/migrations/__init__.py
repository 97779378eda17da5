"""How the database came to look as it does: one step a file, in `versions`, each written once and never changed."""

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection


def configured(connection: Connection) -> Config:
    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", "sobremesa.server.database:migrations")
    config.set_main_option("path_separator", "os")
    return config


def upgrade(connection: Connection, to: str = "head") -> None:
    """All steps that are missing, in the transaction of that connection: afterwards either all are done or none is."""
    command.upgrade(configured(connection), to)
