"""Settings that change while games run: the same moves have the same outcome as without a change."""

import random
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select

from bot.commands.catalogue import BY_NAME
from bot.commands.invocation import Invocation
from bot.model import room_settings
from bot.model.room_settings import ROOM_SETTINGS, SettingType
from bot.persistence.database import Database
from bot.persistence.tables.games import games, players
from bot.persistence.tables.records import rated_players, results
from tests.handlers.channel import SECRET, WRONG, Channel
from tests.handlers.users import User
from tests.support.storage import empty_database

PEOPLE = ("ann", "bob")
GAMES = {
    "C1": ("play 4x10 me",),
    "C2": ("play 4x10",),
    "C3": ("play race rules:4x10 minutes:90",),
    "C4": ("play race rules:4x10 start:signal",),
    "C5": ("host 4x10 keep:head", f"guess {WRONG}"),
    "C6": ("versus easy 4x10",),
    "C7": ("duel bob 4x10", "secret"),
    "C8": ("duel eve 4x10 hidden:yes",),
}
"""How a game starts in each room: what Ann types, and what Bob does."""

MOVES = (
    *(f"guess {WRONG} yes", "guess 3120 yes", f"guess {SECRET} yes", "claim", "play start:now") * 3,
    *("answer 0H1B", "undo", "draw", "giveup yes"),
)
VALUES: Mapping[SettingType[Any], Sequence[str]] = {
    room_settings.LANGUAGE: ("ja",),
    room_settings.RULES: ("3x10",),
    room_settings.FEEDBACK: ("bulls",),
    room_settings.CHANNELS: ("C99",),
    room_settings.CHANNEL: ("C99",),
    room_settings.PERMISSION: ("managers", "nobody"),
    room_settings.SUMMARY: ("today",),
    room_settings.HOUR: ("23",),
    room_settings.ZONE: ("Asia/Tokyo",),
    room_settings.SWITCH: ("off", "on"),
    room_settings.LENGTH: ("1", "720"),
}


async def outcomes(database: Database, seed: int, *, changes_settings: bool) -> list[tuple[Any, ...]]:
    """How games end, and for whom they count, after random moves."""
    channel, moves, changes = Channel(database), random.Random(seed), random.Random(seed)
    await channel.members(*PEOPLE)
    users = {room: [channel.user(name, room) for name in PEOPLE] for room in moves.sample(list(GAMES), 2)}
    for room, people in users.items():
        await _start(people, GAMES[room])
    for _ in range(60):
        if changes_settings:
            await _change_settings(channel, changes)
        user, line = moves.choice(users[moves.choice(list(users))]), moves.choice(MOVES)
        await user.types(line)
        await channel.wait(timedelta(hours=moves.choice((0, 0, 0, 0, 0, 0.2, 1.1, 1.1, 25))))
    await channel.wait(timedelta(days=40))
    counted = (results.c.outcome, results.c.guesses, results.c.ranked, results.c.assisted, results.c.ended_at)
    queries = (
        select(games.c.id, games.c.outcome, games.c.ended_at, games.c.revision),
        select(results.c.game_id, players.c.user, *counted).join(players, players.c.id == results.c.player_id),
        select(rated_players.c.game_id, players.c.user, rated_players.c.place).join(
            players, players.c.id == rated_players.c.player_id
        ),
    )
    found = [await database.run(lambda connection, query=query: connection.execute(query).all()) for query in queries]  # type: ignore[misc]
    return sorted(tuple(map(str, row)) for rows in found for row in rows)


async def _start(users: Sequence[User], lines: Sequence[str]) -> None:
    ann, bob = users
    reply = await ann.types(lines[0])
    if reply.prompt is not None:
        reply = await ann.tells(reply, SECRET)
    assert not reply.refused
    for line in lines[1:]:
        if line == "secret":
            assert reply.board is not None
            await bob.invokes(Invocation(BY_NAME["secret"], {}, reply.board.game, private_input=SECRET))
        else:
            await bob.types(line)


async def _change_settings(channel: Channel, choice: random.Random) -> None:
    """Let a manager choose all settings of the server by chance."""
    texts = {name: choice.choice((*VALUES[each.type], None)) for name, each in ROOM_SETTINGS.items()}
    await channel.services.administration.change(channel.user("mia", is_moderator=True).person(), texts)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20))
async def test_settings_that_change_in_the_middle_of_games_change_no_outcome(seed: int) -> None:
    async with empty_database() as one, empty_database() as other:
        plain = await outcomes(one, seed, changes_settings=False)
        changed = await outcomes(other, seed, changes_settings=True)
    assert plain
    assert changed == plain
