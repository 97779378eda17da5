"""`sobremesa serve`"""

import contextlib
import gc
import socket
import sys
import webbrowser
from pathlib import Path

import click

from sobremesa.home import home


@click.command()
@click.option(
    "--host", default="0.0.0.0", show_default=True, help="The address to listen at; 127.0.0.1 for this machine alone."
)
@click.option("--port", default=8765, show_default=True, type=click.IntRange(0, 65535))
@click.option("--data", type=click.Path(path_type=Path, dir_okay=False), help="The file in which everything is kept.")
@click.option("--tls-cert", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--tls-key", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--open", "show", is_flag=True, help="Show the house in a browser, where there is one.")
@click.option("--no-limits", is_flag=True, help="Ask nobody to slow down: for measurements.")
def serve(
    host: str, port: int, data: Path | None, tls_cert: Path | None, tls_key: Path | None, show: bool, no_limits: bool
) -> None:
    """Keep a house: tables for people and bots, on this machine and its network.

    Everything is kept in one file, and goes on where it was when the house opens again. Ctrl-C closes it.
    """
    import uvicorn

    from sobremesa.server.app import make
    from sobremesa.server.wire import Wire

    if (tls_cert is None) != (tls_key is None):
        raise click.UsageError("--tls-cert and --tls-key go together.")
    path = data or home() / "house.db"
    with _listening(host, port) as listening:
        scheme, number = "https" if tls_cert else "http", listening.getsockname()[1]
        addresses = [f"{scheme}://{name}:{number}/" for name in _names(host)]
        house = make(path, kept=not no_limits, address="".join(addresses[1:]))
        listening.listen(2048)  # whoever comes before all is ready waits, and is not turned away
        click.echo(
            f"Sobremesa is open at {addresses[0]}" + "".join(f"\n  on this network at {each}" for each in addresses[1:])
        )
        click.echo(f"  kept in {path}; Ctrl-C closes the house, and nothing is lost")
        if len(addresses) > 1:
            _show_code(addresses[1])
        if show:
            webbrowser.open(addresses[0])
        config = uvicorn.Config(
            house,
            log_level="warning",
            ssl_certfile=tls_cert,
            ssl_keyfile=tls_key,
            ws=Wire,
            ws_per_message_deflate=False,
            ws_max_size=65536,
        )
        _make_steady()
        with contextlib.suppress(
            KeyboardInterrupt
        ):  # it has closed everything, and then says again that it was asked to
            uvicorn.Server(config).run([listening])
    click.echo("The house is closed.")


def _make_steady() -> None:
    """Nobody waits for the collector of garbage to look at all tables, nor long for the thread that writes."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 50, 100)
    sys.setswitchinterval(0.0005)


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


def _names(host: str) -> list[str]:
    """What this machine is called: by itself, and on its network where it can be reached from there."""
    if host not in ("0.0.0.0", "::"):
        return [f"[{host}]" if ":" in host else host]
    names = ["127.0.0.1"]
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # sends nothing: it asks which address would be used
        names.append(probe.getsockname()[0])
    return names


def _show_code(address: str) -> None:
    """The address for a telephone's camera."""
    import segno

    segno.make(address).terminal(compact=True)
    sys.stdout.flush()
