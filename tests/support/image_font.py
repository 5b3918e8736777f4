"""Makes the fonts of images: parts of Noto Sans CJK JP and of Noto Sans for other scripts.

Run it after a change of the Japanese texts, with fontTools and the packages that have the whole fonts:
`pip install --no-deps rinoh-typeface-notosanscjk manimgx-fonts`, then `python -m tests.support.image_font`.
"""

from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path

from fontTools import subset  # type: ignore[import-untyped]
from fontTools.ttLib import TTFont  # type: ignore[import-untyped]
from fontTools.ttLib.scaleUpem import scale_upem  # type: ignore[import-untyped]
from fontTools.ttLib.tables._c_m_a_p import CmapSubtable  # type: ignore[import-untyped]
from fontTools.varLib import instancer  # type: ignore[import-untyped]

import bot.locales
import bot.presenters.fonts

FOLDER = Path(bot.presenters.fonts.__file__).parent
MAIN = "NotoSansCJKjp-subset.otf"
_CATALOGUES = Path(bot.locales.__file__).parent

_UNITS = 250
"""Units per em: a fourth of a pixel at the largest size, and a sixth smaller than with the 1,000 of the source."""

_SCRIPTS = {
    "NotoSans": ((0x20, 0x250), (0x300, 0x370), (0x370, 0x530), (0x1E00, 0x1F00), (0x2010, 0x2050), (0x20A0, 0x20C0)),
    "NotoSansThai": ((0xE00, 0xE80),),
    "NotoSansArabic": ((0x600, 0x700),),
    "NotoSansHebrew": ((0x590, 0x600),),
    "NotoSansDevanagari": ((0x900, 0x980),),
}
"""The code points of each font for other scripts: Latin, Greek and Cyrillic, then one script each."""

_NON_JOINER, _JOINER = 0x200C, 0x200D

_FEATURES = (
    *("ccmp", "locl", "mark", "mkmk"),  # accents
    *("init", "medi", "fina", "isol", "rlig"),  # joined letters
    *("akhn", "blwf", "cjct", "half", "nukt", "rphf", "vatu", "abvm", "abvs", "blwm"),  # syllables of Devanagari
)
"""What the fonts do with letters side by side, so that a script can be read. Finer ligatures would be 100 KB more."""

_SQUARE_SETS = (
    ("euc_jp", (*range(1, 9), *range(16, 48))),  # signs, kana and the 2,965 commonest Japanese characters
    ("gb2312", range(16, 56)),  # the 3,755 commonest Chinese ones
    ("euc_kr", range(16, 41)),  # the 2,350 commonest Korean syllables
)
"""Encodings, and those of their rows of 94 characters that the main font has."""

_MORE = "髙﨑𠮷凜煌檜遙瑤堯巖曻彅槇祐賴藪薰壽龍惠榮德應眞邊邉濵濱嶋𠮟塡剝頰怡雯婷彥琪宸煜晗睿昊玥瑜瑾璇翊萱芊妤≤"
"""Characters of Japanese names that are not among the commonest ones, and a sign of leaderboards."""


def main_characters() -> set[int]:
    """The code points of the main font."""
    texts = "".join(file.read_text("utf-8") for file in sorted(_CATALOGUES.rglob("*.p[yo]")))
    ascii_and_signs = {*range(0x20, 0x7F), *range(0xA0, 0x100), *range(0x3000, 0x3100), *range(0xFF01, 0xFF5F)}
    return ascii_and_signs | {ord(character) for character in (*texts, *_MORE, *_common()) if character > " "}


def _common() -> Iterator[str]:
    for encoding, rows in _SQUARE_SETS:
        for row in rows:
            for place in range(1, 95):
                yield bytes((row + 0xA0, place + 0xA0)).decode(encoding, "ignore")


def _folder_of(package: str) -> Path:
    """Where a package has its files."""
    found = find_spec(package)
    if found is None or found.origin is None:
        raise SystemExit(__doc__)
    return Path(found.origin).parent


def _save(font: TTFont, points: set[int], name: str, features: Sequence[str] = ()) -> None:
    """Write the part of a font that has these code points, with one table of them, which the bot reads."""
    options = subset.Options()
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14, 16, 17]
    options.layout_features = list(features)
    options.drop_tables += ["BASE", "VORG", "vhea", "vmtx"]  # for vertical text
    options.hinting = options.glyph_names = options.notdef_outline = False
    options.desubroutinize = True
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=points)
    subsetter.subset(font)
    scale_upem(font, _UNITS)
    table = CmapSubtable.newSubtable(12)
    table.platformID, table.platEncID, table.language, table.cmap = 3, 10, 0, font.getBestCmap()
    font["cmap"].tables = [table]
    font.save(FOLDER / name)


def main() -> None:
    """Write the fonts and their licence."""
    source = _folder_of("rinoh_typeface_notosanscjk")
    font = TTFont(source / "notosanscjkjp-regular.otf")
    copyrights = [font["name"].getDebugName(0)]
    _save(font, main_characters(), MAIN)
    for script, ranges in _SCRIPTS.items():
        variable = TTFont(_folder_of("manimgx_fonts") / f"{script}[wght].ttf")
        font = instancer.instantiateVariableFont(variable, {"wght": 400})
        copyrights.append(font["name"].getDebugName(0))
        points = {point for start, end in ranges for point in range(start, end)}
        _save(font, points | {ord(" "), _NON_JOINER, _JOINER}, f"{script}-subset.ttf", _FEATURES)
    licence = (source / "SIL-OPEN-FONT-LICENSE.txt").read_text("utf-8")
    (FOLDER / "OFL.txt").write_text("\n".join((*dict.fromkeys(copyrights), licence)), "utf-8")


if __name__ == "__main__":
    main()
