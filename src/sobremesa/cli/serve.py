"""`sobremesa serve`"""

import contextlib
import os
import shutil
import socket
import sys
import tempfile
import webbrowser
from pathlib import Path
from urllib.parse import urlsplit

import click
import msgspec

from sobremesa.user_dir import home


@click.command()
@click.option(
    "--host", default="0.0.0.0", show_default=True, help="The address to listen at; 127.0.0.1 for this machine alone."
)
@click.option("--port", default=8765, show_default=True, type=click.IntRange(0, 65535))
@click.option("--data", type=click.Path(path_type=Path, dir_okay=False), help="The file in which everything is kept.")
@click.option(
    "--database", metavar="URL", help="A database of PostgreSQL instead of a file: postgresql://user@host/name"
)
@click.option("--redis", metavar="URL", help="The Redis by which workers talk: redis://host:6379/0")
@click.option("--workers", default=1, show_default=True, type=click.IntRange(1), help="Processes, with --redis.")
@click.option(
    "--logs", type=click.Choice(["text", "json"]), default="text", show_default=True, help="To standard error."
)
@click.option("--tls-cert", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--tls-key", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--open", "show", is_flag=True, help="Show the house in a browser, where there is one.")
@click.option(
    "--smtp", envvar="SOBREMESA_SMTP", metavar="URL", help="Who carries letters: smtp://user:password@host:port."
)
@click.option("--mail-from", metavar="ADDRESS", help="The address that letters come from.")
@click.option(
    "--public-url",
    envvar="SOBREMESA_PUBLIC_URL",
    metavar="URL",
    help="The address by which others come, for links and codes: https://play.example.org.",
)
@click.option("--no-limits", is_flag=True, help="Ask nobody to slow down: for measurements.")
def serve(
    host: str,
    port: int,
    data: Path | None,
    database: str | None,
    redis: str | None,
    workers: int,
    logs: str,
    tls_cert: Path | None,
    tls_key: Path | None,
    show: bool,
    smtp: str | None,
    mail_from: str | None,
    public_url: str | None,
    no_limits: bool,
) -> None:
    """Keep a house: tables for people and bots, on this machine and its network.

    Everything is kept in one file, and goes on where it was when the house opens again. Ctrl-C closes it. With a
    database and a Redis the house may have several workers, here and on other machines: any of them has any table.
    """
    import uvicorn

    from sobremesa.server import app, metrics
    from sobremesa.server.database import Store
    from sobremesa.server.http import client_files
    from sobremesa.server.http.addresses import Reach
    from sobremesa.server.http.fast_websocket import Wire
    from sobremesa.server.logs import keep, without_passwords
    from sobremesa.server.mail import Post
    from sobremesa.server.supervisor import Watching

    if (tls_cert is None) != (tls_key is None):
        raise click.UsageError("--tls-cert and --tls-key go together.")
    if data and database:
        raise click.UsageError("The house is kept in one place: --data or --database.")
    if redis and not database:
        raise click.UsageError("Workers that talk by Redis share a database: name one with --database.")
    if workers > 1 and not redis:
        raise click.UsageError("Several workers need a Redis to talk by: name one with --redis.")
    if (smtp is None) != (mail_from is None):
        raise click.UsageError("--smtp and --mail-from go together.")
    if smtp and mail_from:
        Post(smtp, mail_from)  # says what is wrong with it
    public = _public(public_url)
    with _listening(host, port) as listening:
        template = f"{'https' if tls_cert else 'http'}://{{}}:{listening.getsockname()[1]}/"
        everywhere = host in ("0.0.0.0", "::")
        reach = Reach(public, template if everywhere else "")
        here = template.format("127.0.0.1" if everywhere else f"[{host}]" if ":" in host else host)
        others = [public] if public else reach.own()
        setting = app.Setting(
            database or str((data or home() / "house.db").absolute()),
            redis or "",
            not no_limits,
            reach.public,
            logs,
            smtp or "",
            mail_from or "",
            reach.network,
        )
        config = uvicorn.Config(
            "sobremesa.server.app:worker",
            factory=True,
            workers=workers,
            log_level="warning",
            log_config=None,
            ssl_certfile=tls_cert,
            ssl_keyfile=tls_key,
            ws=Wire,
            ws_per_message_deflate=False,
            ws_max_size=65536,
            timeout_worker_healthcheck=60,
        )
        if workers > 1:
            Store(setting.home, shared=True).close()  # brought up to date once, and what is wrong is said once
            os.environ[app.WORKER] = msgspec.json.encode(setting).decode()
            os.environ[metrics.FOLDER] = tempfile.mkdtemp(prefix="sobremesa-counts-")
        else:
            keep(logs)
            config.app, config.factory = app.make(setting), False
        listening.listen(2048)  # whoever comes before all is ready waits, and is not turned away
        click.echo(
            f"Sobremesa is open at {here}"
            + "".join(f"\n  {'for others' if public else 'on this network'} at {each}" for each in others)
        )
        click.echo(f"  kept in {without_passwords(setting.place)}; Ctrl-C closes the house, and nothing is lost")
        if "index.html" not in client_files.PARTS:
            click.echo(f"  {client_files.UNBUILT}")
        if others:
            _show_code(others[0])
        if show:
            webbrowser.open(here)
        with contextlib.suppress(
            KeyboardInterrupt
        ):  # it has closed everything, and then says again that it was asked to
            if workers > 1:
                Watching(config, [listening]).run()
            else:
                app.steady()
                uvicorn.Server(config).run([listening])
    if workers > 1:
        shutil.rmtree(os.environ[metrics.FOLDER], ignore_errors=True)
    click.echo("The house is closed.")


def _listening(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Said to be TCP, so that asyncio knows it and sends at once; else a second message waits 40 ms for the first.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except OSError as error:
        listening.close()
        raise click.ClickException(f"The house cannot open at {host}, port {port}: {error.strerror}.") from None
    return listening


def _public(url: str | None) -> str:
    """Return the address by which others come, ending in a slash; nothing where none is given."""
    if not url:
        return ""
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.path.strip("/") or parts.query:
        raise click.UsageError("--public-url is written like https://play.example.org, without a path.")
    return f"{parts.scheme}://{parts.netloc}/"


def _show_code(address: str) -> None:
    """The address for a telephone's camera."""
    import segno

    segno.make(address).terminal(compact=True)
    sys.stdout.flush()
