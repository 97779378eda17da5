"""WebSockets as Uvicorn speaks them, with a short way for what is heard and told all the time.

Whoever has taken a wire hears each text message as it arrives and tells by writing, without a queue and a task in
between; what is told in one round of the loop goes out together. Everything else, the handshake, pings, closing,
messages in several frames, is Uvicorn's and websockets' own.
"""

from typing import Any, Protocol

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

try:
    from websockets.speedups import apply_mask
except ImportError:  # no compiler where it was built
    from websockets.utils import apply_mask

NAME = "sobremesa.wire"
"""Under this the application finds the wire among the extensions of the scope."""
MOST_UNREAD = 1 << 20
"""Bytes that may wait for a client that does not read."""
MOST_UNHEARD = 64
"""Messages of one client that may wait for an answer before no more are read."""
WHOLE_TEXT, CONTROL = 0x81, 0x88
MASKED = 0x80


class Listener(Protocol):
    """Who hears what comes."""

    @property
    def unheard(self) -> int:
        """How many messages wait."""

    def hear(self, message: bytes) -> None: ...

    def gone(self) -> None:
        """The client has gone."""


_posted: list["Wire"] = []


def post(wire: "Wire") -> None:
    """What a wire has to tell goes out when this round of the loop is done, after what all the others have."""
    if not _posted or _posted[0].loop is not wire.loop:  # or those of another loop have been left behind
        _posted.clear()
        wire.loop.call_soon(_collect)
    _posted.append(wire)


def _collect() -> None:
    wires = _posted[:]
    _posted.clear()
    for wire in wires:
        wire.leave()


class Wire(WebSocketsSansIOProtocol):
    def __init__(self, *parts: Any, **more: Any) -> None:
        super().__init__(*parts, **more)
        self.listener: Listener | None = None
        self._rest = b""
        self._plain = True
        """Whether frames are looked at here, before anything else: until one comes that is not simple."""
        self._leaving: list[bytes] = []

    def listen(self, listener: Listener) -> None:
        """From now on every message goes there."""
        self.listener = listener
        self._pass_on()
        if self.disconnected:
            listener.gone()

    def read_on(self) -> None:
        """One more message has been heard: if too many waited, there is room again."""
        if self.read_paused and self.listener and self.listener.unheard < MOST_UNHEARD:
            self.read_paused = False
            self.transport.resume_reading()

    def tell(self, data: bytes) -> bool:
        """Send a text; not if the client has left too much unread."""
        if self.close_sent or self.disconnected or self.transport.is_closing():
            return True  # nobody is there to read it
        if not self._leaving:
            if self.transport.get_write_buffer_size() > MOST_UNREAD:
                return False
            post(self)
        size = len(data)
        if size < 126:
            head = bytes((WHOLE_TEXT, size))
        elif size < 1 << 16:
            head = b"\x81\x7e" + size.to_bytes(2, "big")
        else:
            head = b"\x81\x7f" + size.to_bytes(8, "big")
        self._leaving += head, data
        return True

    def leave(self) -> None:
        """What was told goes out."""
        data, self._leaving = b"".join(self._leaving), []
        if data and not self.transport.is_closing():
            self.transport.write(data)

    async def send(self, message: Any) -> None:
        self.leave()  # what was told before goes out before
        await super().send(message)

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            extensions: Any = self.scope["extensions"]
            extensions[NAME] = self

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if self.listener:
            self.listener.gone()

    def data_received(self, data: bytes) -> None:
        listener = self.listener
        if listener is None or not self._plain:
            super().data_received(data)
            return
        self._rest += data
        while frame := self._frame():
            kind, head, size = frame
            whole, self._rest = self._rest[:size], self._rest[size:]
            if kind == WHOLE_TEXT:
                listener.hear(apply_mask(whole[head:], whole[head - 4 : head]))
            elif kind:
                super().data_received(whole)
            else:
                self._plain = False
                super().data_received(whole)
                return
        if listener.unheard > MOST_UNHEARD and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    def _frame(self) -> tuple[int, int, int] | None:
        """The kind, the length of the head and the whole length of the next frame, once all of it is here; of kind 0 is
        whatever is neither a whole text nor a control frame, and all that comes after it."""
        rest = self._rest
        if len(rest) < 2:
            return None
        kind, size, head = rest[0], rest[1] & 127, 6
        if (kind != WHOLE_TEXT and kind < CONTROL) or not rest[1] & MASKED or size == 127:
            return 0, 0, len(rest)
        if size == 126:
            size, head = int.from_bytes(rest[2:4], "big"), 8
        whole = head + size
        return (kind, head, whole) if len(rest) >= whole else None

    def handle_events(self) -> None:
        super().handle_events()
        self._pass_on()

    def _pass_on(self) -> None:
        """Messages in several frames, and binary ones, are heard too, and those that came before anybody listened."""
        while self.listener and not self.queue.empty():
            event = self.queue.get_nowait()
            if event["type"] == "websocket.receive":
                text = event.get("text")
                self.listener.hear((event.get("bytes") or b"") if text is None else text.encode())
            elif event["type"] == "websocket.disconnect":
                self.listener.gone()
        self.read_on()
