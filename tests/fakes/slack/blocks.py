"""Blocks: the elements that people use, and the ids that Slack adds."""

from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass

from tests.fakes.loopback import Json
from tests.fakes.slack.errors import UnavailableAction


@dataclass(frozen=True)
class Element:
    """An interactive element and its block."""

    block: Json
    body: Json

    @property
    def action_id(self) -> str:
        return str(self.body["action_id"])

    @property
    def block_id(self) -> str:
        return str(self.block["block_id"])

    @property
    def label(self) -> str:
        """The text of a button, the label of an input, or the placeholder of a menu."""
        text = self.block["label"] if self.block["type"] == "input" else None
        text = text or self.body.get("text") or self.body.get("placeholder") or {}
        return str(text.get("text", ""))


def elements(blocks: list[Json]) -> Iterator[Element]:
    """Yield every interactive element, in reading order."""
    for block in blocks:
        inside = [*block.get("elements", []), block.get("accessory"), block.get("element")]
        for body in inside:
            if isinstance(body, dict) and body.get("type") not in NOT_INTERACTIVE:
                yield Element(block, body)


NOT_INTERACTIVE = {"mrkdwn", "plain_text", "image", "rich_text_section", "rich_text_list", "rich_text_preformatted"}


def find_element(blocks: list[Json], wanted: str | Element) -> Element:
    """Return the element with that label, action id or value; an `Element` is returned as it is.

    Raises:
        UnavailableAction: there is none, or more than one.
    """
    if isinstance(wanted, Element):
        return wanted
    names: tuple[Callable[[Element], object], ...] = (
        lambda element: element.label,
        lambda element: element.action_id,
        lambda element: element.body.get("value"),
    )
    for name in names:
        found = [element for element in elements(blocks) if name(element) == wanted]
        if len(found) == 1:
            return found[0]
        if found:
            raise UnavailableAction(f"{len(found)} elements are called {wanted!r}")
    there = ", ".join(repr(element.label or element.action_id) for element in elements(blocks))
    raise UnavailableAction(f"nothing here is called {wanted!r}; there is: {there or 'no element'}")


def with_ids(blocks: list[Json]) -> list[Json]:
    """Return a copy in which every block and element has an id, as Slack adds them."""
    blocks = deepcopy(blocks)
    for number, block in enumerate(blocks):
        block.setdefault("block_id", f"block{number}")
    for number, element in enumerate(elements(blocks)):
        element.body.setdefault("action_id", f"action{number}")
    return blocks
