"""What the house writes down about itself: a line each, for people or for programs. Nothing that anybody keeps secret
is ever part of it: no token, no password, no position."""

import json
import logging
import re
import sys
import time

PASSWORD = re.compile(r"(?<=://)([^\s:/@]*):[^\s/@]*@")
"""In an address of a database, which a driver may repeat."""


class Lines(logging.Formatter):
    """JSON, a line each."""

    def format(self, record: logging.LogRecord) -> str:
        told = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(record.created)),
            "level": record.levelname.lower(),
            "part": record.name,
            "worker": record.process,
            "said": without_passwords(record.getMessage()),
        }
        if record.exc_info:
            told["trouble"] = without_passwords(self.formatException(record.exc_info))
        return json.dumps(told, ensure_ascii=False)


class Plain(logging.Formatter):
    """For people."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(message)s", "%Y-%m-%d %H:%M:%S")

    def format(self, record: logging.LogRecord) -> str:
        return without_passwords(super().format(record))


def without_passwords(text: str) -> str:
    return PASSWORD.sub(r"\1:***@", text)


def keep(kind: str) -> None:
    """From now on everything goes to standard error, as `json` or `text`."""
    out = logging.StreamHandler(sys.stderr)
    out.setFormatter(Lines() if kind == "json" else Plain())
    root = logging.getLogger()
    root.handlers = [out]
    root.setLevel(logging.WARNING)
    own = logging.getLogger("sobremesa")
    own.handlers, own.propagate = [], True
    own.setLevel(logging.INFO if kind == "json" else logging.WARNING)
