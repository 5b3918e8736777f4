"""Looking at images: their texts, colours and pixels, and comparing them with approved ones."""

import re
from html import unescape
from io import BytesIO
from pathlib import Path

import PIL.Image
from PIL import ImageChops, ImageStat

from bot.presenters.images import Image, render_png
from tests.support.snapshots import REWRITING

TEXT = re.compile(r"<text ([^>]*)>([^<]*)</text>")


def png(image: Image) -> bytes:
    """The file of an image."""
    return render_png(image.svg, image.alternative)


def opened(image: Image) -> PIL.Image.Image:
    """An image in pixels."""
    return PIL.Image.open(BytesIO(png(image))).convert("RGBA")


def texts(image: Image) -> list[str]:
    """The texts that are drawn."""
    return [unescape(text) for _, text in TEXT.findall(re.sub("</?tspan[^>]*>", "", image.svg))]


def luminance(colour: str) -> float:
    """The relative luminance, from 0 to 1 (WCAG 2.2)."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(colour: str, other: str) -> float:
    """The contrast ratio of two colours, from 1 to 21 (WCAG 2.2)."""
    dark, light = sorted((luminance(colour), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def check_approved(path: Path, image: Image) -> None:
    """Assert that an image looks as the approved one at a path, but for the smoothing of edges."""
    if REWRITING:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(png(image))
    with PIL.Image.open(path) as opened_file:
        approved = opened_file.convert("RGBA")
    shown = opened(image)
    assert shown.size == approved.size
    difference = ImageChops.difference(shown, approved).convert("RGB").convert("L")
    assert ImageStat.Stat(difference).mean[0] < 0.05
    assert not any(difference.histogram()[64:])
