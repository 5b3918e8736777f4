"""Every button, menu and form of the product, at every moment of every kind of game, is one that Slack takes.

The loopback refuses what Slack would: ids that occur twice, texts and values that are too long, too many blocks.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest

from tests.fakes.slack import Message, User
from tests.fakes.slack.blocks import Element, elements
from tests.fakes.slack.views import View
from tests.platforms.slack.harness import Harness
from tests.platforms.slack.test_home import MOMENTS, reach

pytestmark = [pytest.mark.usefixtures("bot"), pytest.mark.slow]

VIEW_BYTES = 250_000
"""The most that Slack takes for a view."""

ENDED = {
    "a shared game has ended": [*MOMENTS["a shared game runs"], ("reply", "ann", "3102")],
    "a race has ended": [("line", "ann", "play race"), ("reply", "ann", "3102")],
    "a duel has ended": [*MOMENTS["both secrets are hidden"], ("line", "ann", "giveup confirm:on")],
    "a hosted game has ended": [("line", "ann", "host keep:head"), ("line", "ann", "giveup confirm:on")],
    "a game against the bot has ended": [("line", "ann", "versus secret:head"), ("line", "ann", "giveup confirm:on")],
    "a daily runs": [("line", "ann", "daily 0123"), ("line", "ann", "play")],
    "a daily has ended": [("line", "ann", "daily giveup yes"), ("line", "ann", "play")],
    "the coach advises": [("line", "ann", "suggest 0123 0H2B"), ("line", "ann", "play")],
    "the coach is given a contradiction": [("line", "ann", "suggest 0123 0H0B, 4567 0H0B"), ("line", "ann", "play")],
}


@dataclass
class Visitor:
    """Presses everything that a person sees, each action once; what opens in a modal is used too."""

    harness: Harness
    person: User
    pressed: set[str] = field(default_factory=set)
    views: int = 0

    async def look_around(self) -> None:
        """Use the Home, the boards, the private messages and whatever they open."""
        home = await self.harness.home(self.person)
        boards = [*self.harness.games.messages, *self.harness.team.dm(self.person).messages, *self.person.ephemeral]
        surfaces: list[Message | View] = [home, *self.person.views, *boards]
        for surface in surfaces:
            await self._press_all(surface)

    async def _press_all(self, surface: Message | View) -> None:
        for element in self._unpressed(surface):
            self.person.views.clear()
            await self._press(surface, element)
            for _ in range(4):  # a page leads to another one
                if not self.person.views or not await self._use(self.person.view):
                    break

    def _unpressed(self, surface: Message | View) -> Iterator[Element]:
        for element in list(elements(surface.blocks)):
            options = element.body.get("options") or [element.body]
            action = str(options[0].get("value", element.action_id))
            if element.block["type"] == "actions" and action not in self.pressed:
                self.pressed.add(action)
                yield element

    async def _press(self, surface: Message | View, element: Element) -> None:
        if options := element.body.get("options"):
            await self.person.choose(surface, element, options[0]["text"]["text"])
        else:
            await self.person.click(surface, element)
        await self.harness.slack.idle()

    async def _use(self, view: View) -> bool:
        """Send the form in a modal with nonsense, or press the next element; whether there was one."""
        self._check(view)
        fields = [each for each in elements(view.blocks) if each.body["type"] == "plain_text_input"]
        if view.body.get("submit") and view.body["private_metadata"] not in self.pressed:
            self.pressed.add(view.body["private_metadata"])
            selects = [each for each in elements(view.blocks) if each.body["type"] == "conversations_select"]
            channels = dict.fromkeys([each.block_id for each in selects], self.harness.games)
            await self.person.submit(view, {**{each.block_id: "?" for each in fields}, **channels})
            await self.harness.slack.idle()
            return True
        for element in self._unpressed(view):
            await self._press(view, element)
            return True
        return False

    def _check(self, view: View) -> None:
        self.views += 1
        assert len(json.dumps(view.body).encode()) < VIEW_BYTES
        assert view.title
        assert view.body["close"]["text"]
        assert "Something went wrong" not in str(view)


@pytest.mark.parametrize("moment", [*MOMENTS, *ENDED])
@pytest.mark.parametrize("language", ["en", "ja"])
async def test_whatever_is_pressed_shows_what_slack_takes(harness: Harness, moment: str, language: str) -> None:
    await reach(harness, moment, {**MOMENTS, **ENDED}[moment])
    for person in (harness.ann, harness.bob):
        await person.command(harness.games, "/hitblow", f"settings language:{language}")
        await harness.slack.idle()
        visitor = Visitor(harness, person)
        await visitor.look_around()
        assert visitor.views > 10
    shown = [*harness.games.messages, *harness.ann.ephemeral, *harness.bob.ephemeral]
    assert not any("logged as" in str(message) for message in shown)
