"""A WebSocket client that costs little, so that the one who measures does not hold up what is measured."""

import asyncio
import os
from base64 import b64encode

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10


class Wire(asyncio.Protocol):
    """One open socket; whatever comes is given to `heard` as bytes."""

    def __init__(self, request, heard, began):
        self.request, self.heard, self.began, self.ponged = request, heard, began, lambda: None
        self.rest, self.opened, self.transport = b"", asyncio.get_running_loop().create_future(), None

    def connection_made(self, transport):
        self.transport = transport
        transport.write(self.request)

    def connection_lost(self, error):
        if not self.opened.done():
            self.opened.set_exception(error or ConnectionError("the server has closed the socket"))

    def data_received(self, data):
        data = self.rest + data if self.rest else data
        if not self.opened.done():
            head, found, data = data.partition(b"\r\n\r\n")
            if not found:
                self.rest = head
                return
            if b" 101 " not in head[:20]:
                self.opened.set_exception(ConnectionError(head.decode()))
                return
            self.opened.set_result(None)
            self.began(self)
        at = 0
        while len(data) >= at + 2:
            kind, size, start = data[at] & 15, data[at + 1], at + 2
            if size > 125:
                start += 2 if size == 126 else 8
                size = int.from_bytes(data[at + 2 : start], "big")
            if len(data) < start + size:
                break
            at = start + size
            if kind == TEXT:
                self.heard(data[start:at])
            elif kind == PING:
                self.send(data[start:at], PONG)
            elif kind == PONG:
                self.ponged()
            elif kind == CLOSE:
                self.transport.close()
        self.rest = data[at:]

    def send(self, data, kind=TEXT):
        """The mask is of zeros: what is masked with it stays as it is."""
        size = len(data)
        length = bytes([128 | size]) if size < 126 else b"\xfe" + size.to_bytes(2, "big")
        self.transport.write(bytes([128 | kind]) + length + b"\0\0\0\0" + data)

    def close(self):
        self.transport.close()


async def connect(port, path, heard, head=(), began=lambda wire: None):
    """Open a socket; `began` is called with it before anything is heard."""
    lines = [
        *(f"GET {path} HTTP/1.1", f"Host: 127.0.0.1:{port}", "Upgrade: websocket", "Connection: Upgrade"),
        *(f"Sec-WebSocket-Key: {b64encode(os.urandom(16)).decode()}", "Sec-WebSocket-Version: 13", *head),
    ]
    request = ("\r\n".join(lines) + "\r\n\r\n").encode()
    _, wire = await asyncio.get_running_loop().create_connection(lambda: Wire(request, heard, began), "127.0.0.1", port)
    await asyncio.wait_for(wire.opened, 30)
    return wire
