"""Cheaters at random, by commands.

A few people, one of whom moderates, know secrets from second accounts, get hints, give up, leave, delete themselves and
change time limits. No result of somebody else disappears or changes, nobody's figures fall by another's deletion, hint
or moderation, and what counts is what the plain policy says.
"""

import random
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import accumulate, permutations
from typing import Any, NamedTuple

from sqlalchemy import Connection, Select, select

from bot.commands.catalogue import BY_NAME
from bot.commands.command import CommandError
from bot.commands.invocation import Invocation
from bot.model.ratings import MU, RANKED_GAMES
from bot.model.records import MIN_GAMES, Order
from bot.persistence.database import Database
from bot.persistence.tables.games import games, players, rooms
from bot.persistence.tables.records import ratings, results
from bot.persistence.unit_of_work import Access
from bot.presenters.views import Reply
from core.game.any_game import Who
from core.game.codes import Code
from core.game.games import Game
from core.game.rules import Rules
from tests.fakes.clock import FakeClock
from tests.fakes.random_source import FakeRandomSource
from tests.handlers.users import Channel
from tests.models.plain import score
from tests.models.plain_policy import UNSOLVED, Counted, counted

RULES = Rules.parse("2x4")
NOTATION = str(RULES)
CODES = ["".join(code) for code in permutations("0123", 2)]
PEOPLE = ("ann", "bob", "cat", "dan", "eve")
MODERATOR = "dan"
STEPS = 40

AGAINST_OTHERS = ("delete", "hint", "stop")
"""Acts that must not change the figures of anybody else for the worse."""


class Figures(NamedTuple):
    """What is stored about how somebody plays.

    Args:
        results: how games count for them, by the ids of the games.
        rated: the number of rated games.
        mu: the mean of the rating.
    """

    results: Mapping[str, Any]
    rated: int
    mu: float


@dataclass(frozen=True)
class Site:
    """Where sequences happen, one after the other.

    Args:
        database: for the services.
        reader: reads the same database, each time as it is then.
        clock: never goes back, because games of earlier sequences still run.
        random_source: never makes an id twice.
    """

    database: Database
    reader: Connection
    clock: FakeClock = field(default_factory=FakeClock)
    random_source: FakeRandomSource = field(default_factory=lambda: FakeRandomSource(CODES[0]))


@dataclass
class Totals:
    """What happened in all sequences.

    Args:
        sequences: the number of sequences.
        checks: how often each invariant was checked, by its name.
        costs: of all ranked games of people who guess as well as possible and give up, delete and cheat as they like.
    """

    sequences: int = 0
    checks: dict[str, int] = field(default_factory=dict)
    costs: list[int] = field(default_factory=list)

    def checked(self, invariant: str) -> None:
        self.checks[invariant] = self.checks.get(invariant, 0) + 1


