"""Random texts as people, clients and broken programs might send them."""

import random
import string
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import partial

from typing_extensions import override

from bot.commands.catalogue import CATALOGUE
from bot.commands.command import Command, Option
from bot.platforms.common.rendering import ButtonAction
from core.game.codes import Code
from core.game.rules import NAMED_RULES, Rules
from tests.fakes.random_source import FakeRandomSource

Text = Callable[[], str]

_DIGITS = string.digits + "０１２３４５６７８９" + "٠١٢٣٤٥٦٧٨٩" + "一二三四"
_CODES = ("0123", "5678", "0 1 2 3", "0-1-2-3", "３４５６", "0122", "99999", "rgby", "abcd", "４五六七", "`0123`", "")
_FEEDBACK = ("0H0B", "1H2B", "4H0B", "1,1", "11", "2-1", "1EAT2BITE", "9H9B", "1ヒット2ブロー", "-1H0B", "1h", "H2B")
_RULES = ("4x10", "3x10", "2x3r", "10x10", "1x2", "0x0", "99x99", "4x10rr", "x", "４ｘ１０", *NAMED_RULES)
_NUMBERS = ("0", "1", "-1", "100", "101", "1e9", "9" * 40, "٣", "½", "1.5", "0x10", "+1", " 7 ")
_ODD = (
    *("\x00", "\x1b[31m", "\u202e", "\u200b", "\ufeff", "\ud7ff", "\ud800", "\r\n", "\t", "\u2028"),
    *("𝟜", "e\u0301", "\u0301" * 60, "👨\u200d👩\u200d👧", "はい", "ー", "ｈｉｔｂｌｏｗ"),
    *("<@U123>", "<!here>", "@everyone", "<#C1|x>", "```", "**", "|", "&lt;", "%00", "{}", "{0}", "%s"),
    *("'; DROP TABLE games;--", "../../etc/passwd", "None", "null", "NaN", "true", "yes"),
    *("/hitblow", "#k1", "#", ":", "::", "a:b:c"),
)


class Texts:
    """Draws texts.

    Args:
        chance: the source of randomness.
        avoided: what no text contains, because the bot must never say it.
        games: ids of games to be mentioned.
    """

    def __init__(self, chance: random.Random, avoided: Sequence[str], games: Sequence[str]) -> None:
        self._chance = chance
        self._avoided = avoided
        self.games = list(games)

    def line(self) -> str:
        """A line that is typed."""
        return self._safe(self._chance.choices((self._command, self._mutated, self.noise, self._code), (5, 3, 2, 2))[0])

    def value(self) -> str:
        """The value of any option, or what is entered into a form."""
        return self._safe(self._any_value)

    def button(self) -> str:
        """What a button carries, with ids of other games and options that it does not have."""
        return self._safe(self._chance.choices((self._action, self._mutated_action, self.noise), (6, 3, 1))[0])

    def noise(self) -> str:
        """Something that is no command."""
        return "".join([self._chance.choice((*_ODD, *_DIGITS, *string.printable)) for _ in range(self._length())])

    def options_of(self, command: Command) -> dict[str, str]:
        """Random values for some options of a command."""
        chosen = [option for option in command.options if option.required or self._chance.random() < 0.4]
        return {option.name: self._safe(partial(self._value_of, option)) for option in chosen}

    def _safe(self, draw: Text) -> str:
        while any(secret in "".join(filter(str.isalnum, text := draw())) for secret in self._avoided):
            pass
        return text

    def _length(self) -> int:
        return self._chance.choices((self._chance.randrange(8), self._chance.randrange(80), 3000), (70, 28, 2))[0]

    def _command(self) -> str:
        command = self._chance.choice(CATALOGUE)
        words = [
            value if self._chance.random() < 0.5 else f"{name}:{value}"
            for name, value in self.options_of(command).items()
        ]
        game = [f"#{self._chance.choice(self.games)}"] if self._chance.random() < 0.2 else []
        return " ".join((command.name, *words, *game))

    def _code(self) -> str:
        return self._chance.choice((*_CODES, *_FEEDBACK))

    def _mutated(self) -> str:
        return self._mutate(self._command())

    def _mutate(self, text: str) -> str:
        letters = list(text)
        for _ in range(self._chance.randrange(1, 5)):
            at, removed = self._chance.randrange(len(letters) + 1), self._chance.randrange(2)
            letters[at : at + removed] = self._chance.choice(
                (self._chance.choice(_ODD), "", self._chance.choice(_DIGITS))
            )
        return "".join(letters)

    def _any_value(self) -> str:
        values = (*_CODES, *_FEEDBACK, *_RULES, *_NUMBERS, *_ODD, *self.games)
        return self._chance.choice((self._chance.choice(values), self.noise()))

    def _value_of(self, option: Option) -> str:
        fitting = tuple(map(str, option.choices)) or (*_RULES, *_CODES, *_NUMBERS)
        return self._chance.choice(fitting) if self._chance.random() < 0.7 else self._any_value()

    def _action(self) -> str:
        command = self._chance.choice(CATALOGUE)
        prompts = [None, None, *(option.name for option in command.options)]
        return ButtonAction(
            command.name,
            {name: value.encode("utf-8", "replace").decode() for name, value in self.options_of(command).items()},
            self._chance.choice(prompts),
            self._chance.choice((None, *self.games)),
            self._chance.choice((None, 0, 1, 7, 10**30)),
            is_private=self._chance.random() < 0.2,
        ).encode()

    def _mutated_action(self) -> str:
        return self._mutate(self._action())


class AnyCode(FakeRandomSource):
    """Draws a code of any rules."""

    def __init__(self, chance: random.Random) -> None:
        super().__init__()
        self._chance = chance

    @override
    def code(self, rules: Rules) -> Code:
        symbols = range(rules.symbols)
        draw = self._chance.choices if rules.repeats else self._chance.sample
        return tuple(draw(symbols, k=rules.positions))


def now() -> datetime:
    """The time for services."""
    return datetime.now(UTC)
