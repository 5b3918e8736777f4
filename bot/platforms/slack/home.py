"""The App Home: what was private in a channel and is gone from there can be seen here again."""

import logging
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

from bot.commands.catalogue import BY_NAME
from bot.commands.invocation import Invocation
from bot.handlers.dispatcher import Dispatcher, refuse
from bot.platforms.slack.messenger import FAILURES
from bot.platforms.slack.profiles import Guest, People
from bot.platforms.slack.rendering import Json, message, paragraph
from bot.platforms.slack.requests import Origin
from bot.presenters.views import View
from bot.services.errors import StorageError
from bot.services.messages import Messages
from bot.services.referee import Referee
from bot.wording import LANGUAGES, Words

log = logging.getLogger(__name__)

LANGUAGE = "language"
"""The action id of the menu."""

_PLATFORMS = "-"
_MOST_BLOCKS = 100


class Home:
    """Publishes people's Home tabs."""

    def __init__(self, dispatcher: Dispatcher, messages: Messages, referee: Referee, people: People) -> None:
        self._dispatcher = dispatcher
        self._messages = messages
        self._referee = referee
        self._people = people

    async def publish(self, origin: Origin) -> None:
        """Show somebody their Home as things stand."""
        guest = await self._people.guest(origin)
        blocks = [block async for block in self._blocks(origin, guest)]
        try:
            await origin.client.views_publish(
                user_id=origin.user, view={"type": "home", "blocks": blocks[:_MOST_BLOCKS]}
            )
        except FAILURES as error:
            log.warning("views.publish: %s", type(error).__name__)

    async def choose_language(self, origin: Origin, chosen: str) -> None:
        """Speak that language to them from now on, and show the Home in it."""
        guest = await self._people.guest(origin)
        try:
            await self._people.choose(guest, chosen if chosen in LANGUAGES else None)
        except StorageError as error:
            log.warning("storage: %s", error)
        await self.publish(origin)

    async def _blocks(self, origin: Origin, guest: Guest) -> AsyncIterator[Json]:
        words = guest.words
        try:
            yield _header(words.my_games())
            async for block in self._games(origin, guest):
                yield block
            yield _header(words.my_statistics())
            stats = await self._dispatcher.dispatch(guest.caller, Invocation(BY_NAME["stats"]), words, words)
            if stats.note:
                for block in message(stats.note).blocks:
                    yield block
            yield _header(words.my_language())
            yield _languages(words, await self._people.chosen(guest))
        except StorageError as error:
            for block in message(refuse(error, words).note or View(())).blocks:
                yield block

    async def _games(self, origin: Origin, guest: Guest) -> AsyncIterator[Json]:
        """Each game's board, with buttons that are about the channel it is played in."""
        games = await self._referee.running_games(guest.caller)
        if not games:
            yield paragraph(guest.words.no_games())
        for game in games:
            post = await self._messages.of(game.id)
            if post is None:
                continue  # it could not be shown there; `board` shows it once it can
            there = replace(origin, channel=post.channel).caller(guest.caller.name)
            reply = await self._dispatcher.dispatch(
                there, Invocation(BY_NAME["board"], game=game.id), guest.words, guest.words
            )
            for view in filter(None, (reply.board, reply.note)):
                for block in message(view, post.channel).blocks:
                    yield block


def _header(text: str) -> Json:
    return {"type": "header", "text": {"type": "plain_text", "text": text, "emoji": False}}


def _languages(words: Words, chosen: str | None) -> Json:
    options = {_PLATFORMS: words.platform_language()} | {code: each.language_name() for code, each in LANGUAGES.items()}
    default = (_PLATFORMS, options[_PLATFORMS])
    menu: dict[str, Any] = {
        "type": "static_select",
        "action_id": LANGUAGE,
        "options": [_option(code, name) for code, name in options.items()],
        "initial_option": _option(*next((each for each in options.items() if each[0] == chosen), default)),
    }
    return {"type": "actions", "elements": [menu]}


def _option(value: str, text: str) -> Json:
    return {"text": {"type": "plain_text", "text": text, "emoji": False}, "value": value}
