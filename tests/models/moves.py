"""What one person does in a game, in the services and in the plain model."""

from bot.model.games import GuessResult
from core.game.hosting import HostedGame
from tests.models.comparison import Comparison
from tests.models.plain import CODES
from tests.models.plain_results import Game
from tests.models.plain_turns import require_duel

NONSENSE = ("00", "09", "012", "")
"""Texts that are no codes under some rules or any."""


def code(number: int, rules: str) -> str:
    """One of the codes."""
    return CODES[rules][number % len(CODES[rules])]


class Moves(Comparison):
    """Moves in a game that is named or, if `named` is None, found by the services. Numbers choose what is done."""

    def _guess_anything(self, who: str, room: str, named: str | None, number: int) -> None:
        text = NONSENSE[number % 4] if number < 10 else code(number, "2x5" if number % 3 else "2x3r")
        self._guess(who, room, named, text, is_confirmed=number % 2 == 0)

    def _guess(self, who: str, room: str, named: str | None, text: str, *, is_confirmed: bool) -> None:
        def plain() -> Game:
            game = self.model.to_guess_in(room, who, named, text)
            counted.append(self.model.guess(game, who, text, is_confirmed=is_confirmed))
            return game

        counted: list[bool] = []
        result = self.act(
            self.caller(who, room),
            lambda caller: self.services.referee.guess(caller, text, named, is_confirmed=is_confirmed),
            plain,
        )
        if isinstance(result, GuessResult) and not isinstance(result.view.game, HostedGame):
            assert (result.turn is not None, result.repetition is None) == (counted[0], counted[0])

    def _hide_anything(self, who: str, room: str, named: str | None, number: int) -> None:
        self._hide(who, room, named, NONSENSE[number % 4] if number < 10 else code(number, "2x5"))

    def _hide(self, who: str, room: str, named: str | None, text: str) -> None:
        self.act(
            self.caller(who, room),
            lambda caller: self.services.duels.hide_secret(caller, text, named),
            lambda: self.model.hide(self.model.target(room, who, named, "secret"), who, text),
        )

    def _give_up(self, who: str, room: str, named: str | None, number: int) -> None:
        is_moderator = number % 4 == 0

        def plain() -> Game:
            return self.model.give_up(self.model.to_give_up(room, who, named), who, is_moderator=is_moderator)

        self.act(
            self.caller(who, room, is_moderator=is_moderator),
            lambda caller: self.services.referee.give_up(caller, named),
            plain,
        )

    def _draw(self, who: str, room: str, named: str | None, _number: int) -> None:
        def plain() -> Game:
            found = require_duel(self.model.target(room, who, named, "draw"))
            found.offer_draw(who)
            return self.model.moved(found)

        self.act(self.caller(who, room), lambda caller: self.services.duels.offer_draw(caller, named), plain)

    def _claim(self, who: str, room: str, named: str | None, _number: int) -> None:
        self.act(
            self.caller(who, room),
            lambda caller: self.services.duels.claim_win(caller, named),
            lambda: self.model.claim(self.model.target(room, who, named, "draw"), who),
        )

    def _hint(self, who: str, room: str, named: str | None, _number: int) -> None:
        def plain() -> Game:
            found = self.model.target(room, who, named, "guess")
            found.hint(who)
            return self.model.moved(found)

        self.act(self.caller(who, room), lambda caller: self.services.analysis.hint(caller, named), plain)

    def _give_any_feedback(self, who: str, room: str, named: str | None, number: int) -> None:
        hits, blows = number % 3, number // 3 % 3
        self._feedback(who, room, named, f"{hits}H{blows}B", (hits, blows))

    def _feedback(self, who: str, room: str, named: str | None, text: str, feedback: tuple[int, int]) -> None:
        self.act(
            self.caller(who, room),
            lambda caller: self.services.opponent.give_feedback(caller, text, named),
            lambda: self.model.give_feedback(self.model.target(room, who, named), who, *feedback),
        )

    def _undo(self, who: str, room: str, named: str | None, _number: int) -> None:
        def plain() -> Game:
            found = self.model.against_bot(self.model.target(room, who, named))
            found.undo(who)
            return self.model.moved(found)

        self.act(self.caller(who, room), lambda caller: self.services.opponent.undo_feedback(caller, named), plain)
