"""Where every command arrives: it finds the handler, and turns whatever goes wrong into a sentence."""

import logging
import secrets
from dataclasses import replace

from bot.commands.invocation import Invocation
from bot.commands.parsing import parse_line
from bot.handlers import HANDLERS, Ask
from bot.presenters.views import Reply, Text, View
from bot.services.errors import StorageError
from bot.services.model import Caller
from bot.services.services import Services
from bot.wording import Words
from core.errors import CoreError
from core.game.errors import CodeError

log = logging.getLogger(__name__)


class Dispatcher:
    """Answers commands, and never raises.

    A refusal is a sentence, and so is a fault: that is logged, with the reference it is told by.
    """

    def __init__(self, services: Services) -> None:
        self._services = services

    async def dispatch(self, caller: Caller, invocation: Invocation, words: Words, public: Words) -> Reply:
        """Answer a command: privately in `words`, publicly in the words of the room."""
        ask = Ask(self._services, caller, invocation, words, public)
        try:
            return await HANDLERS[invocation.command.name](ask)
        except CoreError as error:
            return refuse(error, words, guessed=invocation.command.name == "guess")
        except Exception as error:  # noqa: BLE001  # the last resort: nobody is left without an answer
            return fail(error, words)

    async def dispatch_line(
        self, caller: Caller, line: str, words: Words, public: Words, asked: View | None = None
    ) -> Reply | None:
        """Answer a line of text; None if there is nothing in it. `asked` is the question the caller has before them."""
        try:
            invocation = parse_line(line)
        except CoreError as error:
            return refuse(error, words)
        except Exception as error:  # noqa: BLE001  # as above
            return fail(error, words)
        return await self.dispatch(caller, _meant(invocation, asked), words, public) if invocation else None


def _meant(invocation: Invocation, asked: View | None) -> Invocation:
    """What is typed is about the question asked, as if one of its buttons had been pressed."""
    buttons = asked.buttons if asked else ()
    button = next((each for each in buttons if each.command == invocation.command.name), None)
    if asked is None or button is None:
        return invocation
    return replace(invocation, game=asked.game, step=button.step)


def refuse(error: CoreError, words: Words, *, guessed: bool = False) -> Reply:
    """What is said of an expected error; a guess that could not be read has cost nothing, and that is said too."""
    if isinstance(error, StorageError):
        log.error("storage: %s", error)
    sentence = words.refusal(error)
    if guessed and isinstance(error, CodeError):
        sentence = words.nothing_counted(sentence)
    return Reply(note=View((Text(sentence),)), failed=isinstance(error, StorageError))


def fail(error: Exception, words: Words) -> Reply:
    """What is said of an error that nobody expected: the reference it is logged with, never its text."""
    reference = secrets.token_hex(4)
    log.error("unexpected error %s", reference, exc_info=error)
    return Reply(note=View((Text(words.unexpected(reference)),)), failed=True)
