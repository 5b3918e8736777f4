"""What a person has before them after having done something."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.fakes.discord.messages import Kind, walk
from tests.fakes.discord.screen import modal_screen

if TYPE_CHECKING:
    from tests.fakes.discord.interactions import Interaction
    from tests.fakes.discord.messages import Message
    from tests.fakes.discord.wire import Json


class NoAnswer(AssertionError):
    """The bot let a person wait: Discord shows "The application did not respond"."""


class NotOffered(AssertionError):
    """Discord's own client would not let a person do this: no such button, a disabled one, a value out of range."""


class Modal:
    """A form on a person's screen; ``str(modal)`` is what they see."""

    def __init__(self, interaction: Interaction, data: Json) -> None:
        self.interaction = interaction
        self.data = data

    @property
    def title(self) -> str:
        return str(self.data["title"])

    def __str__(self) -> str:
        return modal_screen(self.data)

    def filled(self, values: dict[str, str]) -> list[Json]:
        """The components as submitted, each field given by ``custom_id`` or label; raises NotOffered."""
        left = dict(values)
        submitted = [self._submitted(component, left) for component in self.data["components"]]
        if left:
            msg = f"no field {', '.join(left)} in\n{self}"
            raise NotOffered(msg)
        return submitted

    def _submitted(self, one: Json, left: dict[str, str]) -> Json:
        if one["type"] == Kind.ROW:
            return {
                "type": Kind.ROW,
                "components": [_field(child, child["label"], left) for child in one["components"]],
            }
        if one["type"] == Kind.LABEL:
            return {"type": Kind.LABEL, "component": _field(one["component"], one["label"], left)}
        return {"type": one["type"]}


def _field(one: Json, label: str, left: dict[str, str]) -> Json:
    name = one["custom_id"] if one["custom_id"] in left else label
    value = left.pop(name, one.get("value") or "")
    given: Json = {"type": one["type"], "custom_id": one["custom_id"]}
    if one["type"] != Kind.INPUT:
        return {**given, "values": [value] if value else []}
    least, most = one.get("min_length", 0), one.get("max_length", 4000)
    optional = not value and not one.get("required", True)
    if not optional and not max(least, 1 if one.get("required", True) else 0) <= len(value) <= most:
        msg = f"{label!r} takes {least} to {most} characters, not {value!r}"
        raise NotOffered(msg)
    return {**given, "value": value}


class Answer:
    """What the bot answered; ``str(answer)`` is what the person sees of it."""

    def __init__(self, interaction: Interaction) -> None:
        self.interaction = interaction

    @property
    def message(self) -> Message:
        """The message answered with, or updated; raises NoAnswer if there is none."""
        message = self.interaction.original
        if message is None or message.deleted:
            msg = "answered without a message"
            raise NoAnswer(msg)
        return message

    @property
    def modal(self) -> Modal:
        """The form that opened; raises NoAnswer if none did."""
        if self.interaction.modal is None:
            msg = f"no form opened, but\n{self}"
            raise NoAnswer(msg)
        return Modal(self.interaction, self.interaction.modal)

    @property
    def followups(self) -> list[Message]:
        """What was said afterwards, oldest first."""
        return [message for message in self.interaction.followups if not message.deleted]

    @property
    def private(self) -> bool:
        """Whether nobody else sees it."""
        return self.interaction.modal is not None or self.message.private

    def __str__(self) -> str:
        if self.interaction.modal is not None:
            return str(self.modal)
        original = self.interaction.original
        shown = [original] if original and not original.deleted else []
        return "\n\n".join(str(message) for message in [*shown, *self.followups])


def find_button(message: Message, label: str) -> Json:
    """The enabled button that says ``label`` (or has it for emoji or custom_id); raises NotOffered."""
    for one in walk(message.components):
        if one["type"] == Kind.BUTTON and label in _names(one) and not one.get("disabled"):
            return one
    msg = f"no button {label!r} to press in\n{message}"
    raise NotOffered(msg)


def find_select(message: Message, name: str) -> Json:
    """The enabled select with that placeholder or custom_id, any if ``name`` is empty; raises NotOffered."""
    for one in walk(message.components):
        named = not name or name in (one.get("placeholder"), one.get("custom_id"))
        if one["type"] in Kind.SELECTS and named and not one.get("disabled"):
            return one
    msg = f"no select {name!r} in\n{message}"
    raise NotOffered(msg)


def chosen(select: Json, choices: tuple[str, ...]) -> list[str]:
    """The values of ``choices``, each given by label or value (of people, by id); raises NotOffered."""
    if not select.get("min_values", 1) <= len(choices) <= select.get("max_values", 1):
        msg = f"not {len(choices)} of {select}"
        raise NotOffered(msg)
    if select["type"] != Kind.SELECT:
        return list(choices)
    values = {name: str(option["value"]) for option in select["options"] for name in (option["value"], option["label"])}
    missing = [choice for choice in choices if choice not in values]
    if missing:
        msg = f"no choice {', '.join(missing)} among {', '.join(values)}"
        raise NotOffered(msg)
    return [values[choice] for choice in choices]


def _names(button: Json) -> tuple[str | None, ...]:
    return (button.get("label"), button.get("custom_id"), (button.get("emoji") or {}).get("name"))
