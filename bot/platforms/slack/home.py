"""The App Home: today's code, running games, one's standing and the language.

Private replies that are gone can be seen here again.
"""

import logging
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from typing import Any

from cachetools import TTLCache
from msgspec import structs

from bot.commands.catalogue import BY_NAME
from bot.commands.invocation import Invocation
from bot.handlers.dispatcher import Dispatcher, refuse
from bot.handlers.request import Request, daily_rules
from bot.locales import LANGUAGES, Words
from bot.model.errors import StorageError
from bot.platforms.common.intake import DeduplicatingIntake, logged_storage_errors
from bot.platforms.slack.incoming import HOME_CHANNEL, EncodedPlace, IncomingRequest
from bot.platforms.slack.limits import FAILURES, describe_error
from bot.platforms.slack.profiles import Profiles
from bot.platforms.slack.rendering import (
    Json,
    block_id_about,
    plain_text_object,
    render,
    with_unique_block_ids,
    without_reply_hint,
)
from bot.presenters.game_replies import your_turn_in
from bot.presenters.home import daily_summary, newcomer_buttons, standing_view
from bot.presenters.views import Button, Heading, MessageLink, Paragraph, View
from bot.services.messages import RunningGame
from bot.services.services import Services

log = logging.getLogger(__name__)

LANGUAGE_MENU = "language"
"""Action id of the menu."""

_FROM_PLATFORM = "-"
"""Value of the choice to use the language that Slack is set to."""

_MAX_BLOCKS = 100
_MAX_GAMES = 5
_OPEN_SECONDS = 600.0
"""How long a Home is kept up to date after it was opened or used."""

_MAX_OPEN = 1_000
_REFRESH_SECONDS = 1.0
"""Seconds in which changes of a Home are published at once."""


@dataclass(slots=True)
class _OpenHome:
    """A Home that was opened not long ago.

    Args:
        incoming: the last request that came from it.
        games: the ids of the games on it.
        is_outdated: whether it is about to be published again.
    """

    incoming: IncomingRequest
    games: frozenset[str] = frozenset()
    is_outdated: bool = False


