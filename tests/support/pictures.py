"""Looking at pictures: their texts, colours and pixels, and comparing them with approved ones."""

import re
from html import unescape
from io import BytesIO

from PIL import Image, ImageChops, ImageStat

from bot.presenters.pictures import Picture, render
from tests.support.snapshots import FOLDERS, REWRITING

TEXT = re.compile(r"<text ([^>]*)>([^<]*)</text>")
_TICKS = 'font-size="12"'


def png(picture: Picture) -> bytes:
    """The file of a picture."""
    return render(picture.svg, picture.alternative)


def opened(picture: Picture) -> Image.Image:
    """A picture in pixels."""
    return Image.open(BytesIO(png(picture))).convert("RGB")


def texts(picture: Picture) -> list[str]:
    """The texts that are drawn, without the numbers of grid lines and heads of columns of marks."""
    return [unescape(text) for look, text in TEXT.findall(picture.svg) if _TICKS not in look]


def ticks(picture: Picture) -> list[int]:
    """The numbers of the lines of a grid, the lowest one first."""
    return [int(text.replace(",", "")) for look, text in TEXT.findall(picture.svg) if _TICKS in look]


def luminance(colour: str) -> float:
    """The relative luminance, from 0 to 1 (WCAG 2.2)."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(colour: str, other: str) -> float:
    """The contrast ratio of two colours, from 1 to 21 (WCAG 2.2)."""
    dark, light = sorted((luminance(colour), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def check_approved(name: str, picture: Picture) -> None:
    """Assert that a picture looks as the approved one, but for the smoothing of edges."""
    path = FOLDERS[0] / f"{name}.png"
    if REWRITING:
        path.write_bytes(png(picture))
    with Image.open(path) as image:
        approved = image.convert("RGB")
    shown = opened(picture)
    assert shown.size == approved.size
    difference = ImageChops.difference(shown, approved).convert("L")
    assert ImageStat.Stat(difference).mean[0] < 0.5
    assert sum(difference.histogram()[64:]) < 0.002 * difference.width * difference.height
