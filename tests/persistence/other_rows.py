"""Rows of others in every table.

Every test of a repository runs beside them. A query that lacks a condition finds them, or changes them, which the
`store` fixture notices.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.model.games import CoachConversation, StoredGame
from bot.model.ratings import RatedBot, RatedGame, RatedPlayer, Rating
from bot.model.results import results_of
from bot.model.rooms import MessageKey, NewsKey, NewsKind, Player, PlayerKey, Room, RoomKey
from bot.persistence.database import Database
from bot.persistence.unit_of_work import UnitOfWork, UnitOfWorkFactory
from core.game.any_game import Who
from core.game.duels import Duel
from core.game.feedback import Feedback, Turn
from core.game.games import Game
from core.game.rules import Rules
from core.game.sides import BOT, Level, Side
from tests.fakes.clock import NOON
from tests.persistence.store import CLASSIC, NONCE, SECRET, WRONG

EARLIER, LATER = NOON - timedelta(days=1), NOON + timedelta(days=1)

OTHER_RULES = Rules.parse("4x10-bulls")


@dataclass(frozen=True)
class Other:
    """A player in a room, neither of whom a test is about."""

    room: RoomKey
    player: PlayerKey
    name: str
    rules: Rules

    @property
    def prefix(self) -> str:
        """What the ids of the player's games start with."""
        return f"{self.room.platform[0]}{self.room.workspace[0]}{self.room.channel[0]}"


OTHERS = (
    # The tests play in the lobby, under the classic rules. Ranked results under them are on another platform only,
    # because `Results.within` would rightly find them on this one.
    Other(RoomKey("chat", "club", "lobby"), PlayerKey("chat", "club", "NED"), "ned", OTHER_RULES),
    Other(RoomKey("chat", "club", "shed"), PlayerKey("chat", "club", "NED"), "ned", OTHER_RULES),
    Other(RoomKey("chat", "next door", "lobby"), PlayerKey("chat", "next door", "ANN"), "ann", OTHER_RULES),
    Other(RoomKey("mail", "club", "lobby"), PlayerKey("mail", "club", "ANN"), "ann", CLASSIC),
)


async def add_other_rows(units: UnitOfWorkFactory) -> None:
    """Store rows of others in every table."""
    async with units() as unit:
        for other in OTHERS:
            room = await unit.rooms.get_or_add(other.room)
            player = await unit.players.get_or_add(other.player, other.room.workspace, other.name)
            await unit.players.change_settings(player.id, {"language": "fr"})
            await unit.players.change_settings(player.id, {"warnings": "off"})
            await unit.players.change_settings(player.id, {"mentions": "off"})
            await unit.leaderboards.set_hidden(player.id, hidden=True)
            if other is not OTHERS[0]:
                await unit.room_settings.change(other.room, {"summary": "weekly"}, player.id, NOON)
            for game in _games(other, room, player):
                await _add(unit, game)
            await unit.conversations.save(_conversation(room, player))
            await unit.events.claim(f"event of {other.prefix}", NOON)
        await unit.workspace_languages.get_or_set_language("chat", "next door", "fr")
        await unit.workspace_languages.get_or_set_language("mail", "club", "fr")
        await unit.published_commands.save("another application", "digest")
        await unit.commit()


def _games(other: Other, room: Room, player: Player) -> Iterator[StoredGame]:
    """Own games, ended and running, that started before and after all others; outside the lobby a shared one."""

    def stored(number: int, game: Game | Duel, started: datetime) -> StoredGame:
        new = StoredGame(f"{other.prefix}{number}", room.id, game, NONCE, started)
        return new.after(game, started + timedelta(hours=1))

    solved = Game(other.rules, SECRET, player.id, Who.ME).guess(WRONG, player.id).guess(SECRET, player.id)
    yield stored(0, solved, EARLIER)
    yield stored(1, solved, LATER)
    running = _versus(other.rules, player)
    yield stored(2, running.give_up(player.id), EARLIER)
    yield stored(3, running, LATER)
    if other is not OTHERS[0]:
        yield stored(4, Game(other.rules, SECRET, player.id).guess(WRONG, player.id).guess(WRONG, player.id), LATER)


def _versus(rules: Rules, player: Player) -> Duel:
    """A game against the opponent with three turns of both."""
    game = Duel.against_bot(rules, SECRET, Side(player.id, None), Level.EASY, bot_moves_first=True)
    for _ in range(3):
        game = game.guess(WRONG, BOT).give_feedback(Feedback(0, 1), player.id).guess(WRONG, player.id)
    return game.guess(SECRET, BOT)


async def _add(unit: UnitOfWork, game: StoredGame) -> None:
    assert await unit.games.add(game)
    await unit.results.add(results_of(game))
    await _rate(unit, game)
    await unit.messages.save(game.id, MessageKey("C1", f"1.{game.id}"), "en")
    await unit.news.add(NewsKey(game.id, NewsKind.END, game.revision), game.room, game.id, LATER)


async def _rate(unit: UnitOfWork, game: StoredGame) -> None:
    """Count any ended game as lost against the bot."""
    if game.ended_at is not None:
        players = (RatedPlayer(game.game.starter, 2),)
        bot = RatedBot(Level.EASY, 1)
        rated = RatedGame(game.id, game.room, str(game.game.rules), game.ended_at, players, bot)
        await unit.ratings.add(rated, {game.game.starter: Rating(20.5, 4.5, 7, game.ended_at)})


def _conversation(room: Room, player: Player) -> CoachConversation:
    turns = (Turn(WRONG, Feedback(0, 1)),)
    return CoachConversation(room.id, player.id, CLASSIC, "entropy", 0, turns, SECRET, LATER)


async def populate(url: str) -> None:
    """Add the rows of others to a migrated database."""
    database = Database(url)
    await add_other_rows(database.unit)
    await database.close()
