"""What symbols look like and how they are typed."""

from dataclasses import dataclass

MAX_SYMBOLS = 16


@dataclass(frozen=True, slots=True)
class Alphabet:
    """Sixteen symbols in order; rules of n symbols use the first n.

    `glyphs` is what people see; `keys` is what they can type on any keyboard and what reads the same for somebody who
    sees no colours. Both are accepted wherever a code is read.
    """

    name: str
    glyphs: str
    keys: str

    @property
    def pictorial(self) -> bool:
        """Whether the glyphs need their keys beside them to be read aloud or told apart without colour."""
        return self.glyphs != self.keys


DIGITS = Alphabet("digits", "0123456789ABCDEF", "0123456789ABCDEF")
LETTERS = Alphabet("letters", "ABCDEFGHIJKLMNOP", "ABCDEFGHIJKLMNOP")
COLORS = Alphabet("colors", "🔴🟡🟢🔵🟣🟠🟤⚫⚪🟥🟨🟩🟦🟪🟧🟫", "RYGBPONKW1234567")
FRUIT = Alphabet("fruit", "🍎🍌🍇🍊🍓🍉🍒🍍🥝🍋🍑🍐🥥🥭🍈🫐", "ABCDEFGHIJKLMNOP")

ALPHABETS = {alphabet.name: alphabet for alphabet in (DIGITS, LETTERS, COLORS, FRUIT)}
