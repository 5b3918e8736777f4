"""The dispatcher, which calls the handler of a request and turns every error into a reply."""

import asyncio
import logging
import secrets
import time
from collections.abc import Sequence
from dataclasses import replace

from bot.commands.catalogue import BY_NAME
from bot.commands.errors import UnknownCommand
from bot.commands.invocation import FOR_EVERYBODY, Invocation, only_reads
from bot.commands.parsing import parse_line
from bot.commands.secrecy import command_with_secret
from bot.handlers import coach, daily, games, lookups, settings
from bot.handlers.daily import GuessForm, GuessForms
from bot.handlers.request import Handler, Request
from bot.locales import Words
from bot.model.errors import StorageError
from bot.model.operations import NO_RULES
from bot.model.room_settings import Activity
from bot.presenters import phrases
from bot.presenters.refusals import refusal
from bot.presenters.views import Paragraph, Reply, View, is_question, note
from bot.services.services import Services
from core.errors import CoreError
from core.game.errors import CodeError
from core.game.feedback import try_parse_feedback
from core.game.rules import DIGITS, Rules

log = logging.getLogger(__name__)

HANDLERS: dict[str, Handler] = {
    "play": games.play,
    "guess": games.guess,
    "daily": daily.daily,
    "board": games.board,
    "giveup": games.giveup,
    "rematch": games.rematch,
    "host": games.host,
    "versus": games.versus,
    "duel": games.duel,
    "secret": games.secret,
    "draw": games.draw,
    "claim": games.claim,
    "hint": coach.hint,
    "suggest": coach.suggest,
    "answer": coach.answer,
    "undo": coach.undo,
    "fix": coach.fix,
    "check": coach.check,
    "review": coach.review,
    "stats": lookups.stats,
    "leaderboard": lookups.leaderboard,
    "settings": settings.settings,
    "privacy": lookups.privacy,
    "rules": lookups.rules,
    "help": lookups.help_,
}

_FORM_SECONDS = 1.0
"""Seconds to wait for the content of the guess form."""


class Dispatcher:
    """Dispatches requests to handlers. Its methods never raise.

    An expected error becomes a sentence. An unexpected one is logged with a reference, which is all that the reply
    contains.
    """

    def __init__(self, services: Services) -> None:
        self._services = services
        self._guess_forms = GuessForms(services)

    async def dispatch(self, request: Request) -> Reply:
        """Handle a request."""
        command = request.invocation.command
        try:
            if await self._services.admission.cached_rules() != NO_RULES:
                await self._require_admission(request)
            if command.activity is not None or request.open_room is not None:
                await self._require_activities(request)
            reply = await HANDLERS[command.name](request, self._services)
        except CoreError as error:
            reply = refuse(error, request.words, is_guess=command.name in {"guess", "daily"})
        except Exception as error:  # noqa: BLE001  # nobody is left without a reply
            reply = report_fault(error, request.words, command.name, request.caller.player.platform)
        seconds, platform = time.monotonic() - request.received_at, request.caller.player.platform
        self._services.observer.command_handled(
            command.name, platform, "failed" if reply.failed else "refused" if reply.refused else "done", seconds
        )
        return reply

    async def _require_activities(self, request: Request) -> None:
        """Check that the caller is permitted what the request does.

        Raises:
            ServiceError: they are not.
        """
        activity = request.invocation.command.activity
        if activity is not None:
            await self._services.administration.require(request.caller, activity)
        if request.open_room is not None:
            await self._services.administration.require(request.caller, Activity.THREADS)

    async def _require_admission(self, request: Request) -> None:
        """Check that the operator admits the caller, and that the cooldown and read-only mode allow the command.

        Raises:
            ServiceError: one of them does not.
        """
        admission, invocation = self._services.admission, request.invocation
        if invocation.command.name not in FOR_EVERYBODY:
            await admission.require_served(request.caller)
            await admission.require_cooldown(request.caller)
        if not only_reads(invocation):
            await admission.require_writable()

    async def guess_form(self, request: Request, board: Sequence[str] = ()) -> GuessForm | Reply:
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
            return GuessForm()
        except CoreError as error:
            return refuse(error, request.words)
        except Exception as error:  # noqa: BLE001  # nobody is left without a reply
            return report_fault(error, request.words, "guess", request.caller.player.platform)

    async def dispatch_line(self, request: Request, line: str, question: View | None = None) -> Reply | None:
        """Parse a typed line and handle it.

        Args:
            request: the request; its command is replaced.
            line: the line as typed.
            question: the view with buttons that the caller was shown last, if any. A typed choice belongs to it.

        Returns:
            The reply, None if the line is empty.
        """
        if (told := _reply_without_command(line, question, request.words)) is not None:
            return told
        try:
            invocation = (
                _confirmation(line, question, request.words) or _feedback_asked_for(line, question) or parse_line(line)
            )
        except CoreError as error:
            attempt = await self._attempt(request, line, error)
            return _refuse_line(line, error, request.words) if attempt is None else await self.dispatch(attempt)
        except Exception as error:  # noqa: BLE001  # the caller gets a reference to the log
            return report_fault(error, request.words)
        if invocation is None:
            return None
        if _has_only_letters(line, invocation) and await self._has_game_of_digits(request):
            return note(_small_talk(line, request.words), refused=True)
        return await self.dispatch(request.with_invocation(_about_question(invocation, question)))

    async def _attempt(self, request: Request, line: str, error: CoreError) -> Request | None:
        """A guess for an unknown command, if it may be a code of the running game, whose codes have no digits."""
        word = error.read if isinstance(error, UnknownCommand) and error.nearest is None else ""
        if not word or word != line.strip():
            return None
        rules = await self._rules_of_running_game(request)
        if rules is None or rules.alphabet is DIGITS or len(word) != rules.positions:
            return None
        return request.with_invocation(Invocation(BY_NAME["guess"], {"code": word}))

    async def _has_game_of_digits(self, request: Request) -> bool:
        """Whether a guess of the caller would count in a game whose codes consist of digits."""
        rules = await self._rules_of_running_game(request)
        return rules is not None and rules.alphabet is DIGITS

    async def _rules_of_running_game(self, request: Request) -> Rules | None:
        """The rules of the game in which a guess would count, None if there is none or the storage fails."""
        try:
            view = await self._services.referee.running(request.caller)
        except StorageError:
            return None
        return view.game.rules if view is not None else None


