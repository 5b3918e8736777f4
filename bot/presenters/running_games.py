"""Lists of somebody's running games."""

import shlex
from collections.abc import Sequence

from bot.locales import Words
from bot.model.rooms import RoomKey
from bot.presenters.places import is_terminal
from bot.presenters.rules import describe_rules, who_guesses
from bot.presenters.versus import versus_title
from bot.presenters.views import Block, MessageLink, Paragraph, View
from bot.services.messages import RunningGame
from core.game.challenges import Challenge
from core.game.duels import Duel
from core.game.sides import Level


def running_games(games: Sequence[RunningGame], words: Words, here: RoomKey) -> View:
    """The games, each with a link to its board, and in which of them it is the turn of the reader, who is `here`.

    Terminals have no links, so other rooms are named there.
    """
    items = (MessageLink(_line(game, words, here), game.room, game.message) for game in games)
    return View((*your_turn_in(games, words), Paragraph(words("Your running games:")), *items))


def your_turn_in(games: Sequence[RunningGame], words: Words) -> tuple[Block, ...]:
    """In which games it is the reader's turn; nothing if it is in none."""
    awaited = [f"#{game.view.id}" for game in games if game.is_awaited]
    return (Paragraph(words("It's your turn in {games}.", games=words.commas(awaited))),) if awaited else ()


def _line(running: RunningGame, words: Words, here: RoomKey) -> str:
    line, room = _description(running, words), running.room.channel
    if not is_terminal(here) or running.room == here:
        return line
    return words(
        "{game} (room `{room}`: `hitblow --room {argument}`)", game=line, room=room, argument=shlex.quote(room)
    )


def _description(running: RunningGame, words: Words) -> str:
    view, game = running.view, running.view.game
    if isinstance(game, Challenge) or (isinstance(game, Duel) and game.is_between_people):
        others = [view.name_of(player) for player in game.players if player != view.viewer]
        return words(
            "#{game}: duel with {opponent}, {rules}",
            game=view.id,
            opponent=words.person(others[0]),
            rules=describe_rules(game.rules, words),
        )
    details = describe_rules(game.rules, words)
    if isinstance(game, Duel):
        details = f"{versus_title(game.level or Level.NORMAL, words)} · {details}"
    elif who := who_guesses(game.who, words):
        details = f"{details} · {who}"
    return words("#{game}: {rules}", game=view.id, rules=details)
