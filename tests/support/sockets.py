"""Closes the sockets that the tests of a module leave open.

A socket has a thread that sends a ping now and then, with a number from the `random` module. Left open, it would do so
in the middle of later tests, of which some look whether that module was used.
"""

import weakref

import pytest
from websockets.sync.client import ClientConnection

_opened = weakref.WeakSet()
_open = ClientConnection.__init__


def _remember(connection, *arguments, **named):
    _open(connection, *arguments, **named)
    _opened.add(connection)


ClientConnection.__init__ = _remember


@pytest.fixture(scope="module", autouse=True)
def sockets_closed():
    yield
    for connection in list(_opened):
        with connection:  # closes it, even where its handshake failed
            pass
    _opened.clear()