class Cheaters:
    """One sequence, which its seed decides, in a workspace of its own.

    Args:
        site: where it happens, perhaps after other sequences.
        seed: of the random choices.
        totals: counts what was checked.
    """

    def __init__(self, site: Site, seed: int, totals: Totals) -> None:
        self._random = random.Random(seed)
        self._totals = totals
        self._site = site
        self._workspace = f"T{seed}"
        self._channel = Channel(site.database, site.clock, RULES, site.random_source, self._workspace)
        self._users = {name: self._channel.user(name, is_moderator=name == MODERATOR) for name in PEOPLE}
        self._secret = CODES[0]
        self._secrets: dict[str, str] = {}
        self._starters: dict[str, str] = {}
        self._alone: set[str] = set()
        self._names: dict[str, str] = {}
        self._former: dict[str, str] = {}
        self._stoppers: dict[str, str] = {}
        self._checked_games: set[str] = set()
        self.log: list[str] = []

    async def run(self) -> None:
        for user in self._users.values():
            await user.types("suggest 00 0H0B rules:2x3r")
        self._channel.clock.advance(timedelta(weeks=3))
        before, running = self._figures(), self._running()
        for _ in range(STEPS):
            actor, act = self._random.choice(PEOPLE), self._random.choice(_ACTS)
            kind = await getattr(self, f"_{act}")(actor) or act
            self.log.append(f"{actor}: {kind}")
            still, after = self._running(), self._figures()
            ended = set(running) - set(still)
            if kind == "stop":
                self._stoppers |= dict.fromkeys(ended, self._id_of(actor))
            self._compare(before, after, actor, kind)
            self._check_nobody_ended_games_of_others(ended, actor, kind)
            if ended:
                await self._check_ended_games()
            before, running = after, still
        await self._check_ended_games()
        await self._check_statistics(before)
        self._totals.sequences += 1

    # What people do

    async def _play(self, actor: str) -> None:
        self._deal()
        who = self._random.choice(("me", "me", "me", "everyone", "race", "race"))
        tries = self._random.choice((0, 1, 3, 12, 12, 99))
        start = " start:signal" if who == "race" and self._random.random() < 0.2 else ""
        game = self._remember(actor, await self._types(actor, f"play {NOTATION} who:{who} tries:{tries}{start}"))
        if who == "me" and game is not None:
            self._alone.add(game)

    async def _versus(self, actor: str) -> None:
        self._channel.random_source.coin_shows = self._random.random() < 0.5
        self._deal()
        reply = await self._types(actor, f"versus easy {NOTATION}")
        if reply.prompt is not None:
            game = self._remember(actor, await self._users[actor].tells(reply, self._random.choice(CODES)))
            self._alone |= {game} if game is not None else set()

    async def _host(self, actor: str) -> None:
        secret = self._deal()
        options = {"rules": NOTATION, "tries": str(self._random.choice((0, 2, 12)))}
        keep = self._random.choice(("bot", "head"))
        told = secret if keep == "bot" else None
        hosting = Invocation(BY_NAME["host"], {**options, "keep": keep}, private_input=told)
        self._remember(actor, await self._users[actor].invokes(hosting))

    async def _duel(self, actor: str) -> None:
        other, secret = self._random.choice([name for name in PEOPLE if name != actor]), self._deal()
        challenge = Invocation(BY_NAME["duel"], {"opponent": other, "rules": NOTATION}, private_input=secret)
        game = self._remember(actor, await self._users[actor].invokes(challenge))
        if game is not None and self._random.random() < 0.9:
            await self._users[other].invokes(Invocation(BY_NAME["secret"], {}, game, private_input=secret))

    async def _guess(self, actor: str) -> None:
        game = self._some_game(actor if self._random.random() < 0.5 else None)
        for _ in range(self._random.randrange(1, 6) if game is not None else 0):
            await self._press(actor, "guess", str(game), code=await self._code(str(game)), confirm="yes")

    async def _answer(self, actor: str) -> None:
        if (game := self._some_game()) is not None:
            hits = self._random.randrange(3)
            await self._press(actor, "answer", game, feedback=f"{hits}H{self._random.randrange(3 - hits)}B")

    async def _undo(self, actor: str) -> None:
        if (game := self._some_game()) is not None:
            await self._press(actor, "undo", game)

    async def _hint(self, actor: str) -> None:
        if (game := self._some_game()) is not None:
            await self._press(actor, "hint", game, confirm="yes")

    async def _give_up(self, actor: str) -> str | None:
        if (game := self._some_game()) is None:
            return None
        await self._press(actor, "giveup", game, confirm="yes")
        return "stop" if actor == MODERATOR else None

    async def _draw(self, actor: str) -> None:
        if (game := self._some_game()) is not None:
            await self._press(actor, "draw", game)

    async def _claim(self, actor: str) -> None:
        await self._types(actor, "claim")

    async def _start_race(self, actor: str) -> None:
        if (game := self._some_game()) is not None:
            await self._press(actor, "play", game, start="now")

    async def _delete(self, actor: str) -> None:
        await self._types(actor, "privacy delete confirm:yes really:yes")

    async def _settings(self, actor: str) -> None:
        await self._types(actor, f"settings server turn:{self._random.choice(('1', '48', 'default'))}")

    async def _wait(self, _actor: str) -> str:
        hours = self._random.choice((0.1, 1.1, 1.1, 25, 49, 50, 8 * 24, 12 * 24))
        await self._channel.wait(timedelta(hours=hours))
        return "time"

    # How they do it

    async def _types(self, name: str, line: str) -> Reply:
        return await self._users[name].types(line)

    async def _press(self, name: str, command: str, game: str, **options: str) -> None:
        with suppress(CommandError):
            await self._users[name].invokes(Invocation(BY_NAME[command], options, game))

    def _remember(self, actor: str, reply: Reply) -> str | None:
        """Remember the secret of a new game, and who started it."""
        if reply.refused or reply.board is None or reply.board.game is None:
            return None
        self._secrets[reply.board.game], self._starters[reply.board.game] = self._secret, actor
        return reply.board.game

    def _deal(self) -> str:
        self._secret = self._random.choice(CODES)
        self._channel.random_source.deal(self._secret)
        return self._secret

    def _some_game(self, starter: str | None = None) -> str | None:
        """One of the running games, perhaps of those that somebody has started."""
        running = [game for game in self._running() if starter in {None, self._starters.get(game)}]
        return self._random.choice(running) if running else None

    async def _code(self, game: str) -> str:
        """The secret, which second accounts have found out, or a code; alone people guess as well as they can."""
        view = await self._channel.services.referee.public_view(game)
        assert view is not None
        if isinstance(view.game, Game) and view.game.who is Who.ME:
            turns = [turn for board in view.game.boards for turn in board.turns]
            return self._random.choice(
                [code for code in CODES if all(score(code, _text(turn.guess)) == turn.feedback for turn in turns)]
            )
        return self._secrets[game] if self._random.random() < 0.3 else self._random.choice(CODES)

    # What must hold

    def _running(self) -> Sequence[str]:
        return [row.id for row in self._rows(self._games().where(games.c.ended_at.is_(None)))]

    def _games(self) -> Select[Any]:
        """The games of the workspace."""
        return select(games.c.id).join(rooms, rooms.c.id == games.c.room_id).where(rooms.c.workspace == self._workspace)

    def _figures(self) -> dict[str, Figures]:
        """The figures of everybody who is stored, by their ids."""
        own = players.c.realm == self._workspace
        rated = select(players.c.id, players.c.user, ratings.c.games, ratings.c.mu).outerjoin(ratings).where(own)
        people = {row.id: row for row in self._rows(rated) if row.user in PEOPLE}
        stored = self._rows(select(results).join(players, players.c.id == results.c.player_id).where(own))
        self._names = {player: row.user for player, row in people.items()}
        self._former |= self._names
        return {
            player: Figures(
                {row.game_id: row for row in stored if row.player_id == player},
                person.games or 0,
                person.mu or 0.0,
            )
            for player, person in people.items()
        }

    def _compare(self, before: Mapping[str, Figures], after: Mapping[str, Figures], actor: str, act: str) -> None:
        """Compare the figures of everybody before and after an act."""
        names = self._former
        for player, old in before.items():
            if act == "delete" and names[player] == actor:
                continue
            new = after[player]
            assert old.results.items() <= new.results.items(), f"a result of {names[player]} disappeared or changed"
            assert old.rated <= new.rated, f"a rated game of {names[player]} disappeared"
            self._totals.checked("no result of anybody disappears or changes")
            if names[player] == actor:
                continue
            if act != "time":
                added = new.results.keys() - old.results.keys()
                assert not any(new.results[game].ranked for game in added), f"{names[player]}'s game was ended"
                self._totals.checked("nobody ends a ranked game of somebody else")
            if act in AGAINST_OTHERS:
                assert new.mu >= old.mu or not old.rated, f"{names[player]} lost points"
                assert new.mu >= MU or old.rated or not new.rated, f"{names[player]} lost points"
                self._totals.checked("nobody loses points by a deletion, hint or moderation of another")

    def _check_nobody_ended_games_of_others(self, ended: Collection[str], actor: str, act: str) -> None:
        """Check that games alone that have ended were not ended by somebody else, who is no moderator there either."""
        for game in self._alone & set(ended) if act != "time" else ():
            assert self._starters[game] == actor, f"{actor} ended a game of {self._starters[game]}"
            self._totals.checked("games that one person plays alone are ended by nobody else")

    def _id_of(self, name: str) -> str:
        return next((player for player, user in self._names.items() if user == name), "")

    async def _check_ended_games(self) -> None:
        """Check how games count that have ended since the last time."""
        ended = self._rows(self._games().where(games.c.ended_at.is_not(None)))
        new = {row.id for row in ended} - self._checked_games
        self._checked_games |= new
        for game in sorted(new):
            async with self._site.database.unit(Access.READ) as unit:
                stored = await unit.games.by_id(game)
            assert stored is not None
            expected = counted(stored.game, self._stoppers.get(game))
            rows = self._rows(select(results).where(results.c.game_id == game))
            found = {row.player_id: _counted(row) for row in rows}
            here = expected.keys() & self._names  # those who take the place of deleted players are not checked
            known = found.keys() & self._names
            assert {player: found[player] for player in known} == {player: expected[player] for player in here}, game
            self._totals.checked("an ended game counts as the plain policy says")
            self._totals.costs += [one.cost for one in found.values() if one.is_ranked]

    async def _check_statistics(self, figures: Mapping[str, Figures]) -> None:
        """Check that statistics and ranks follow from the results."""
        for player, one in figures.items():
            user = self._users[self._names[player]]
            ranked = [row for row in sorted(one.results.values(), key=lambda row: row.sequence) if row.ranked]
            tally = await self._channel.tally(user)
            assert (tally.games, tally.cost) == (len(ranked), sum(_counted(row).cost for row in ranked))
            assert (tally.streak, tally.best_streak) == _streaks([_counted(row).is_solved for row in ranked])
            assert ((await self._channel.entry(user)).rank is not None) == (len(ranked) >= MIN_GAMES)
            rated = await self._channel.entry(user, Order.RATING)
            assert rated.rank is None or one.rated >= RANKED_GAMES
            self._totals.checked("statistics and ranks follow from results")

    def _rows(self, query: Select[Any]) -> Sequence[Any]:
        return self._site.reader.execute(query).all()


_ACTS = (
    *("play", "guess", "guess") * 6,
    *("give_up", "hint", "duel", "wait") * 2,
    *("versus", "host", "answer", "undo", "draw", "claim", "start_race", "delete", "settings"),
)
"""What people do, as often as it stands here."""


def _text(code: Code) -> str:
    return "".join(map(str, code))


def _counted(row: Any) -> Counted:
    """How a stored result counts."""
    is_solved = row.outcome == "solved" and not row.assisted
    cost = row.guesses if is_solved else max(UNSOLVED, row.guesses + 1)
    return Counted(row.kind, row.ranked, is_solved, cost if row.ranked else 0)


def _streaks(solved: Sequence[bool]) -> tuple[int, int]:
    """The solved games in a row up to the last, and the most in a row."""
    lengths = list(accumulate(solved, lambda length, is_solved: length + 1 if is_solved else 0, initial=0))
    return lengths[-1], max(lengths)
