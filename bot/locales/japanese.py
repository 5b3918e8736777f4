"""What Japanese does with names and numbers, apart from its translations."""

from collections.abc import Iterable

from typing_extensions import override

from bot.locales.columns import width
from bot.locales.words import PersonName, Words
from core.game.rules import Rules


class JapaneseName(PersonName):
    """A name that `{player:san}` shows with an honorific.

    A space stands between Latin and Japanese letters: after the name, and before it too in `{player: san}`.
    """

    __slots__ = ()

    @override
    def __format__(self, form: str) -> str:
        if not form:
            return str(self)
        before, after = (" " if width(end) == 1 else "" for end in (self[0], self[-1]))
        return f"{before if form.startswith(' ') else ''}{self}{after}さん"


class FormerPlayer(PersonName):
    """The noun for somebody who has deleted their data, which takes no honorific."""

    __slots__ = ()


class Japanese(Words):
    """The texts in Japanese."""

    @override
    def person(self, player: str, *, first: bool = False) -> str:
        shown = super().person(player, first=first)
        return JapaneseName(shown) if player else FormerPlayer(shown)

    @override
    def people(self, players: Iterable[str]) -> str:
        return self.commas(f"{self.person(player):san}" for player in players)

    @override
    def joined(self, sentences: Iterable[str]) -> str:
        return "".join(sentences)

    @override
    def symbols(self, rules: Rules, number: int | None = None) -> str:
        number = rules.positions if number is None else number
        counted = {"digits": f"{number}桁", "letters": f"{number}文字"}
        return counted.get(rules.alphabet.name, f"{self.symbol(rules)}{self.things(number)}")

    @override
    def code_of(self, rules: Rules) -> str:
        return self.symbols(rules) + ("" if rules.repeats or rules.positions == 1 else "（重複なし）")

    @override
    def things(self, number: int) -> str:
        return f"{number}つ" if number < 10 else f"{number}個"  # noqa: PLR2004  # a fact of the language
