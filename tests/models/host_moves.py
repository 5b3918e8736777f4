"""What people do with feedback of their own, which may be wrong, and with races; in the services and in the model."""

from tests.models.comparable_views import changes_of
from tests.models.moves import Moves
from tests.models.plain import Refused, score
from tests.models.plain_corrections import Changes
from tests.models.plain_duels import TwoSides
from tests.models.plain_hosting import Hosted
from tests.models.plain_results import Game

LONG_AGO = 77
"""A number of turns that no game has, as if a button had been shown at another time."""


class HostMoves(Moves):
    """Moves of hosts, of those who keep a secret in their head, and of those who start races."""

    def _host_feedback(self, who: str, room: str, named: str | None, number: int) -> None:
        """Give feedback to a guess: wrong every third time, else what the secret would get."""
        game = self.model.games[named] if named else self.model.shared(room)
        feedback = number % 3, number // 3 % 3
        if number % 3 and isinstance(game, Hosted) and game.board.pending:
            feedback = score(game.honest_code(), game.board.pending[0][1])
        step = LONG_AGO if number % 10 == 0 else None

        def plain() -> Game:
            hosted = self.model.hosted(room, who, named)
            if step is not None:
                return hosted
            hosted.give_feedback(who, *feedback)
            return self.model.moved(hosted)

        self.act(
            self.caller(who, room),
            lambda caller: self.services.hosting.give_feedback(caller, "{}H{}B".format(*feedback), named, step),
            plain,
            is_stored=step is None,
        )

    def _undo_host_feedback(self, who: str, room: str, named: str | None, _number: int) -> None:
        def plain() -> Game:
            return self.model.undo(self.model.hosted(room, who, named), who)

        self.act(self.caller(who, room), lambda caller: self.services.hosting.undo_feedback(caller, named), plain)

    def _correct_host_feedback(self, who: str, room: str, named: str | None, number: int) -> None:
        game = self.model.games[named] if named else self.model.shared(room)
        choice, changes = self._chosen(game, number)
        step = LONG_AGO if number % 10 == 0 else None

        def plain() -> Game:
            hosted = self.model.hosted(room, who, named)
            if step is not None:
                return hosted
            hosted.require_contradiction(who)
            hosted.correct(who, require_change(changes, choice))
            return self.model.moved(hosted)

        self.act(
            self.caller(who, room),
            lambda caller: self.services.hosting.correct(caller, choice, named, step),
            plain,
            is_stored=step is None,
        )

    def _correct_feedback_to_bot(self, who: str, room: str, named: str | None, number: int) -> None:
        game = self.model.games[named] if named else self.model.own(room, who)
        choice, changes = self._chosen(game, number)
        name = game.id if game else named

        def plain() -> Game:
            duel = self.model.against_bot(self.model.target(room, who, name))
            duel.correct(who, require_change(changes, choice))
            return self.model.moved(duel)

        if name is not None:
            self.act(self.caller(who, room), lambda caller: self.services.opponent.correct(caller, choice, name), plain)

    def _chosen(self, game: Game | None, number: int) -> tuple[int, Changes | None]:
        """One of the corrections that a player is offered, or one more; with what it changes."""
        offered: list[Changes] = []
        if isinstance(game, Hosted | TwoSides):
            host = self.caller(game.people()[0], game.room)
            view = self.runner.run(self.services.referee.show_board(host, game.id))
            offered = [changes_of(correction) for correction in view.corrections or ()]
        choice = number % (len(offered) + 1)
        return choice + 1, offered[choice] if choice < len(offered) else None

    def _start_race(self, who: str, room: str, named: str | None, number: int) -> None:
        is_moderator = number % 4 == 0
        self.act(
            self.caller(who, room, is_moderator=is_moderator),
            lambda caller: self.services.referee.start_race(caller, named),
            lambda: self.model.start(room, who, named, is_moderator=is_moderator),
        )


def require_change(changes: Changes | None, choice: int) -> Changes:
    """What a correction changes; there may be no correction with the number `choice`, or none at all."""
    if changes is None:
        raise Refused("NoSuchCorrection" if choice > 1 else "NoPendingGuess")
    return changes
