"""What kind of game it is, and whom it waits for."""

from tests.models.plain import Refused
from tests.models.plain_boards import Guessing
from tests.models.plain_duels import Invitation, TwoSides
from tests.models.plain_hosting import Hosted
from tests.models.plain_results import Game


def is_own(game: Game) -> bool:
    """Whether only the starter guesses in it, perhaps against the bot."""
    return (isinstance(game, Guessing) and game.who == "me") or (isinstance(game, TwoSides) and game.level is not None)


def is_duel(game: Game) -> bool:
    """Whether it is a duel between people, or a challenge to one."""
    return isinstance(game, Invitation) or (isinstance(game, TwoSides) and game.level is None)


def waits_for(game: Game, player: str, move: str) -> bool:
    """Whether a duel or challenge waits for a move of this player."""
    if isinstance(game, Invitation):
        return move in {"", "secret"} and player not in game.secrets
    return move != "secret" and game.waits_for() == player


def turn_of(game: Game) -> object:
    """What only one person can do next; None where others can go on, and then every move counts as one."""
    if isinstance(game, Hosted):
        return (list(game.board.turns), game.board.pending[0], game.withheld) if game.board.pending else None
    if isinstance(game, Guessing) or is_own(game):
        return None
    return type(game), game.waits_for()


def require_duel(game: Game) -> TwoSides:
    """The game, if it is a duel between people that has started."""
    if isinstance(game, Invitation) and not game.is_over:
        raise Refused("DuelNotStarted")
    if not isinstance(game, TwoSides) or game.level is not None:
        raise Refused("NotPossibleNow")
    return game
