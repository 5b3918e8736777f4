"""The dispatcher, which calls the handler of a request and turns every error into a reply."""

import asyncio
import logging
import secrets
import time
from collections.abc import Sequence
from functools import cache
from pkgutil import resolve_name

from msgspec.structs import replace

from bot.commands.catalogue import MORE
from bot.commands.command import CommandError, UnknownCommand
from bot.commands.invocation import (
    FOR_EVERYBODY,
    SOMETIMES_RESERVED,
    Invocation,
    activity_needing_permission,
    is_read_only,
)
from bot.commands.parsing import parse_line
from bot.handlers.daily import GuessFormContent, GuessFormFactory
from bot.handlers.lines import GuessTarget, read_line
from bot.handlers.request import Handler, Request
from bot.locales import Words
from bot.model.errors import GameRunning, NoGameHere, StorageError
from bot.model.operations import NO_RULES, BotIsReadOnly
from bot.model.room_settings import Activity
from bot.presenters import phrases
from bot.presenters.game_replies import running_game_alternatives
from bot.presenters.refusals import refusal_text, secret_requirements
from bot.presenters.views import Button, Heading, Paragraph, Reply, View
from bot.services.services import Services
from core.errors import CoreError
from core.game.errors import CodeError

log = logging.getLogger(__name__)

HANDLERS = {
    "play": "bot.handlers.games:play",
    "guess": "bot.handlers.games:guess",
    "daily": "bot.handlers.daily:daily",
    "board": "bot.handlers.games:board",
    "giveup": "bot.handlers.games:giveup",
    "rematch": "bot.handlers.games:rematch",
    "host": "bot.handlers.games:host",
    "versus": "bot.handlers.games:versus",
    "duel": "bot.handlers.games:duel",
    "secret": "bot.handlers.games:secret",
    "draw": "bot.handlers.games:draw",
    "claim": "bot.handlers.games:claim",
    "hint": "bot.handlers.coach:hint",
    "suggest": "bot.handlers.coach:suggest",
    "answer": "bot.handlers.coach:answer",
    "undo": "bot.handlers.coach:undo",
    "fix": "bot.handlers.coach:fix",
    "check": "bot.handlers.coach:check",
    "review": "bot.handlers.coach:review",
    "stats": "bot.handlers.lookups:stats",
    "leaderboard": "bot.handlers.lookups:leaderboard",
    "settings": "bot.handlers.settings:settings",
    "privacy": "bot.handlers.lookups:privacy",
    "rules": "bot.handlers.lookups:rules",
    "help": "bot.handlers.lookups:help_",
}
"""The handlers of the commands, whose modules are imported when they are first used."""

_FORM_SECONDS = 1.0
"""Seconds to wait for the content of the guess form."""


@cache
def _handler(command: str) -> Handler:
    handler: Handler = resolve_name(HANDLERS[command])
    return handler


class Dispatcher:
    """Dispatches requests to handlers. Its methods never raise.

    An expected error becomes a sentence. An unexpected one is logged with a reference, which is all that the reply
    contains.

    Attributes:
        services: the use cases.
    """

    def __init__(self, services: Services) -> None:
        self.services = services
        self._guess_forms = GuessFormFactory(services)

    async def dispatch(self, request: Request) -> Reply:
        """Handle a request."""
        command = request.invocation.command
        try:
            admission = self.services.admission
            if admission.pace.cooldown or await admission.cached_rules() != NO_RULES:
                await self._require_admission(request)
            if command.activity is not None or command.name in SOMETIMES_RESERVED:
                await self._require_activities(request)
            reply = await _handler(command.name)(request, self.services)
            if MORE in request.invocation.options:
                reply = _showing_more(reply)
        except CoreError as error:
            is_hidden = request.invocation.private_input is not None
            is_guess = command.name in {"guess", "daily"} and not is_hidden
            reply = refuse(error, request.words, request.invocation, is_guess=is_guess, is_hidden=is_hidden)
        except Exception as error:  # noqa: BLE001  # nobody is left without a reply
            reply = report_unexpected_error(error, request.words, command.name, request.caller.player.platform)
        seconds, platform = time.monotonic() - request.received_at, request.caller.player.platform
        self.services.observer.command_handled(
            command.name, platform, "failed" if reply.failed else "refused" if reply.refused else "done", seconds
        )
        return reply

    async def _require_activities(self, request: Request) -> None:
        """Check that the caller is permitted what the request does.

        Raises:
            ServiceError: they are not.
        """
        activity = activity_needing_permission(request.invocation)
        if activity is not None:
            await self.services.shared_settings.require_permitted(request.caller, activity)
        if request.open_room is not None:
            await self.services.shared_settings.require_permitted(request.caller, Activity.THREADS)

    async def _require_admission(self, request: Request) -> None:
        """Check that the operator admits the caller, and that the cooldown and read-only mode allow the command.

        Raises:
            ServiceError: one of them does not.
        """
        admission, invocation = self.services.admission, request.invocation
        if invocation.command.name not in FOR_EVERYBODY:
            await admission.require_served(request.caller)
            await admission.require_cooldown(request.caller, is_guess=invocation.command.name == "guess")
        if not is_read_only(invocation) and await admission.is_read_only():
            raise BotIsReadOnly

    async def guess_form(self, request: Request, board: Sequence[str] = ()) -> GuessFormContent | Reply:
        """The content of the form for a guess, or the reply that refuses it if the caller cannot guess now.

        If the storage takes too long, the form is empty, because a platform opens forms only within three seconds.

        Args:
            request: of the caller, about a game.
            board: the turns on the board whose button was pressed, in lines, if the platform knows them.
        """
        try:
            async with asyncio.timeout(_FORM_SECONDS):
                return await self._guess_forms.make(request, board)
        except (StorageError, TimeoutError):
            return GuessFormContent()
        except CoreError as error:
            return refuse(error, request.words)
        except Exception as error:  # noqa: BLE001  # nobody is left without a reply
            return report_unexpected_error(error, request.words, "guess", request.caller.player.platform)

    async def dispatch_line(
        self, request: Request, line: str, question: View | None = None, target: GuessTarget | None = None
    ) -> Reply | None:
        """Read a typed line and handle it.

        Args:
            request: the request; its command is replaced.
            line: the line as typed.
            question: the view with buttons that the caller was shown last, if any. A typed choice belongs to it.
            target: where a typed code is a guess, None for the game in which it would count.

        Returns:
            The reply, None if the line is empty.
        """
        try:
            read = await read_line(line, question, request, self.services.referee, target)
        except CoreError as error:
            return refuse(error, request.words)
        except Exception as error:  # noqa: BLE001  # the caller gets a reference to the log
            return report_unexpected_error(error, request.words)
        return await self.dispatch(replace(request, invocation=read)) if isinstance(read, Invocation) else read