class Home:
    """Publishes people's Home tabs, and keeps those that were opened from this process up to date."""

    def __init__(
        self,
        dispatcher: Dispatcher,
        services: Services,
        profiles: Profiles,
        intake: DeduplicatingIntake,
    ) -> None:
        self._dispatcher = dispatcher
        self._services = services
        self._profiles = profiles
        self._intake = intake
        self._open: TTLCache[tuple[str, str], _OpenHome] = TTLCache(_MAX_OPEN, _OPEN_SECONDS)

    def record_use(self, incoming: IncomingRequest) -> _OpenHome:
        """Note that a person has opened or used their Home."""
        person = incoming.workspace, incoming.user
        opened = self._open[person] = self._open.get(person) or _OpenHome(incoming)
        opened.incoming = incoming
        return opened

    async def publish(self, incoming: IncomingRequest) -> None:
        """Publish the current Home of a person who has opened or used it."""
        await self._publish(self.record_use(incoming))

    async def greet_in_messages_tab(self, incoming: IncomingRequest) -> None:
        """Greet a person who has opened the Messages tab, if nothing stands there yet."""
        request = await self._profiles.create_request(incoming)
        message = render(greeting(request.words, is_direct=True), is_direct=True)
        try:
            found = await incoming.client.conversations_history(channel=incoming.direct or "", limit=1)
            if not found["messages"]:
                await incoming.client.chat_postMessage(channel=incoming.user, **message.arguments)
        except FAILURES as error:
            log.warning("the Messages tab: %s", describe_error(error))

    def republish_affected(self, incoming: IncomingRequest, game: str | None) -> None:
        """Publish the Homes that a request may have changed again, if they are open: its author's, those with its game.

        Args:
            incoming: the request.
            game: the id of the game that it was about, None for none.
        """
        for person, opened in tuple(self._open.items()):
            is_concerned = person == (incoming.workspace, incoming.user) or game in opened.games
            if is_concerned and not opened.is_outdated:
                opened.is_outdated = True
                self._intake.start_task(self._refresh(opened), name="refreshing a Home")

    async def _refresh(self, opened: _OpenHome) -> None:
        await self._intake.wait_unless_draining(_REFRESH_SECONDS)
        opened.is_outdated = False
        opened.incoming = replace(opened.incoming, received_at=time.monotonic())
        await self._publish(opened)

    async def _publish(self, opened: _OpenHome) -> None:
        incoming = opened.incoming
        request = await self._profiles.create_request(incoming)
        blocks = with_unique_block_ids([block async for block in self._blocks(opened, request)][:_MAX_BLOCKS])
        view = {"type": "home", "private_metadata": incoming.direct or "", "blocks": blocks}
        try:
            await incoming.client.views_publish(user_id=incoming.user, view=view)
        except FAILURES as error:
            log.warning("views.publish: %s", describe_error(error))

    async def choose_language(self, incoming: IncomingRequest, chosen: str) -> None:
        """Store the language that a person has chosen, and publish their Home in it."""
        request = await self._profiles.create_request(incoming)
        with logged_storage_errors:
            await self._services.languages.choose(request.caller, chosen if chosen in LANGUAGES else None)
        await self.publish(incoming)

    async def _blocks(self, opened: _OpenHome, request: Request) -> AsyncIterator[Json]:
        """The blocks, whose buttons are about the direct messages of the person with the bot."""
        words, services, incoming = request.words, self._services, opened.incoming
        here = EncodedPlace(incoming.workspace, incoming.direct or HOME_CHANNEL)
        for block in render(View((Paragraph(one_line_description(words)),))).blocks:
            yield block
        try:
            yield _header(words("Today's code"))
            rules = await daily_rules(request, services)
            summary = daily_summary(await services.daily.game_of_today(request.caller, rules), rules, words)
            for block in render(summary, here).blocks:
                yield block
            async for block in self._games(opened, request):
                yield block
            yield _header(words("Statistics"))
            for block in render(standing_view(await services.records.player_stats(request.caller), words), here).blocks:
                yield block
            yield _header(words("Language"))
            yield _language_menu(words, await services.languages.chosen_personally_by(request.caller), here)
        except StorageError as error:
            for block in render(refuse(error, words).note or View(())).blocks:
                yield block

    async def _games(self, opened: _OpenHome, request: Request) -> AsyncIterator[Json]:
        """The board of each running game, with buttons about its channel; nothing without games."""
        games = await self._services.turn_notices.running_games(request.caller, _MAX_GAMES)
        opened.games = frozenset(game.view.id for game in games)
        if not games:
            return
        yield _header(request.words("Games"))
        for block in render(View(your_turn_in(games, request.words))).blocks:
            yield block
        for game in games:
            channel = game.room.channel
            room = structs.replace(request.caller.room, channel=channel)
            caller = structs.replace(request.caller, room=room)
            look = structs.replace(
                request,
                caller=caller,
                public_words=request.words,
                invocation=Invocation(BY_NAME["board"], game=game.view.id),
            )
            reply = await self._dispatcher.dispatch(look)
            for view in filter(None, (reply.board, reply.note)):
                place = EncodedPlace(opened.incoming.workspace, channel)
                for block in render(_linked(without_reply_hint(view), game), place).blocks:
                    yield block


def play_button_direct_message(words: Words) -> View:
    """A direct message in which a game can be started: none can be shown on the Home tab before it has a room."""
    return View(
        (Paragraph(words("A code that you type here is a guess.")),),
        newcomer_buttons(words)[:1],
    )


def one_line_description(words: Words) -> str:
    """The game in a line, which the greeting of a server begins with, too."""
    return words("I hide 4 digits. You find them.")


def greeting(words: Words, *, is_direct: bool) -> View:
    """The reply to somebody who greets the bot, or mentions it without a command."""
    typed = words("Type `{command}`, or press a button.", command="play" if is_direct else "@hitblow play")
    return View((Paragraph(words.joined((one_line_description(words), typed))),), newcomer_buttons(words))


def _linked(view: View, game: RunningGame) -> View:
    """A board with a link to its message in place of its title."""
    blocks = (
        MessageLink(block.text, game.room, game.message) if isinstance(block, Heading) else block
        for block in view.blocks
    )
    return structs.replace(view, blocks=tuple(blocks))


def _header(text: str) -> Json:
    return {"type": "header", "text": plain_text_object(text)}


def _language_menu(words: Words, chosen: str | None, place: EncodedPlace) -> Json:
    names = {_FROM_PLATFORM: words("Same as Slack")}
    names |= {code: language.language_name() for code, language in LANGUAGES.items()}
    options = {code: {"text": plain_text_object(name), "value": code} for code, name in names.items()}
    menu: dict[str, Any] = {
        "type": "static_select",
        "action_id": LANGUAGE_MENU,
        "options": [*options.values()],
        "initial_option": options[chosen if chosen in names else _FROM_PLATFORM],
    }
    return {"type": "actions", "block_id": block_id_about(LANGUAGE_MENU, place), "elements": [menu]}


def cannot_post_view(words: Words, bot: str) -> View:
    """That the bot cannot post the board, and where one can play."""
    text = words("I can't post here. Add me with `/invite @{bot}`.", bot=bot)
    return View((Paragraph(text),), (Button(words("Play in a direct message"), "play"),))
