"""A check before Sobremesa is packed as a wheel or an sdist: the client for the browser must have been built."""

import os
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PAGE = "src/sobremesa/server/web/index.html"
WITHOUT = "SOBREMESA_WITHOUT_CLIENT"


class Client(BuildHookInterface):
    """Refuses to pack a server without pages. An editable install is let through: it finds them once they are built."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version != "editable" and not os.environ.get(WITHOUT) and not Path(self.root, PAGE).exists():
            self.app.abort(
                "The client for the browser has not been built, so this package would have no pages: "
                f"run make client first, or set {WITHOUT}=1 to pack Sobremesa without them."
            )
