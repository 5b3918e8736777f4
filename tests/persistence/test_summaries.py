"""Summaries of two days, over a database."""

from datetime import timedelta

from bot.model.messages import NewsKind
from bot.model.rooms import PlayerKey, RoomKey
from bot.persistence.database import Database
from bot.services.services import Services
from tests.fakes.clock import FakeClock
from tests.fakes.random_source import FakeRandomSource
from tests.fakes.solver import InlineSolver
from tests.persistence.sample_workspace import BOB, USER, WORKSPACE, ZOE, SampleWorkspace
from tests.support.daily import code_of

DAY = timedelta(days=1)


async def test_two_days_have_a_summary_each(database: Database) -> None:
    clock = FakeClock()
    services = Services(database.unit, clock, FakeRandomSource(), InlineSolver())
    workspace = SampleWorkspace(services, clock)
    async with database.unit() as unit:
        zoe = await unit.players.ensure(PlayerKey("slack", WORKSPACE, USER), WORKSPACE, "zoe")
        await unit.room_settings.change(RoomKey("slack", WORKSPACE, "lobby"), {"summary": "daily"}, zoe.id, clock())
        await unit.commit()
    told: list[tuple[timedelta, timedelta, int]] = []
    for number in (1, 2):
        today = clock.now.date()
        for who in (ZOE, BOB)[:number]:
            await workspace.types(who, "lobby", f"daily guess:{code_of(today, number=number)}")
        clock.advance(DAY)
        await services.summaries.step()
        (news,) = await services.news.pending("slack")
        assert news.key.kind is NewsKind.SUMMARY
        summary = await services.summaries.summary(news)
        assert summary is not None
        told.append((summary.first - today, summary.last - today, len(summary.games)))
        await services.news.complete(news.key)
        assert not await services.summaries.step()
    assert told == [(timedelta(), timedelta(), 1), (timedelta(), timedelta(), 2)]
