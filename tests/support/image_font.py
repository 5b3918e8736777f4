"""Makes the font of images: Noto Sans CJK JP with the characters of the texts in all languages.

Run it after a change of the Japanese texts in images, with fontTools and the package that has the whole font:
`pip install --no-deps rinoh-typeface-notosanscjk`, then `python -m tests.support.image_font`.
"""

from importlib.util import find_spec
from pathlib import Path

from fontTools import subset  # type: ignore[import-untyped]

import bot.locales
import bot.presenters.fonts

FOLDER = Path(bot.presenters.fonts.__file__).parent
_PACKAGE = "rinoh_typeface_notosanscjk"
_WORDING = Path(bot.locales.__file__).parent
_ALWAYS = (range(0x20, 0x7F), range(0xA0, 0x100), range(0x3000, 0x3100), range(0xFF01, 0xFF5F))
"""ASCII, Latin-1, Japanese punctuation and kana, full-width ASCII."""


def characters() -> set[int]:
    """The code points of the font."""
    texts = "".join(file.read_text("utf-8") for file in sorted(_WORDING.rglob("*.py")))
    return {point for points in _ALWAYS for point in points} | {
        ord(character) for character in texts if character > " "
    }


def main() -> None:
    """Write the font and its licence."""
    found = find_spec(_PACKAGE)
    if found is None or found.origin is None:
        raise SystemExit(__doc__)
    source = Path(found.origin).parent
    options = subset.Options()
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 7, 13, 14, 16, 17]
    options.layout_features = ["kern"]
    options.drop_tables += ["BASE", "VORG", "vhea", "vmtx", "GSUB"]  # for vertical text and variants
    options.hinting = False
    options.desubroutinize = True
    font = subset.load_font(str(source / "notosanscjkjp-regular.otf"), options)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=characters())
    subsetter.subset(font)
    subset.save_font(font, str(FOLDER / "NotoSansCJKjp-subset.otf"), options)
    licence = (source / "SIL-OPEN-FONT-LICENSE.txt").read_text("utf-8")
    copyright_line = font["name"].getDebugName(0)
    (FOLDER / "OFL.txt").write_text(f"{copyright_line}\n{licence}", "utf-8")


if __name__ == "__main__":
    main()
