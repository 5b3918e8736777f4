import asyncio
from collections.abc import Mapping
from datetime import datetime, timedelta

import pytest
from msgspec.structs import replace

from bot.model.games import StoredGame
from bot.model.ratings import MU, RANKED_GAMES, SIGMA, RatedBot, RatedGame, RatedPlayer, Rating
from bot.model.records import LeaderboardKey, Order, Period, Scope, scope_place
from bot.model.rooms import Player, PlayerKey, Room, RoomKey
from bot.persistence.database import Database
from bot.persistence.unit_of_work import UnitOfWork
from bot.services.ratings import rate, rate_players_of_game, recalculate_ratings, store_and_rate_results
from core.game.duels import Duel
from core.game.sides import Level, Side
from tests.fakes.clock import NOON
from tests.persistence.store import CLASSIC, NONCE, SECRET, WRONG, Store, enter, enter_two, new_game
from tests.support.storage import committed

OTHER_SECRET = (9, 8, 7, 6)


async def keep(unit: UnitOfWork, name: str, *users: str, at: datetime = NOON, channel: str = "lobby") -> RatedGame:
    """Rate a game that the first of the players has won."""
    entered = [await enter(unit, user, channel) for user in users]
    return await keep_in(unit, name, entered[0][0], *(player for _, player in entered), at=at)


async def keep_in(
    unit: UnitOfWork, name: str, room: Room, *players: Player, at: datetime = NOON, rules: str = "4x10"
) -> RatedGame:
    """Rate a game in a room that the first of the players has won."""
    stored = new_game(room, players[0], name)
    await unit.games.add(stored)
    await unit.games.update(stored.after(stored.game.give_up(players[0].id), at))
    rated = (RatedPlayer(player.id, 1 if number == 0 else 2) for number, player in enumerate(players))
    return await rate_players_of_game(unit, RatedGame(name, room.id, rules, at, tuple(rated)))


def key(room: Room, scope: Scope, period: Period = Period.ALL) -> LeaderboardKey:
    return LeaderboardKey(scope, scope_place(scope, room.key, room.id), "4x10", period, period.first_day(NOON.date()))


def duel(name: str, room: Room, ann: Player, bob: Player) -> StoredGame:
    """A duel that Ann has won."""
    game = Duel(CLASSIC, (Side(ann.id, OTHER_SECRET), Side(bob.id, SECRET)), ann.id)
    stored = StoredGame(name, room.id, game, NONCE, NOON)
    return stored.after(game.guess(SECRET, ann.id).guess(WRONG, bob.id), NOON)


async def test_ratings_are_read_as_they_were_stored(store: Store) -> None:
    async with committed(store.unit) as unit:
        game = await keep(unit, "one", "ANN", "BOB")
    after = rate(game, {(0, 1): 0.0, (1, 0): 0.0}).ratings
    async with store.other() as unit:
        assert await unit.ratings.of_players("4x10", game.players_with_data) == after
        assert await unit.ratings.of_players("3x10", game.players_with_data) == {}
        for player, rating in after.items():
            assert await unit.ratings.of_player(player) == {"4x10": rating}


async def test_past_ratings_are_those_before_each_game_of_a_player(store: Store) -> None:
    async with committed(store.unit) as unit:
        games = [await keep(unit, name, *users) for name, *users in (("one", "ANN"), ("two", "BOB"), ("three", "ANN"))]
    ann = games[0].players[0].player or ""
    first, second = rate(games[0]).ratings[ann], rate(games[2]).ratings[ann]
    async with store.other() as unit:
        past = await unit.ratings.past_ratings(ann)
        assert [(each.rules, each.ended_at) for each in past] == [("4x10", NOON)] * 2
        assert [(each.before.mu, each.before.sigma) for each in past] == [(MU, SIGMA), (first.mu, first.sigma)]
        assert await unit.ratings.past_ratings("nobody") == []
    assert first != second


async def test_rated_games_are_in_the_order_in_which_they_were_rated_whatever_the_clock_showed(store: Store) -> None:
    async with store.unit() as unit:
        before = max(await unit.ratings.games(0, 999), default=0)
        for minutes in (5, 1, 3):
            await keep(unit, f"game{minutes}", "ANN", "BOB", at=NOON + timedelta(minutes=minutes))
        first = await unit.ratings.games(before, 2)
        rest = await unit.ratings.games(max(first), 9)
        assert [game.id for game in (*first.values(), *rest.values())] == ["game5", "game1", "game3"]


