"""The App Home: running games, statistics and the language. Private replies that are gone can be seen here again."""

import logging
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

from bot.commands.catalogue import BY_NAME
from bot.commands.invocation import Invocation
from bot.handlers.dispatcher import Dispatcher, refuse
from bot.handlers.request import Request
from bot.locales import LANGUAGES, Words
from bot.locales.words import translatable
from bot.model.errors import StorageError
from bot.platforms.common.controller import CallerLookup
from bot.platforms.slack.incoming import EncodedPlace, IncomingRequest
from bot.platforms.slack.limits import FAILURES, describe
from bot.platforms.slack.profiles import Profiles
from bot.platforms.slack.rendering import Json, block_id_about, render, with_unique_ids
from bot.presenters.game_replies import your_turn_in
from bot.presenters.views import Button, Paragraph, Status, View
from bot.services.services import Services

log = logging.getLogger(__name__)

LANGUAGE_MENU = "language"
"""Action id of the menu."""

_FROM_PLATFORM = "-"
"""Value of the choice to use the language that Slack is set to."""

_MAX_BLOCKS = 100
_MAX_GAMES = 5
_FIRST_COMMANDS = {
    "play": translatable("Play"),
    "daily": translatable("Today's code"),
    "help": translatable("Help"),
    "privacy": translatable("Privacy"),
}


class Home:
    """Publishes people's Home tabs."""

    def __init__(self, dispatcher: Dispatcher, services: Services, profiles: Profiles, callers: CallerLookup) -> None:
        self._dispatcher = dispatcher
        self._services = services
        self._profiles = profiles
        self._callers = callers

    async def publish(self, incoming: IncomingRequest) -> None:
        """Publish the current Home of a person."""
        request = await self._profiles.request(incoming)
        blocks = with_unique_ids([block async for block in self._blocks(incoming, request)][:_MAX_BLOCKS])
        try:
            await incoming.client.views_publish(user_id=incoming.user, view={"type": "home", "blocks": blocks})
        except FAILURES as error:
            log.warning("views.publish: %s", describe(error))

    async def choose_language(self, incoming: IncomingRequest, chosen: str) -> None:
        """Store the language that a person has chosen, and publish their Home in it."""
        request = await self._profiles.request(incoming)
        try:
            await self._callers.choose(request.caller, chosen if chosen in LANGUAGES else None)
        except StorageError as error:
            log.warning("storage: %s", error)
        await self.publish(incoming)

    async def _blocks(self, incoming: IncomingRequest, request: Request) -> AsyncIterator[Json]:
        words = request.words
        try:
            yield _header(words("My games"))
            async for block in self._games(incoming, request):
                yield block
            yield _header(words("My statistics"))
            stats = await self._dispatcher.dispatch(request.with_invocation(Invocation(BY_NAME["stats"])))
            if stats.note:
                for block in render(stats.note).blocks:
                    yield block
            yield _header(words("My language"))
            yield _language_menu(words, await self._services.languages.chosen_by(request.caller), incoming.place)
        except StorageError as error:
            for block in render(refuse(error, words).note or View(())).blocks:
                yield block

    async def _games(self, incoming: IncomingRequest, request: Request) -> AsyncIterator[Json]:
        """The board of each running game, with buttons that are about the channel of the game."""
        games = await self._services.turn_notices.games_of(request.caller, _MAX_GAMES)
        if not games:
            for block in render(_introduction(request.words), incoming.place).blocks:
                yield block
        for block in render(View(your_turn_in(games, request.words))).blocks:
            yield block
        for game in games:
            channel = game.room.channel
            room = replace(request.caller.room, channel=channel)
            caller = replace(request.caller, room=room)
            look = replace(
                request,
                caller=caller,
                public_words=request.words,
                invocation=Invocation(BY_NAME["board"], game=game.view.id),
            )
            reply = await self._dispatcher.dispatch(look)
            for view in filter(None, (reply.board, reply.note)):
                for block in render(_without_replies(view), EncodedPlace(incoming.workspace, channel)).blocks:
                    yield block


def play_here(words: Words) -> View:
    """A direct message in which a game can be started: none can be shown on the Home tab before it has a room."""
    return View(
        (Paragraph(words("You can play here: a code that you type is a guess.")),),
        (Button(words(_FIRST_COMMANDS["play"]), "play"),),
    )


def greeting(words: Words) -> View:
    """The reply to somebody who mentions the bot without a command."""
    text = words(
        "I hide a code, and you find it: press a button, or mention me with a command such as `play` or `help`."
    )
    return View((Paragraph(text),), _first_buttons(words))


def _first_buttons(words: Words) -> tuple[Button, ...]:
    return tuple(Button(words(label), command) for command, label in _FIRST_COMMANDS.items())


def _introduction(words: Words) -> View:
    """What somebody without a running game can do."""
    return View(
        (
            Paragraph(words("You have no running games. `/hitblow play` in a channel starts one.")),
            Paragraph(
                words(
                    "hitblow hides a code, and you find it: `/hitblow play` in a channel plays together. Or start here:"
                )
            ),
        ),
        _first_buttons(words),
    )


def _without_replies(view: View) -> View:
    """A board without the sentence that replies to it are guesses."""
    blocks = (replace(block, reply_hint="") if isinstance(block, Status) else block for block in view.blocks)
    return replace(view, blocks=tuple(blocks))


def _header(text: str) -> Json:
    return {"type": "header", "text": {"type": "plain_text", "text": text, "emoji": False}}


def _language_menu(words: Words, chosen: str | None, place: EncodedPlace) -> Json:
    names = {_FROM_PLATFORM: words("Same as Slack")}
    names |= {code: language.language_name() for code, language in LANGUAGES.items()}
    selected = chosen if chosen in names else _FROM_PLATFORM
    menu: dict[str, Any] = {
        "type": "static_select",
        "action_id": LANGUAGE_MENU,
        "options": [_option(code, name) for code, name in names.items()],
        "initial_option": _option(selected, names[selected]),
    }
    return {"type": "actions", "block_id": block_id_about(LANGUAGE_MENU, place), "elements": [menu]}


def _option(value: str, text: str) -> Json:
    return {"text": {"type": "plain_text", "text": text, "emoji": False}, "value": value}
