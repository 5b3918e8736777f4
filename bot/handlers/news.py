"""News that is pending, as views."""

from collections.abc import Awaitable, Callable, Mapping
from typing import TypeAlias

from bot.handlers.boards import read_board
from bot.locales import Words
from bot.model.messages import NewsKind, PendingNews
from bot.presenters.daily_card import card_view, week_view
from bot.presenters.home import welcome
from bot.presenters.summaries import operator_news, turn_news
from bot.presenters.views import View
from bot.services.services import Services

NewsReader: TypeAlias = Callable[[Services, PendingNews, Words], Awaitable[View | None]]
"""Makes the view of pending news; None if there is nothing to tell any more."""


async def read_news(services: Services, news: PendingNews, words: Words) -> View | None:
    """The view of pending news, None if there is nothing to tell any more."""
    return await _READERS[news.key.kind](services, news, words)


async def _end(services: Services, news: PendingNews, words: Words) -> View | None:
    return await read_board(services, news.game or "", words)


async def _turn(services: Services, news: PendingNews, words: Words) -> View | None:
    notice = await services.turn_notices.notice(news)
    return turn_news(notice, words) if notice is not None else None


async def _passed(_services: Services, _news: PendingNews, _words: Words) -> View | None:
    return None


async def _operator(services: Services, news: PendingNews, words: Words) -> View | None:
    announcement = await services.operations.announcement(news)
    return operator_news(announcement, words) if announcement is not None else None


async def _card(services: Services, news: PendingNews, words: Words) -> View | None:
    card = await services.summaries.card(news)
    return card_view(card, words) if card is not None else None


async def _week(services: Services, news: PendingNews, words: Words) -> View | None:
    week = await services.summaries.week(news)
    return week_view(week, words) if week is not None else None


async def _welcome(_services: Services, _news: PendingNews, words: Words) -> View | None:
    return welcome(words)


_READERS: Mapping[NewsKind, NewsReader] = {
    NewsKind.END: _end,
    NewsKind.TURN: _turn,
    NewsKind.REMINDER: _turn,
    NewsKind.PASSED: _passed,
    NewsKind.OPERATOR: _operator,
    NewsKind.CARD: _card,
    NewsKind.CLOSING: _card,
    NewsKind.WEEK: _week,
    NewsKind.WELCOME: _welcome,
}
