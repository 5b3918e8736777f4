"""What a person sees after an action: the bot's response, a modal, the components to use next."""

from tests.fakes.discord.components import ComponentType, walk
from tests.fakes.discord.errors import NoResponse, UnavailableAction
from tests.fakes.discord.interactions import Interaction
from tests.fakes.discord.messages import Message
from tests.fakes.discord.rendering import render_modal
from tests.fakes.loopback import Json


class Modal:
    """A modal that a person has open; `str(modal)` renders it."""

    def __init__(self, interaction: Interaction, data: Json) -> None:
        self.interaction = interaction
        self.data = data

    @property
    def title(self) -> str:
        return str(self.data["title"])

    def __str__(self) -> str:
        return render_modal(self.data)

    def fill_in(self, values: dict[str, str]) -> list[Json]:
        """Return the components as submitted.

        Args:
            values: by `custom_id` or label of the field.

        Raises:
            UnavailableAction: there is no such field, or it does not take the value.
        """
        left = dict(values)
        submitted = [self._submitted(component, left) for component in self.data["components"]]
        if left:
            msg = f"no field {', '.join(left)} in\n{self}"
            raise UnavailableAction(msg)
        return submitted

    def _submitted(self, one: Json, left: dict[str, str]) -> Json:
        if one["type"] == ComponentType.LABEL:
            return {"type": ComponentType.LABEL, "component": _field(one["component"], one["label"], left)}
        return {"type": one["type"]}


def _field(one: Json, label: str, left: dict[str, str]) -> Json:
    name = one["custom_id"] if one["custom_id"] in left else label
    value = left.pop(name, one.get("value") or "")
    given: Json = {"type": one["type"], "custom_id": one["custom_id"]}
    if one["type"] == ComponentType.RADIO:
        chosen = select_values(one, (value,)) if value else _selected(one)
        return {**given, "value": chosen[0] if chosen else None}
    if one["type"] != ComponentType.TEXT_INPUT:
        return {**given, "values": select_values(one, tuple(value.split(","))) if value else _selected(one)}
    minimum, maximum = one.get("min_length", 0), one.get("max_length", 4000)
    optional = not value and not one.get("required", True)
    if not optional and not max(minimum, 1 if one.get("required", True) else 0) <= len(value) <= maximum:
        msg = f"{label!r} takes {minimum} to {maximum} characters, not {value!r}"
        raise UnavailableAction(msg)
    return {**given, "value": value}


def _selected(select: Json) -> list[str]:
    """The values that are selected when the modal opens."""
    chosen = [str(option["value"]) for option in select.get("options", ()) if option.get("default")]
    return chosen or [str(one["id"]) for one in select.get("default_values", ())]


class InteractionResponse:
    """The bot's response to one interaction; `str(response)` renders what the person sees of it."""

    def __init__(self, interaction: Interaction) -> None:
        self.interaction = interaction

    @property
    def message(self) -> Message:
        """The message that was sent or updated.

        Raises:
            NoResponse: there is none.
        """
        message = self.interaction.original
        if message is None or message.deleted:
            msg = "the response has no message"
            raise NoResponse(msg)
        return message

    @property
    def modal(self) -> Modal:
        """The modal that opened.

        Raises:
            NoResponse: none did.
        """
        if self.interaction.modal is None:
            msg = f"no modal opened, but\n{self}"
            raise NoResponse(msg)
        return Modal(self.interaction, self.interaction.modal)

    @property
    def followups(self) -> list[Message]:
        """The follow-up messages, oldest first."""
        return [message for message in self.interaction.followups if not message.deleted]

    @property
    def ephemeral(self) -> bool:
        """Whether only the person sees it."""
        return self.interaction.modal is not None or self.message.ephemeral

    def __str__(self) -> str:
        if self.interaction.modal is not None:
            return str(self.modal)
        original = self.interaction.original
        shown = [original] if original and not original.deleted else []
        return "\n\n".join(str(message) for message in [*shown, *self.followups])


MORE = ("More", "その他")
"""The labels of the button behind which an app puts others, in a private message."""


def more_before(message: Message, label: str) -> str | None:
    """The label of the button `MORE` of a message that has none with that label, emoji or `custom_id`; else None."""
    names = {name for one in walk(message.components) if one["type"] == ComponentType.BUTTON for name in _names(one)}
    return next((more for more in MORE if more in names and label not in names), None)


def find_button(message: Message, label: str) -> Json:
    """Return the enabled button with that label, emoji or `custom_id`.

    Raises:
        UnavailableAction: there is none.
    """
    for one in walk(message.components):
        if one["type"] == ComponentType.BUTTON and label in _names(one) and not one.get("disabled"):
            return one
    msg = f"no button {label!r} in\n{message}"
    raise UnavailableAction(msg)


def find_select(message: Message, name: str) -> Json:
    """Return the enabled select with that placeholder or `custom_id`, or the first one if `name` is empty.

    Raises:
        UnavailableAction: there is none.
    """
    for one in walk(message.components):
        named = not name or name in (one.get("placeholder"), one.get("custom_id"))
        if one["type"] in ComponentType.SELECTS and named and not one.get("disabled"):
            return one
    msg = f"no select {name!r} in\n{message}"
    raise UnavailableAction(msg)


def select_values(select: Json, choices: tuple[str, ...]) -> list[str]:
    """Return the values of `choices` in a select or radio group: labels or values, or ids of users or channels.

    Raises:
        UnavailableAction: there is no such choice, or it is not the right number of them.
    """
    if not select.get("min_values", 1) <= len(choices) <= select.get("max_values", 1):
        msg = f"not {len(choices)} of {select}"
        raise UnavailableAction(msg)
    if "options" not in select:
        return list(choices)
    values = {name: str(option["value"]) for option in select["options"] for name in (option["value"], option["label"])}
    missing = [choice for choice in choices if choice not in values]
    if missing:
        msg = f"no choice {', '.join(missing)} among {', '.join(values)}"
        raise UnavailableAction(msg)
    return [values[choice] for choice in choices]


def _names(button: Json) -> tuple[str | None, ...]:
    return (button.get("label"), button.get("custom_id"), (button.get("emoji") or {}).get("name"))
