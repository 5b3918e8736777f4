"""The texts of one language, which are looked up by their English."""

from calendar import month_name
from collections.abc import Callable, Iterable, Sequence
from datetime import date
from functools import cached_property
from gettext import GNUTranslations, NullTranslations
from pathlib import Path
from typing import TypeAlias

from typing_extensions import override

from bot.locales.columns import width
from bot.locales.safe import mark_person as mentioned, safe_name
from core.game.rules import Rules

CATALOGUES = Path(__file__).parent

Field: TypeAlias = str | float | date
"""A value that stands in a sentence; numbers include integers."""


def translatable(message: str) -> str:
    """The message itself, marked as one to translate where it is shown, such as the description of a command."""
    return message


class _TextInContext(str):
    """An English text that means different things in different places."""

    __slots__ = ("context",)
    context: str


def translatable_in_context(context: str, message: str) -> str:
    """A message whose English means different things in different places, marked as `translatable` does."""
    text = _TextInContext(message)
    text.context = context
    return text


def translatable_plural(one: str, other: str) -> tuple[str, str]:
    """A message for one thing and for several, marked as ones to translate where they are shown."""
    return one, other


_SYMBOLS = {
    "digits": translatable("digit"),
    "letters": translatable("letter"),
    "colors": translatable("colour"),
    "fruit": translatable("fruit"),
}
_COUNTED_SYMBOLS = {
    "digits": translatable_plural("{n} digit", "{n} digits"),
    "letters": translatable_plural("{n} letter", "{n} letters"),
    "colors": translatable_plural("{n} colour", "{n} colours"),
    "fruit": translatable_plural("{n} fruit", "{n} fruits"),
}


_SCORES = {
    "codes": translatable("{value} codes"),
    "bits": translatable("{value} bits"),
    "parts": translatable("{value} kinds of feedback"),
    "guesses": translatable("{value} guesses"),
}
"""Scores of guesses by their units."""


class Words:
    """The texts of one language.

    Args:
        code: the language tag: `en`, `ja`, `pt-BR`.
        load: loads the translations from English when they are first used; what they lack is shown in English.
    """

    def __init__(self, code: str = "en", load: Callable[[], NullTranslations] = NullTranslations) -> None:
        self.code = code
        self._load = load

    @cached_property
    def _translations(self) -> NullTranslations:
        return self._load()

    def __call__(self, message: str, /, **fields: Field) -> str:
        """A sentence, or another text that is shown.

        Args:
            message: the English text with names of fields in braces. Backticks mark code.
            **fields: the values of the fields.
        """
        if isinstance(message, _TextInContext):
            return self.in_context(message.context, message, **fields)
        translated = self._translations.gettext(message)
        return translated.format_map(fields) if fields else translated

    def plural(self, one: str, other: str, n: int, /, **fields: Field) -> str:
        """A text that depends on a number, which is the field `n` in both English forms."""
        return self._translations.ngettext(one, other, n).format_map({"n": n, **fields})

    def in_context(self, context: str, message: str, /, **fields: Field) -> str:
        """A text whose English means different things in different places."""
        translated = self._translations.pgettext(context, message)
        return translated.format_map(fields) if fields else translated

    def language_name(self) -> str:
        """The name of this language in this language, in the menu of languages."""
        return self("English")

    def person(self, player: str, *, first: bool = False) -> str:
        """A player by name, or a noun if they have deleted their data; `first` is whether it starts a sentence."""
        if player:
            return safe_name(player)
        shown = self("a former player")
        return shown[0].upper() + shown[1:] if first else shown

    def mention(self, user: str | None, player: str) -> str:
        """A player who is mentioned by their id on the platform; only named if that is None."""
        shown = self.person(player)
        return type(shown)(mentioned(user, shown)) if user is not None else shown

    def people(self, players: Iterable[str]) -> str:
        """Players in a list, as the subject of a sentence."""
        return self.listed([self.person(player) for player in players])

    def number(self, value: float, digits: int = 2) -> str:
        """A number with `digits` decimal places: `1,440.00`."""
        return f"{value:,.{digits}f}"

    def joined(self, sentences: Iterable[str]) -> str:
        """Sentences joined into one paragraph."""
        return " ".join(sentences)

    def sentence(self, text: str) -> str:
        """A text as a sentence, with the full stop of the language."""
        return f"{text}."

    def listed(self, items: Sequence[str]) -> str:
        """`Ann`, `Ann and Bob`, `Ann, Bob and Cat`."""
        *others, last = items
        return self("{others} and {last}", others=self.comma_separated(others), last=last) if others else last

    def alternatives(self, items: Iterable[str]) -> str:
        """Alternatives: `a`, `a or b`; nothing if there are none."""
        *others, last = tuple(items) or ("",)
        return self("{others} or {last}", others=self.comma_separated(others), last=last) if others else last

    def comma_separated(self, items: Iterable[str]) -> str:
        """Items with commas between them."""
        return self.in_context("between the items of a list", ", ").join(items)

    def duration(self, hours: int) -> str:
        """A length of time: `36 hours`, `7 days`."""
        days, rest = divmod(hours, 24)
        if days > 1 and not rest:
            return self.plural("{n} day", "{n} days", days)
        return self.plural("{n:,} hour", "{n:,} hours", hours)

    def day_and_month(self, day: date) -> str:
        """A day without its year: `22 November`."""
        return f"{day.day} {month_name[day.month]}"

    def symbol_noun(self, rules: Rules) -> str:
        """What one symbol of these rules is called: `digit`, `colour`."""
        return self(_SYMBOLS[rules.alphabet.name])

    def symbol_count(self, rules: Rules, number: int | None = None) -> str:
        """A number of symbols, by default that of a code: `4 digits`."""
        one, other = _COUNTED_SYMBOLS[rules.alphabet.name]
        return self.plural(one, other, rules.positions if number is None else number)

    def score(self, value: str, unit: str) -> str:
        """A score of a guess with its unit, which may be empty."""
        return self(_SCORES[unit], value=value) if unit else value

    def code_description(self, rules: Rules) -> str:
        """What a code consists of: `4 digits`; `4 digits, no repeats` if the rules forbid repeats."""
        if rules.repeats or rules.positions == 1:
            return self.symbol_count(rules)
        return self("{selection}, no repeats", selection=self.symbol_count(rules))