async def test_a_rated_game_keeps_what_it_is_rated_by(store: Store) -> None:
    async with store.unit() as unit:
        before = max(await unit.ratings.games(0, 999), default=0)
        game = await keep(unit, "one", "ANN")
        bot = replace(game, id="two", bot=RatedBot(Level.HARD, 2))
        await unit.games.add(new_game(*await enter(unit), "two"))
        await unit.ratings.add(bot, rate(bot).ratings)
        assert list((await unit.ratings.games(before, 9)).values()) == [
            replace(one, players=tuple(replace(each, before=Rating()) for each in one.players)) for one in (game, bot)
        ]


async def test_a_duel_that_is_stored_is_rated_once(store: Store) -> None:
    async with committed(store.unit) as unit:
        room, ann, bob = await enter_two(unit)
        stored = duel("k3qz7", room, ann, bob)
        await unit.games.add(stored)
        await store_and_rate_results(unit, stored)
    async with store.other() as unit:
        await store_and_rate_results(unit, stored)
        (rating,) = (await unit.ratings.of_player(ann.id)).values()
        assert (rating.games, rating.mu > MU) == (1, True)
        assert (await unit.ratings.of_player(bob.id))["4x10"].mu < MU


async def test_a_result_that_comes_late_changes_no_rating(store: Store) -> None:
    async with store.unit() as unit:
        room, ann, bob = await enter_two(unit)
        stored = duel("k3qz7", room, ann, bob)
        await unit.games.add(stored)
        await store_and_rate_results(unit, stored)
        await unit.results.delete_player(bob.id)
        await store_and_rate_results(unit, stored)
        assert (await unit.ratings.of_player(ann.id))["4x10"].games == 1
        assert await unit.ratings.of_player(bob.id) == {}


async def test_two_duels_that_end_at_once_are_both_rated(database: Database) -> None:
    async with committed(database.unit) as unit:
        room, ann, bob = await enter_two(unit)
        ended = [duel(name, room, ann, bob) for name in ("one", "two")]
        for stored in ended:
            await unit.games.add(stored)

    async def add(stored: StoredGame) -> None:
        async with committed(database.unit) as unit:
            await store_and_rate_results(unit, stored)

    await asyncio.gather(*map(add, ended))
    async with database.unit() as unit:
        assert [(await unit.ratings.of_player(one.id))["4x10"].games for one in (ann, bob)] == [2, 2]


async def test_players_are_ranked_by_rating_once_it_is_not_provisional(store: Store) -> None:
    async with store.unit() as unit:
        for number in range(RANKED_GAMES - 1):
            await keep(unit, f"game{number}", "ANN", "BOB")
        room, ann, bob = await enter_two(unit)
        page = await unit.leaderboards.page(key(room, Scope.SERVER), Order.RATING, ann.id, 10)
        assert [one.player for one in page.standings if one.player in {ann.id, bob.id}] == []
        assert page.own is not None
        assert page.own.rank is None

        await keep(unit, "last", "ANN", "BOB")
        for scope in (Scope.CHANNEL, Scope.SERVER):
            page = await unit.leaderboards.page(key(room, scope, Period.TODAY), Order.RATING, bob.id, 10)
            assert [(one.player, one.rank) for one in page.standings] == [(ann.id, 1), (bob.id, 2)]
            assert page.own == page.standings[1]


async def test_the_rating_of_somebody_hidden_has_a_rank_for_themselves_alone(store: Store) -> None:
    async with store.unit() as unit:
        room, ann, bob = await enter_two(unit)
        for number in range(RANKED_GAMES):
            await unit.leaderboards.set_hidden(ann.id, hidden=True)
            await unit.leaderboards.set_hidden(bob.id, hidden=number > 0)
            await keep(unit, f"game{number}", "ANN", "BOB")
        for hidden, shown in ((True, []), (False, [ann.id])):
            await unit.leaderboards.set_hidden(ann.id, hidden=hidden)
            page = await unit.leaderboards.page(key(room, Scope.CHANNEL), Order.RATING, bob.id, 10)
            assert [one.player for one in page.standings] == shown
            assert page.own is not None
            assert (page.own.player, page.own.rank) == (bob.id, 1 + len(shown))


