"""The keypad: a guess that is entered by pressing symbols, one at a time."""

from enum import StrEnum
from itertools import zip_longest
from typing import Self

from msgspec import Struct
from msgspec.structs import replace

from bot.commands.command import UnknownCommand
from bot.locales import Words
from bot.locales.columns import PHONE_CELLS, align, width
from bot.presenters import phrases
from core.game.boards import Board
from core.game.codes import Code, format_code, format_code_ascii
from core.game.feedback import format_feedback
from core.game.rules import DIGITS, Rules, RulesError

ROW = 5
"""Keys in a row, as many as platforms show side by side."""

_MOST_TURNS = 16
_EMPTY = "_"
_EXCLUDED = "✕"
_DECIMAL = 10
_SEPARATOR = "."


class ControlKey(StrEnum):
    """The keys below those of the symbols, by their names."""

    UNDO = "u"
    NOTES = "n"
    GUESS = "g"
    TYPE = "t"


class Key(Struct, frozen=True):
    """A key as it is shown.

    Args:
        name: one character, which `Keypad.press` takes: the number of a symbol in base 16, or a `ControlKey`.
        label: the text on it.
        is_enabled: whether it can be pressed.
        is_on: whether it is a switch that is on.
    """

    name: str
    label: str
    is_enabled: bool = True
    is_on: bool = False


class Keypad(Struct, frozen=True):
    """What has been pressed for a guess.

    Args:
        rules: of the game.
        turn: the number of the turn that the guess is for, from 1.
        typed: the symbols so far, at most as many as there are positions.
        excluded: the symbols that the player has crossed out. They can still be typed.
        notes: whether a press crosses a symbol out, or undoes that, instead of typing it.
        is_repeated: whether the code repeats a turn, so that the next press of `ControlKey.GUESS` confirms it.
    """

    rules: Rules
    turn: int = 1
    typed: Code = ()
    excluded: frozenset[int] = frozenset()
    notes: bool = False
    is_repeated: bool = False

    @property
    def is_complete(self) -> bool:
        """Whether a symbol is typed for every position."""
        return len(self.typed) == self.rules.positions

    @property
    def code(self) -> str:
        """What is typed, in ASCII."""
        return format_code_ascii(self.typed, self.rules)

    @property
    def text_with_blanks(self) -> str:
        """What is typed, with a mark for each position that is still empty: `1 2 _ _`."""
        glyphs = [self.rules.alphabet.glyphs[symbol] for symbol in self.typed]
        return " ".join((*glyphs, *_EMPTY * (self.rules.positions - len(glyphs))))

    def press(self, key: str) -> Self:
        """The pad after a press of the key with this name. Keys that cannot be pressed change nothing."""
        if key == ControlKey.NOTES:
            return replace(self, notes=not self.notes)
        if key == ControlKey.UNDO:
            return replace(self, typed=self.typed[:-1], is_repeated=False)
        symbol = int(key, 16) if key in _SYMBOL_KEYS[: self.rules.symbols] else None
        if symbol is None or not self._takes(symbol):
            return self
        if self.notes:
            return replace(self, excluded=self.excluded ^ {symbol})
        return replace(self, typed=(*self.typed, symbol))

    def emptied_for_turn(self, turn: int) -> Self:
        """The empty pad for a later turn. What is crossed out stays."""
        return replace(self, turn=turn, typed=(), notes=False, is_repeated=False)

    def rows(self, words: Words) -> list[list[Key]]:
        """The keys in at most five rows of at most five.

        Where the board has no form beside the pad, `ControlKey.TYPE` opens one in which the code is typed.
        """
        symbols = [self._symbol_key(symbol) for symbol in _order(self.rules)]
        return [*(symbols[start : start + ROW] for start in range(0, len(symbols), ROW)), self._controls(words)]

    def _controls(self, words: Words) -> list[Key]:
        guess = words(phrases.GUESS_ANYWAY) if self.is_repeated else phrases.button_label(words, "guess")
        typing = [Key(ControlKey.TYPE, words("Type it"))] if self.rules.alphabet.pictorial else []
        return [
            Key(ControlKey.UNDO, "⌫", bool(self.typed)),
            Key(ControlKey.NOTES, words("Notes"), is_on=self.notes),
            *typing,
            Key(ControlKey.GUESS, guess, self.is_complete),
        ]

    def _symbol_key(self, symbol: int) -> Key:
        """The key of a symbol. Pictures stand beside their keys on a keyboard, as everywhere."""
        alphabet = self.rules.alphabet
        glyph = f"{alphabet.glyphs[symbol]} {alphabet.keys[symbol]}" if alphabet.pictorial else alphabet.glyphs[symbol]
        label = f"{_EXCLUDED} {glyph}" if symbol in self.excluded else glyph
        return Key(_SYMBOL_KEYS[symbol], label, self._takes(symbol))

    def _takes(self, symbol: int) -> bool:
        """Whether the key of a symbol can be pressed now."""
        return self.notes or not (self.is_complete or (symbol in self.typed and not self.rules.repeats))

    def encode(self) -> str:
        """The pad as at most 53 ASCII characters."""
        typed = "".join(_SYMBOL_KEYS[symbol] for symbol in self.typed)
        excluded = sum(1 << symbol for symbol in self.excluded)
        return _SEPARATOR.join(
            (str(self.rules), str(self.turn), typed, f"{excluded:x}", f"{int(self.notes)}{int(self.is_repeated)}")
        )

    @classmethod
    def decode(cls, text: str) -> Self:
        """Read what `encode` wrote.

        Raises:
            UnknownCommand: it is nothing that `encode` writes.
        """
        try:
            rules, turn, typed, excluded, flags = text.split(_SEPARATOR)
            notes, is_repeated = (flag == "1" for flag in flags)
            marks = int(excluded, 16)
            pad = cls(
                Rules.parse(rules),
                int(turn),
                tuple(int(symbol, 16) for symbol in typed),
                frozenset(symbol for symbol in range(marks.bit_length()) if marks >> symbol & 1),
                notes,
                is_repeated,
            )
        except (ValueError, RulesError):
            raise UnknownCommand(text, None) from None
        if pad.encode() != text or max((*pad.typed, *pad.excluded), default=0) >= pad.rules.symbols:
            raise UnknownCommand(text, None)
        return pad


_SYMBOL_KEYS = "0123456789abcdef"


def _order(rules: Rules) -> list[int]:
    """The symbols in the order of their keys: ten digits end with 0, as on telephones."""
    symbols = list(range(rules.symbols))
    return [*symbols[1:], 0] if rules.alphabet == DIGITS and rules.symbols == _DECIMAL else symbols


def turn_columns(board: Board, words: Words) -> tuple[str, ...]:
    """The turns of a board in two columns, in lines; of many the last ones, below a line that counts the others."""
    made = [(turn.guess, format_feedback(turn.feedback, board.rules)) for turn in board.turns]
    made += [(pending.guess, "") for pending in board.pending]
    hidden = max(0, len(made) - _MOST_TURNS)
    shown = list(enumerate(made, 1))[hidden:]
    half = (len(shown) + 1) // 2
    lines: tuple[str, ...] = ()
    for write in (format_code, format_code_ascii):
        lines = align([(str(turn), write(guess, board.rules), told) for turn, (guess, told) in shown], [0], 1)
        columns = align(zip_longest(lines[:half], lines[half:], fillvalue=""), gap=4)
        if max(map(width, columns), default=0) <= PHONE_CELLS:
            lines = columns
            break
    return (phrases.earlier_turns_omitted(words, hidden), *lines) if hidden else lines