def _has_only_letters(line: str, invocation: Invocation) -> bool:
    """Whether a line that was read as a guess has letters and no digits: `hello`, or a code of letters."""
    is_bare = invocation.command.name == "guess" and not line.lstrip("/`").lower().startswith("guess")
    code = invocation.options.get("code", "")
    return is_bare and any(map(str.isalpha, code)) and not any(map(str.isdigit, code))


def _reply_without_command(line: str, question: View | None, words: Words) -> Reply | None:
    """The reply to a line that contains a secret or declines a question; None for any other line."""
    if (command := command_with_secret(line)) is not None:
        return note(phrases.secret_typed(words, command), refused=True)
    declines = question is not None and is_question(question) and _declines(line, words)
    return note(words("Nothing was done.")) if declines else None


def _refuse_line(line: str, error: CoreError, words: Words) -> Reply:
    """The reply to a line that cannot be read."""
    if isinstance(error, UnknownCommand) and _is_yes_or_no(line, words):
        return note(words("There is nothing to confirm. `help` lists the commands."), refused=True)
    return refuse(error, words)


def _small_talk(line: str, words: Words) -> str:
    return (
        words("There is nothing to confirm. `help` lists the commands.")
        if _is_yes_or_no(line, words)
        else phrases.small_talk(words)
    )


def _is_yes_or_no(line: str, words: Words) -> bool:
    return _confirms(line, words) or _declines(line, words)


def _confirms(line: str, words: Words) -> bool:
    return line.strip().lower() in words.in_context("typed to confirm", "yes y").split()


def _declines(line: str, words: Words) -> bool:
    return line.strip().lower() in words.in_context("typed to decline", "no n").split()


def _feedback_asked_for(line: str, question: View | None) -> Invocation | None:
    """The command `answer`, if a question asks for feedback and the line may be feedback in any notation; else None.

    Feedback that is not among the choices has fewer digits than a code, or else the line is a guess.
    """
    text = line.replace("`", "").strip()
    feedback = try_parse_feedback(text)
    buttons = question.buttons if question and feedback else ()
    labels = (button.options.get("feedback", "") for button in buttons if button.command == "answer")
    choices = [choice for label in labels if (choice := try_parse_feedback(label)) is not None]
    positions = max((choice.hits + choice.blows for choice in choices), default=0)
    is_too_short = sum(map(str.isdigit, text)) < positions
    return Invocation(BY_NAME["answer"], {"feedback": text}) if feedback in choices or is_too_short else None


def _confirmation(line: str, question: View | None, words: Words) -> Invocation | None:
    """The command that a typed `yes` confirms, None if there is no question or the line is something else."""
    if question is None or not is_question(question) or not _confirms(line, words):
        return None
    button = question.buttons[0]
    return Invocation(BY_NAME[button.command], button.options, game=question.game)


def _about_question(invocation: Invocation, question: View | None) -> Invocation:
    """The command with the game and step of the question, as if a button had been pressed, if it has such a button."""
    buttons = question.buttons if question else ()
    button = next((each for each in buttons if each.command == invocation.command.name), None)
    if question is None or button is None:
        return invocation
    return replace(invocation, game=question.game, step=button.step)


def refuse(error: CoreError, words: Words, *, is_guess: bool = False) -> Reply:
    """The reply to an expected error. For a mistyped guess it adds that nothing was counted."""
    if isinstance(error, StorageError):
        log.error("storage: %s", error)
    sentence, typed = refusal(error, words), refusal(error, words, has_buttons=False)
    if is_guess and isinstance(error, CodeError):
        sentence = typed = words("{refusal} Nothing was counted.", refusal=sentence)
    failed = isinstance(error, StorageError)
    paragraph = Paragraph(sentence, "" if typed == sentence else typed)
    return Reply(note=View((paragraph,)), failed=failed, refused=not failed)


def report_fault(error: Exception, words: Words, command: str | None = None, platform: str | None = None) -> Reply:
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