def _showing_more(reply: Reply) -> Reply:
    """The private answer to More: a private reply with all its buttons in sight, or the rare ones of a public reply."""
    view = reply.note
    if view is None:
        return reply
    if not reply.private:
        titles = tuple(block for block in view.blocks if isinstance(block, Heading))
        view = View(titles[:1], tuple(button for button in view.buttons if button.is_rare), view.game)
    buttons = tuple(replace(button, is_rare=False) for button in view.buttons)
    return replace(reply, note=replace(view, buttons=buttons), private=True)


def refuse(
    error: CoreError,
    words: Words,
    invocation: Invocation | None = None,
    *,
    is_guess: bool = False,
    is_hidden: bool = False,
) -> Reply:
    """The reply to an expected error, with what the caller can do instead of the `invocation`.

    For a mistyped guess it adds that nothing was counted. What was entered as a secret, `is_hidden`, is not repeated.
    """
    if isinstance(error, StorageError):
        log.error("storage: %s", error)
    sentence, typed = refusal_text(error, words), refusal_text(error, words, has_buttons=False)
    if is_hidden and isinstance(error, CodeError):
        sentence = typed = secret_requirements(error.data["rules"], words)
    if is_guess and isinstance(error, CodeError):
        sentence = typed = words("{refusal} Nothing was counted.", refusal=sentence)
    paragraph = Paragraph(sentence, "" if typed == sentence else typed)
    meant = _suggestion(error)
    note = View((paragraph,), tuple(filter(None, (meant,))), asks=meant is not None)
    if isinstance(error, NoGameHere):
        note = replace(note, buttons=(Button(phrases.button_label(words, "play"), "play"),))
    if isinstance(error, GameRunning):
        note = replace(note, buttons=_instead_of(error, words, invocation), game=error.game)
    return Reply(note=note, failed=isinstance(error, StorageError), refused=True)


def _instead_of(error: GameRunning, words: Words, invocation: Invocation | None) -> tuple[Button, ...]:
    """What the caller can press instead of starting a game beside one that is running."""
    given = invocation.options if invocation is not None and invocation.command.name == "play" else {}
    started = {name: text for name, text in given.items() if name in {"rules", "tries"}}
    return running_game_alternatives(error, started, words)


def _suggestion(error: CoreError) -> Button | None:
    """The button for the command that was probably meant, None if that is not clear or needs more."""
    if not isinstance(error, UnknownCommand) or error.nearest is None:
        return None
    try:
        invocation = parse_line(error.nearest)
    except CommandError:
        return None
    return Button(error.nearest, invocation.command.name, invocation.options) if invocation is not None else None


def report_unexpected_error(
    error: Exception, words: Words, command: str | None = None, platform: str | None = None
) -> Reply:
    """Log an unexpected error under a new reference, and make the reply, which contains only the reference."""
    reference = secrets.token_hex(4)
    fields = {"reference": reference, "command": command, "platform": platform}
    log.error("unexpected error %s", reference, exc_info=error, extra=fields)
    return Reply(
        note=View(
            (
                Paragraph(
                    words(
                        "Something went wrong; it is logged as {reference}. `board` shows what was counted.",
                        reference=reference,
                    )
                ),
            )
        ),
        failed=True,
    )
