"""Games to look at, played without any storage."""

from dataclasses import dataclass, field
from typing import Self

from msgspec.structs import replace

from bot.locales import Words
from bot.model.games import ShownGame, StoredGame
from bot.presenters.boards import public_board
from bot.presenters.races import own_board, race_board
from bot.presenters.views import View
from core.game.any_game import AnyGame, Who
from core.game.codes import parse_code
from core.game.games import Game
from core.game.races import Race, create_game
from core.game.rules import Rules
from tests.fakes.clock import NOON
from tests.fakes.random_source import NONCE
from tests.support.present import present


@dataclass
class Deal:
    """A game that goes on as told: `Deal().guesses("Ann 0456", "Bob 7103").view()`."""

    rules: str = "hitblow"
    secret: str = "3102"
    tries: int = 12
    who: Who = Who.EVERYONE
    starter: str = "Ann"
    game: Game = field(init=False)

    def __post_init__(self) -> None:
        rules = Rules.parse(self.rules)
        self.game = create_game(rules, parse_code(self.secret, rules), self.starter, self.who, self.tries)

    def guesses(self, *lines: str) -> Self:
        """Go on with guesses, each a name and a code."""
        for line in lines:
            name, _, code = line.partition(" ")
            self.game = self.game.guess(parse_code(code, self.game.rules), name)
        return self

    def give_up(self, *names: str) -> Self:
        """Go on with some giving up."""
        for name in names:
            self.game = self.game.give_up(name)
        return self

    def view(self, viewer: str = "Ann") -> ShownGame:
        """The game as the services hand it out to somebody."""
        return view_of(self.game, viewer)


def view_of(game: AnyGame, viewer: str, /, **changes: object) -> ShownGame:
    """A game as the services hand it out to somebody; players are called by their ids unless `changes` names them."""
    stored = StoredGame("k3qz7", "room", game, NONCE, NOON)
    view = ShownGame(
        stored.id,
        game.seen_by(viewer),
        game.seen_by("?"),
        viewer,
        {name: name for name in (game.starter, viewer, *game.players)},
        stored.commitment,
        NONCE if game.outcome else None,
    )
    return replace(view, **changes)


def publicly(view: ShownGame, words: Words) -> View:
    """The board everybody sees."""
    assert isinstance(view.public, Game)
    game = view.public
    return race_board(view, game, words) if isinstance(game, Race) else public_board(view, game, words)


def privately(view: ShownGame, words: Words) -> View:
    """The board the viewer alone sees of a race."""
    assert isinstance(view.game, Race)
    return present(own_board(view, view.game, words))
