"""People who type commands and press buttons, without any platform."""

from dataclasses import dataclass, field, replace

from bot.commands.catalogue import BY_NAME
from bot.commands.invocation import Invocation
from bot.handlers.dispatcher import Dispatcher
from bot.handlers.request import (
    Announce,
    FindChannel,
    FindPerson,
    Request,
    ShowCard,
    announce_nowhere,
    find_no_channel,
    find_nobody,
    show_no_card,
)
from bot.locales import LANGUAGES, Words
from bot.presenters.views import Heading, Preformatted, Reply, Status, View, is_question
from tests.support.people import Person
from tests.support.snapshots import as_text


@dataclass
class User:
    """Somebody in a room, whose language is `words`; the room's is English."""

    dispatcher: Dispatcher
    person: Person
    words: Words = field(default_factory=lambda: LANGUAGES["en"])
    find_person: FindPerson = find_nobody
    find_channel: FindChannel = find_no_channel
    announce: Announce = announce_nowhere
    show_card: ShowCard = show_no_card

    async def types(self, line: str, shown: View | None = None) -> Reply:
        """The reply to a line, typed below what is `shown`."""
        reply = await self.dispatcher.dispatch_line(self._request(), line, shown)
        assert reply is not None
        assert not reply.failed
        return reply

    async def presses(self, view: View | None, command: str, entered: str | None = None, **options: str) -> Reply:
        """The reply to the button of a view that has this command and these options; `entered` is put into its form."""
        assert view is not None
        button = next(
            each for each in view.buttons if each.command == command and options.items() <= each.options.items()
        )
        asked = {button.prompts_for: entered} if button.prompts_for and entered else {}
        return await self.invokes(Invocation(BY_NAME[command], {**button.options, **asked}, view.game, button.step))

    async def confirms(self, reply: Reply) -> Reply:
        """The reply to the button that confirms a question."""
        assert reply.board is None
        assert reply.private
        assert reply.note is not None
        assert is_question(reply.note)
        return await self.presses(reply.note, reply.note.buttons[0].command)

    async def tells(self, reply: Reply, secret: str) -> Reply:
        """The reply to a secret that was asked for."""
        assert reply.prompt is not None
        prompt = reply.prompt
        return await self.invokes(
            Invocation(BY_NAME[prompt.command], prompt.options, prompt.game, private_input=secret)
        )

    async def challenges(self, line: str, code: str = "012") -> Reply:
        """The reply to a line that challenges somebody, and to the secret that is then asked for."""
        reply = await self.types(line)
        return reply if reply.prompt is None else await self.tells(reply, code)

    async def invokes(self, invocation: Invocation) -> Reply:
        """The reply to an invocation, as platforms make it of a button or a form."""
        return await self.dispatcher.dispatch(replace(self._request(), invocation=invocation))

    def _request(self) -> Request:
        return Request(
            self.person(),
            self.words,
            LANGUAGES["en"],
            find_person=self.find_person,
            find_channel=self.find_channel,
            announce=self.announce,
            show_card=self.show_card,
        )


def text(view: View | None) -> str:
    """All that stands in a view."""
    return "" if view is None else as_text(view)


def panel(view: View | None) -> list[str]:
    """The title of a view, the lines of its panels and the facts about a running game."""
    assert view is not None
    lines: list[str] = []
    for block in view.blocks:
        if isinstance(block, Heading) and not lines:
            lines.append(block.text)
        elif isinstance(block, Preformatted):
            lines += block.text.splitlines()
        elif isinstance(block, Status):
            lines += filter(None, block.facts)
    return lines


def codes(view: View | None) -> list[str]:
    """The codes of the turns in a view."""
    cells = [line.split() for line in panel(view)]
    return [cell[1] for cell in cells if len(cell) > 2 and cell[0].isdigit() and cell[1].isdigit()]
