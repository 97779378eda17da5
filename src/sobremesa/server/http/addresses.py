"""Where others reach this server: for links and codes that people pass on."""

import contextlib
import ipaddress
import socket
import struct
from typing import Any

FORWARDED = "forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip"
"""What a proxy adds to a request."""
GET_ADDRESS = 0x8915
"""What Linux calls asking an interface for its address."""


def is_loopback(host: str | None) -> bool:
    """Return whether a name leads to the machine that uses it."""
    name = (host or "").rstrip(".").lower()
    with contextlib.suppress(ValueError):
        return ipaddress.ip_address(name).is_loopback
    return name == "localhost" or name.endswith(".localhost")


class Reach:
    """The addresses of a server."""

    def __init__(self, public: str = "", network: str = "") -> None:
        self.public = public
        """The address that the owner of the server has given; ends in a slash."""
        self.network = network
        """With a blank for the host, if the server listens at all addresses of this machine: `http://{}:8765/`."""

    def own(self) -> list[str]:
        """Return where others on the network reach the server, the likeliest first. Networks come and go."""
        return [self.network.format(each) for each in network_addresses()] if self.network else []

    def address(self, request: Any) -> str:
        """Return the address by which others reach the server, ending in a slash; nothing where they cannot.

        Only a caller on this machine is told what the machine is called on its network.
        """
        if self.public:
            return self.public
        if not is_loopback(request.url.hostname):
            return str(request.base_url)
        return next(iter(self.own()), "") if self._is_here(request) else ""

    @staticmethod
    def _is_here(request: Any) -> bool:
        passed_on = any(name in request.headers for name in FORWARDED)
        return not passed_on and request.client is not None and is_loopback(request.client.host)


def network_addresses() -> list[str]:
    """Return the addresses of this machine on its networks; that by which it reaches others comes first."""
    found = []
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # sends nothing: it asks which address would be used
        found.append(probe.getsockname()[0])
    found += _of_interfaces()
    return [each for each in dict.fromkeys(found) if not is_loopback(each) and each != "0.0.0.0"]


def _of_interfaces() -> list[str]:
    """Return the address of each network interface where the system tells them, else those of the machine's name."""
    found = []
    try:
        import fcntl

        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
            for _, name in socket.if_nameindex():
                with contextlib.suppress(OSError):  # it has none
                    told = fcntl.ioctl(asking.fileno(), GET_ADDRESS, struct.pack("256s", name.encode()[:15]))
                    found.append(socket.inet_ntoa(told[20:24]))
    except (ImportError, OSError):
        pass
    if not found:
        with contextlib.suppress(OSError):
            found = [str(each[4][0]) for each in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    return found
