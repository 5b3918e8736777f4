"""That one person has one game of a daily, and which cards show it."""

from dataclasses import astuple

from bot.model.daily import DailyChain, DailyGame, SummaryPlan, closing_of
from bot.model.daily_errors import DailyOver
from bot.model.messages import MessageKey, PendingNews
from bot.services.context import CallContext
from bot.services.summaries import is_on_card, key_of, next_minute, with_card_shown
from core.game.daily import keyed_hash


async def person_hash(context: CallContext, chain: DailyChain, game: DailyGame, what: str) -> str:
    """The keyed hash of what the caller has done: "played" under these rules, or "shared" a result in this room."""
    key, room = await key_of(context.unit, chain, game.day), context.room.key
    where = (str(game.rules),) if what == "played" else (room.platform, room.workspace, room.channel)
    return keyed_hash(key, what, *astuple(context.player.key), *where)


async def require_not_played(context: CallContext, chain: DailyChain, game: DailyGame) -> None:
    """Check that the caller has not played the same daily as another player.

    Raises:
        DailyOver: they have.
    """
    if await context.unit.daily_games.has_hash(game.day, await person_hash(context, chain, game, "played")):
        raise DailyOver(game.day, game.rules)


async def record_person(context: CallContext, chain: DailyChain, game: DailyGame) -> None:
    """Store with the first move of a game, before its day closes, that this person plays it.

    Raises:
        DailyOver: they have played it as another player.
    """
    if game.board.turns or context.now >= closing_of(game.day):
        return
    if not await context.unit.daily_games.add_hash(game.day, await person_hash(context, chain, game, "played")):
        raise DailyOver(game.day, game.rules)


async def record_start(context: CallContext, chain: DailyChain, game: DailyGame) -> None:
    """Let the week of the room where a game was started count it, and put it on the card of the caller's room."""
    await context.unit.summary_plans.schedule(game.room, next_minute(context.now))
    if await is_on_card(context.unit, context.room, game):
        await put_on_card(context, chain, game)


async def put_on_card(context: CallContext, chain: DailyChain, game: DailyGame) -> bool:
    """Put a game on the card of the caller's room, whose streak counts it then.

    Returns:
        Whether it is on it. It is not if the person has another game of the day on it.
    """
    unit, room = context.unit, context.room.id
    if await unit.daily_games.is_shared(game, room):
        return True
    if not await unit.daily_games.add_hash(game.day, await person_hash(context, chain, game, "shared")):
        return False
    await unit.daily_games.add_share(game, room, context.now)
    if game.is_solved_in_time:
        await unit.streak_days.add(game.player, room, game.day)
    await unit.summary_plans.schedule(room, next_minute(context.now))
    return True


async def posted_card(context: CallContext) -> tuple[PendingNews | None, MessageKey | None]:
    """The news that posts today's card in the caller's room, or the card if it is there already."""
    unit, room, now = context.unit, context.room, context.now
    await unit.summary_plans.schedule(room.id, next_minute(now))
    before = await unit.summary_plans.get(room.id) or SummaryPlan(room.id)
    plan = before.with_card(now.date()).moved(now)
    if plan.posted_at is not None:
        return None, plan.message
    await unit.summary_plans.save(await with_card_shown(unit, plan, now))
    key = await unit.news.pending_key(room.id)
    return None if key is None else PendingNews(key, None, room.key, None, None), None
