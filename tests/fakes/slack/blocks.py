"""Finding one's way in blocks: the elements people press and fill in, and the ids the platform gives them."""

from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass

from tests.fakes.slack.basics import CannotDo, Json


@dataclass(frozen=True)
class Element:
    """One interactive element and the block it stands in."""

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
        """What a person would call it: a button's text, an input's label, a menu's placeholder."""
        text = self.block["label"] if self.block["type"] == "input" else None
        text = text or self.body.get("text") or self.body.get("placeholder") or {}
        return str(text.get("text", ""))


def elements(blocks: list[Json]) -> Iterator[Element]:
    """Every interactive element, in reading order."""
    for block in blocks:
        inside = [*block.get("elements", []), block.get("accessory"), block.get("element")]
        for body in inside:
            if isinstance(body, dict) and body.get("type") not in PASSIVE:
                yield Element(block, body)


PASSIVE = {"mrkdwn", "plain_text", "image", "rich_text_section", "rich_text_list", "rich_text_preformatted"}


def the_element(blocks: list[Json], wanted: str | Element) -> Element:
    """The element with that label, action id or value; an `Element` held from earlier is taken as it is.

    Raises:
        CannotDo: nothing, or more than one thing, answers to `wanted`.
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
            raise CannotDo(f"{len(found)} elements answer to {wanted!r}")
    there = ", ".join(repr(element.label or element.action_id) for element in elements(blocks))
    raise CannotDo(f"nothing here is called {wanted!r}; there is: {there or 'nothing to press'}")


def with_ids(blocks: list[Json]) -> list[Json]:
    """A copy in which what came without a block or action id has one, as the platform sees to."""
    blocks = deepcopy(blocks)
    for number, block in enumerate(blocks):
        block.setdefault("block_id", f"block{number}")
    for number, element in enumerate(elements(blocks)):
        element.body.setdefault("action_id", f"action{number}")
    return blocks