async def test_equal_ratings_share_a_rank_also_on_later_pages(store: Store) -> None:
    users = ("ANN", "BOB", "CID", "DAN")
    async with store.unit() as unit:
        room, _ = await enter(unit)
        for number in range(RANKED_GAMES):
            game = await keep(unit, f"game{number}", *users)
            await unit.ratings.update_rated_game(
                game,
                {one.player or "": Rating(30 if one.place == 1 else 25, 3, RANKED_GAMES, NOON) for one in game.players},
            )
        pages = [await unit.leaderboards.page(key(room, Scope.CHANNEL), Order.RATING, None, 2, skip) for skip in (0, 2)]
        assert [[one.rank for one in page.standings] for page in pages] == [[1, 2], [2, 2]]


async def test_every_place_lists_those_who_were_rated_there_with_their_one_rating(store: Store) -> None:
    async with store.unit() as unit:
        here, there = [
            await unit.rooms.get_or_add(RoomKey("discord", server, f"in {server}")) for server in ("one", "two")
        ]
        ann, bob, cid = [
            await unit.players.get_or_add(PlayerKey("discord", "", user), "one", user) for user in ("1", "2", "3")
        ]
        for number in range(RANKED_GAMES - 1):
            await keep_in(unit, f"game{number}", here, ann, bob)
            await keep_in(unit, f"other{number}", here, cid, bob)
        await keep_in(unit, "last", here, cid, bob)
        await keep_in(unit, "elsewhere", there, ann, bob)
        await keep_in(unit, "small", here, bob, ann, rules="3x10")

        async def listed(room: Room, scope: Scope) -> dict[str, int | None]:
            page = await unit.leaderboards.page(key(room, scope), Order.RATING, None, 10)
            return {one.player: one.rank for one in page.standings}

        points = {one.id: (await unit.ratings.of_player(one.id))["4x10"].points for one in (ann, bob, cid)}
        for room, scope, people in (
            *((here, scope, {ann.id, bob.id, cid.id}) for scope in Scope),
            *((there, scope, {ann.id, bob.id}) for scope in (Scope.CHANNEL, Scope.SERVER)),
            (there, Scope.EVERYWHERE, {ann.id, bob.id, cid.id}),
        ):
            ranks = {one: 1 + sum(points[other] > points[one] for other in people) for one in people}
            assert await listed(room, scope) == ranks


async def test_a_deleted_player_has_no_rating_and_the_others_keep_theirs(store: Store) -> None:
    async with store.unit() as unit:
        game = await keep(unit, "game", "ANN", "BOB")
        for number in range(1, RANKED_GAMES):
            game = await keep(unit, f"game{number}", "ANN", "BOB")
        room, ann, bob = await enter_two(unit)
        kept = await unit.ratings.of_player(ann.id)
        await unit.results.delete_player(bob.id)
        assert (await unit.ratings.of_player(ann.id), await unit.ratings.of_player(bob.id)) == (kept, {})
        page = await unit.leaderboards.page(key(room, Scope.CHANNEL), Order.RATING, bob.id, 10)
        assert ([one.player for one in page.standings], page.own) == ([ann.id], None)
        last = list((await unit.ratings.games(0, 999)).values())[-1]
        assert [one.player for one in last.players] == [ann.id, None]
        assert last.players[1].before.mu == game.players[1].before.mu


@pytest.mark.parametrize("is_deleted", [False, True])
async def test_rating_all_games_again_gives_the_same_ratings(database: Database, *, is_deleted: bool) -> None:
    users = ("ANN", "BOB", "CID")
    async with committed(database.unit) as unit:
        for number in range(12):
            others = users[number % 3 :] + users[: number % 3]
            await keep(unit, f"game{number}", *others[: 2 + number % 2], at=NOON + timedelta(days=(number * 7) % 5))
        players = [(await enter(unit, user))[1] for user in users]
        if is_deleted:
            await unit.results.delete_player(players[2].id)
        before = [_rounded(await unit.ratings.of_player(player.id)) for player in players]

    told: list[tuple[int, int]] = []
    assert await recalculate_ratings(database.unit, 5, lambda done, total: told.append((done, total))) == 12
    assert told == [(5, 12), (10, 12), (12, 12)]

    async with database.unit() as unit:
        assert [_rounded(await unit.ratings.of_player(player.id)) for player in players] == before


def _rounded(ratings: Mapping[str, Rating]) -> object:
    return {rules: (round(one.mu, 9), round(one.sigma, 9), one.games, one.rated_at) for rules, one in ratings.items()}