def load_catalogue(code: str) -> NullTranslations:
    """The compiled translations of a language.

    Raises:
        OSError: there are none.
    """
    with (CATALOGUES / code / "LC_MESSAGES" / "hitblow.mo").open("rb") as compiled:
        return GNUTranslations(compiled)


class FormerPlayer(str):
    """The noun for somebody who has deleted their data, which takes no honorific, whatever the format says."""

    __slots__ = ()

    @override
    def __format__(self, form: str) -> str:
        return str(self)


class NameWithHonorific(str):
    """A person's name that `{player:san}` shows with an honorific.

    A space stands between Latin and Japanese letters: after the name, and before it too in `{player: san}`.
    """

    __slots__ = ()

    @override
    def __format__(self, form: str) -> str:
        if not form:
            return str(self)
        before, after = (" " if width(end) == 1 else "" for end in (self[0], self[-1]))
        return f"{before if form.startswith(' ') else ''}{self}{after}さん"


class Japanese(Words):
    """The texts in Japanese."""

    @override
    def day_and_month(self, day: date) -> str:
        return f"{day.month}月{day.day}日"

    @override
    def person(self, player: str, *, first: bool = False) -> str:
        shown = super().person(player, first=first)
        return NameWithHonorific(shown) if player else FormerPlayer(shown)

    @override
    def people(self, players: Iterable[str]) -> str:
        return self.comma_separated(f"{self.person(player):san}" for player in players)

    @override
    def joined(self, sentences: Iterable[str]) -> str:
        return "".join(sentences)

    @override
    def sentence(self, text: str) -> str:
        return f"{text}。"

    @override
    def symbol_count(self, rules: Rules, number: int | None = None) -> str:
        number = rules.positions if number is None else number
        counter = "つ" if number < 10 else "個"  # noqa: PLR2004  # a fact of the language
        counted = {"digits": f"{number}桁", "letters": f"{number}文字"}
        return counted.get(rules.alphabet.name, f"{self.symbol_noun(rules)}{number}{counter}")

    @override
    def code_description(self, rules: Rules) -> str:
        return self.symbol_count(rules) + ("" if rules.repeats or rules.positions == 1 else "（重複なし）")
