"""What the services show, in the form in which the plain model shows it."""

from collections.abc import Mapping

from bot.model.games import ShownGame
from bot.model.records import PlayerRecord, Tally
from core.game.any_game import AnyGame
from core.game.boards import Board
from core.game.challenges import Challenge
from core.game.codes import Code, format_code_ascii
from core.game.duels import Duel
from core.game.feedback import Turn
from core.game.games import Game
from core.game.hosting import HostedGame
from core.game.races import Race
from core.game.rules import Rules
from core.game.sides import BOT as BOT_ID, Side
from core.solver.corrections import Correction
from tests.models.plain import BOT, Shown
from tests.models.plain_corrections import Changes


class ComparableViews:
    """Translates views; `people` are the names of players by their ids in the storage."""

    def __init__(self, people: Mapping[str, str]) -> None:
        self._people = {BOT_ID: BOT, **people}

    def view(self, view: ShownGame, *, public: bool = False) -> Shown:
        """What a view shows, or its public part."""
        game = view.public if public else view.game
        return {
            "id": view.id,
            "rules": str(game.rules),
            "tries": game.tries,
            "starter": self._people[game.starter],
            "moves": view.revision,
            "nonce": view.nonce,
            **self._game(game),
            **self._asides(game, view, public=public),
        }

    def names(self, view: ShownGame) -> dict[str, str]:
        """The names that a view shows, by player."""
        return {self._people[player]: name for player, name in view.names.items()}

    def _asides(self, game: AnyGame, view: ShownGame, *, public: bool) -> Shown:
        """What a view shows that is not part of its game: the end of a race, and corrections in any order."""
        if isinstance(game, Race):
            return {"ends_at": view.time_ends_at}
        if not isinstance(game, HostedGame | Duel):
            return {}
        return {
            "corrections": None if public or view.corrections is None else sorted(map(_correction, view.corrections))
        }

    def _game(self, game: AnyGame) -> Shown:
        match game:
            case Game():
                return self._guessing(game)
            case Challenge():
                return self._challenge(game)
            case Duel():
                return self._duel(game)
        raise TypeError(game)

    def _guessing(self, game: Game) -> Shown:
        race = {"minutes": game.minutes, "is_waiting": game.is_waiting} if isinstance(game, Race) else {}
        return {
            **race,
            "who": "hosted" if isinstance(game, HostedGame) else game.who.value,
            "result": game.outcome and game.outcome.value,
            "secret": code_text(game.secret, game.rules),
            "boards": [self._board(board) for board in game.boards],
        }

    def _board(self, board: Board) -> Shown:
        return {
            "guesser": self._person(board.guesser),
            "turns": self._turns(board.turns, board.rules),
            "votes": [self._people[player] for player in board.giveup_votes],
            "given_up_by": self._person(board.given_up_by),
            "hinted": [self._people[player] for player in board.hinted],
            "pending": [(self._people[guess.by], code_text(guess.guess, board.rules)) for guess in board.pending],
            "result": board.outcome and board.outcome.value,
        }

    def _challenge(self, game: Challenge) -> Shown:
        starter, opponent = game.players
        secrets = {starter: game.starter_secret, opponent: game.opponent_secret}
        return {
            "who": "challenge",
            "result": game.outcome and game.outcome.value,
            "opponent": self._people[opponent],
            "hidden": game.hidden,
            "first_mover": self._person(game.first_mover),
            "secrets": {
                self._people[player]: code_text(secret, game.rules)
                for player, secret in secrets.items()
                if secret is not None
            },
            "ended_by": self._person(game.ended_by),
        }

    def _duel(self, game: Duel) -> Shown:
        return {
            "who": "duel" if game.level is None else f"versus {game.level.value}",
            "result": game.outcome and game.outcome.value,
            "hidden": game.hidden,
            "sides": [self._side(game, side) for side in game.sides],
            "pending": None if game.pending_guess is None else code_text(game.pending_guess, game.rules),
            "hinted": [self._people[player] for player in game.hinted],
            "draw_offered_by": self._person(game.draw_offered_by),
            "ended_by": self._person(game.ended_by),
            "winner": self._person(game.winner),
            "waits_for": self._person(game.awaited_player),
        }

    def _side(self, game: Duel, side: Side) -> Shown:
        result = None if side.player == BOT_ID else game.outcome_for(side.player)
        return {
            "player": self._people[side.player],
            "secret": None if side.secret is None else code_text(side.secret, game.rules),
            "turns": self._turns(side.turns, game.rules),
            "hidden_turns": side.hidden_turns,
            "result": result and result.value,
        }

    def _turns(self, turns: tuple[Turn, ...], rules: Rules) -> list[tuple[str, str, int, int]]:
        return [(self._people[turn.by], code_text(turn.guess, rules), *turn.feedback) for turn in turns]

    def _person(self, player: str | None) -> str | None:
        return None if player is None else self._people[player]


def code_text(code: Code, rules: Rules) -> str:
    """A code as the model writes it; an empty one is hidden."""
    return format_code_ascii(code, rules) if code else ""


def _correction(correction: Correction) -> tuple[Changes, int]:
    return changes_of(correction), correction.candidate_count


def changes_of(correction: Correction) -> Changes:
    """What a correction changes, as the model writes it."""
    return tuple((number, *feedback) for number, feedback in correction.feedbacks.items())


def statistics(record: PlayerRecord) -> Shown:
    """A record as the model shows it."""
    return {
        "alone": {rules: _tally(tally) for rules, tally in record.ranked_alone.items()},
        "unranked": sum(each.unranked.games for each in record.by_rules.values()),
        "races": (
            sum(each.races.games for each in record.by_rules.values()),
            sum(each.races.won for each in record.by_rules.values()),
        ),
        "together": (record.guessed_with_others.games, record.guessed_with_others.solved),
        "against": {
            level.value: {outcome.value: number for outcome, number in outcomes.items()}
            for level, outcomes in record.against_bot.items()
        },
    }


def _tally(tally: Tally) -> Shown:
    return {
        "games": tally.games,
        "cost": tally.cost,
        "distribution": dict(tally.distribution),
        "series": (tally.streak, tally.best_streak),
    }
