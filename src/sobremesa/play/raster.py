"""Drawings as dots of colour: one as a PNG, several as a picture that moves.

It knows nothing of games, and loads at once: who must not wait for it runs it as a program of its own, with the wish
as JSON where it reads, and takes the picture from where it writes.
"""

import json
import os
import sys
from io import BytesIO
from typing import Any

from PIL import Image
from resvg_py import svg_to_bytes

from sobremesa.mistakes import BadOption

MOVING = "webp", "gif", "apng"
PACE, LAST = 800, 3000
"""Milliseconds that a moment of a picture that moves is shown, and the last one."""
TINTS = 96
"""Colours of a GIF, the same for all its moments: what has not changed then costs nothing."""


def still(drawing: str, width: int) -> bytes:
    """A drawing as a PNG, so many dots wide. Ours bring their letters along: no font is looked for."""
    return bytes(svg_to_bytes(svg_string=drawing, width=width, skip_system_fonts=True))


def moving(drawings: list[str], kind: str, width: int) -> bytes:
    """Drawings one after the other, again and again."""
    images = _same_size([Image.open(BytesIO(still(each, width))).convert("RGB") for each in drawings])
    times = [PACE] * (len(images) - 1) + [LAST]
    how: dict[str, Any]
    if kind == "webp":
        how = {"format": "WEBP", "quality": 80, "method": 2}
    elif kind == "apng":
        how = {"format": "PNG"}
    elif kind == "gif":
        tints = _palette(images)
        images = [each.quantize(palette=tints, dither=Image.Dither.NONE) for each in images]
        how = {"format": "GIF", "optimize": False}
    else:
        raise BadOption(f"A picture that moves is one of {', '.join(MOVING)}, not {kind}.")
    written = BytesIO()
    images[0].save(written, save_all=True, append_images=images[1:], duration=times, loop=0, **how)
    return written.getvalue()


def _same_size(images: list[Image.Image]) -> list[Image.Image]:
    """All as high as the highest: the cloth of the others goes on below, stripes and all."""
    width, height = images[0].width, max(each.height for each in images)
    for number, image in enumerate(images):
        if image.height < height:
            images[number] = longer = Image.new("RGB", (width, height))
            hem = image.crop((0, image.height - 1, width, image.height))
            longer.paste(image)
            longer.paste(hem.resize((width, height - image.height)), (0, image.height))
    return images


def _palette(images: list[Image.Image]) -> Image.Image:
    """Colours that do for the first, the middle and the last of them."""
    some = [images[0], images[len(images) // 2], images[-1]]
    sheet = Image.new("RGB", (images[0].width, images[0].height * len(some)))
    for number, image in enumerate(some):
        sheet.paste(image, (0, number * image.height))
    return sheet.quantize(TINTS, dither=Image.Dither.NONE)


def _serve() -> None:
    wish = json.load(sys.stdin)
    if hasattr(os, "nice"):
        os.nice(10)  # whoever plays goes first
    drawings, kind, width = wish["drawings"], wish["kind"], wish["width"]
    made = still(drawings[0], width) if kind == "png" else moving(drawings, kind, width)
    sys.stdout.buffer.write(made)


if __name__ == "__main__":
    _serve()
