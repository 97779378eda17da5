"""A position to look at: as text, as a drawing, as dots of colour."""

from io import BytesIO

import numpy as np
from PIL import Image

from sobremesa.games.game import Game
from sobremesa.kernel import REFEREE, calls
from sobremesa.play import raster as dots


def text(game: Game, position: np.ndarray, eyes: int = REFEREE) -> str:
    """What a seat sees of a position, an array of one, drawn as text. The referee sees everything."""
    drawing: str = game.draw.draw(_view(game, position, eyes))
    return drawing


def svg(game: Game, position: np.ndarray, eyes: int = REFEREE, theme: str = "light") -> str:
    """The same as a drawing."""
    drawing: str = game.part("picture").svg(_view(game, position, eyes), theme)
    return drawing


def pixels(game: Game, position: np.ndarray, eyes: int = REFEREE, theme: str = "light", width: int = 640) -> np.ndarray:
    """The same as rows of red, green and blue, a byte each."""
    return raster(svg(game, position, eyes, theme), width)


def raster(drawing: str, width: int = 640) -> np.ndarray:
    """A drawing as rows of red, green and blue."""
    image = Image.open(BytesIO(dots.still(drawing, width)))
    return np.asarray(image.convert("RGB"))


def _view(game: Game, position: np.ndarray, eyes: int) -> dict[str, object]:
    seen = position.copy()
    if eyes != REFEREE:
        calls.hide(seen, eyes)
    view: dict[str, object] = game.view.view(seen.view(np.recarray)[0], eyes)
    return view
