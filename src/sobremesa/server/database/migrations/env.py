"""What Alembic runs when it is asked for anything."""

from alembic import context

context.configure(connection=context.config.attributes["connection"])
context.run_migrations()
