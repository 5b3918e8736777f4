"""Completing options while they are typed."""

from collections.abc import Awaitable, Callable
from typing import TypeAlias

from bot.commands.catalogue import Kind, Option
from bot.platforms.discord.interactions import Talk, caller_of
from bot.presenters.completion import complete
from bot.services.analysis import Analysis
from bot.services.errors import StorageError
from bot.wording import Words, words_for

Complete: TypeAlias = Callable[[Talk, Option, str], Awaitable[list[tuple[str, str]]]]
"""What an option could become, given what has been typed: pairs of what is shown and what is sent."""

_MOST_GAMES = 10


def completing(analysis: Analysis) -> Complete:
    """Completion of every option; only games need to be looked up."""

    async def offers(talk: Talk, option: Option, typed: str) -> list[tuple[str, str]]:
        words = words_for(talk.locale.value)
        if option.kind is Kind.GAME:
            return await _games(analysis, talk, typed, words)
        return complete(option, typed, getattr(talk.namespace, "rules", None), words)

    return offers


async def _games(analysis: Analysis, talk: Talk, typed: str, words: Words) -> list[tuple[str, str]]:
    wanted = typed.strip().lstrip("#").lower()
    try:
        views = await analysis.reviewable(caller_of(talk), _MOST_GAMES)
    except StorageError:
        return []  # nothing is offered; the command itself will say why
    named = ((f"#{view.id} {words.game_name(view.game.rules)}, {view.game.rules}", view.id) for view in views)
    return [offer for offer in named if wanted in offer[1]]
