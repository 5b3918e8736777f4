"""Reading Discord's interactions: who, where, in which language, what is entered into which form."""

import re
from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

import discord
from discord import ComponentType, ui
from msgspec.structs import replace
from typing_extensions import override

from bot.commands.command import UnknownCommand
from bot.locales import Words
from bot.model.rooms import DIRECT, Caller, MessageKey, PlayerKey, RoomKey
from bot.platforms.common.rendering import ButtonAction
from bot.presenters import phrases
from bot.presenters.views import FieldKind, Form, FormField, PrivateInputPrompt
from bot.services.games.duels import NamedPerson

PLATFORM_KEY = "discord"
"""Names the platform in keys of rooms, players and events."""

_CHANNEL = re.compile(r"(?:<#)?(\d{5,20})>?")

Interaction: TypeAlias = discord.Interaction[Any]
"""An interaction of any client: discord.py declares component callbacks for all clients."""


def caller_of(interaction: Interaction) -> Caller:
    """Who asks where.

    A thread is a room of its own. A conversation outside servers is a room and a workspace of its own. Members who may
    manage the server, or the messages in the channel, are moderators.
    """
    is_on_server, channel = interaction.guild_id is not None, interaction.channel
    workspace = str(interaction.guild_id) if is_on_server else f"{DIRECT}{interaction.channel_id}"
    held = interaction.permissions
    may_manage = held.manage_guild or held.administrator
    return Caller(
        RoomKey(PLATFORM_KEY, workspace, str(interaction.channel_id)),
        PlayerKey(PLATFORM_KEY, "", str(interaction.user.id)),
        interaction.user.display_name,
        f"{PLATFORM_KEY}:{interaction.id}",
        is_moderator=is_on_server and (may_manage or held.manage_messages),
        is_manager=may_manage or not is_on_server,  # a conversation outside servers belongs to those in it
        parent=str(channel.parent_id) if isinstance(channel, discord.Thread) else None,
    )


async def person_or_bot_of(interaction: Interaction, user_id: str) -> NamedPerson | None:
    """The person whom an option or context menu names, by their user id; None for other ids.

    On a server Discord sends memberships. A person without one has left.
    """
    data: Any = interaction.data or {}
    resolved = data.get("resolved") or {}
    members, user = resolved.get("members") or {}, (resolved.get("users") or {}).get(user_id)
    if user is None:
        return None
    this_bot = interaction.client.user.id if interaction.client.user else None
    return NamedPerson(
        replace(caller_of(interaction).player, user=user_id),
        (members.get(user_id) or {}).get("nick") or user.get("global_name") or user["username"],
        is_bot=bool(user.get("bot")),
        is_self=int(user_id) == this_bot,
        has_left=interaction.guild_id is not None and user_id not in members,
    )


def channel_id_in(named: str) -> str | None:
    """The id of the channel that a text names as Discord writes it, None if it names none."""
    found = _CHANNEL.fullmatch(named.strip())
    return found[1] if found else None


async def is_alone(interaction: Interaction) -> bool:
    """Whether an interaction comes from somebody's direct messages with the bot."""
    return interaction.context.dm_channel


def is_bot_member(interaction: Interaction) -> bool:
    """Whether the bot is in the server or conversation and can reach messages with its own token.

    Where only the user has installed it, the bot can do no more than respond to interactions.
    """
    if interaction.guild_id is not None:
        return interaction.is_guild_integration()
    return interaction.context.dm_channel


def message_of(interaction: Interaction) -> MessageKey | None:
    """The message that a component belongs to, None for a command."""
    if interaction.message is None:
        return None
    return MessageKey(str(interaction.channel_id), str(interaction.message.id))


def has_newer_messages(message: MessageKey, interaction: Interaction) -> bool:
    """Whether a message of the interaction's channel is not the newest one, as far as Discord says."""
    newest: int | None = getattr(interaction.channel, "last_message_id", None)
    is_older = int(message.message) < interaction.id
    return is_older and (newest is None or newest > int(message.message))


def may_attach(interaction: Interaction) -> bool:
    """Whether responses to an interaction may have files."""
    return interaction.app_permissions.attach_files


BUTTON_PREFIX = "hb:"
"""Starts the `custom_id` of every button and form; an action follows."""

_FIELD = "entered"
_PANEL = re.compile(r"```\n(.*?)\n```", re.DOTALL)
_ROW = re.compile(r"^`([^`\n]+)`", re.MULTILINE)
_MAX_CUSTOM_ID = 100
_MAX_TITLE = 45
_MAX_LABEL = 45
_MAX_DESCRIPTION = 100
_MAX_INPUT = 100
_MAX_CHANNELS = 25
_MAX_RADIO = 5
"""Choices that are shown at once; more are a select, which takes one press more."""


def option_form(action: ButtonAction, words: Words, turns: Sequence[str] = ()) -> ui.Modal:
    """The form for the option that a button asks for; that for a guess shows the last turns."""
    return text_form(_custom_id(action), phrases.button_label(words, action.command), action.field_label(words), turns)


def texts_of(message: discord.Message) -> Iterator[str]:
    """The texts of a message: its content, or those of its layout."""
    yield message.content
    yield from _layout_texts(message.components)


def _layout_texts(parts: Sequence[object]) -> Iterator[str]:
    for part in parts:
        if isinstance(part, discord.Container):
            yield from _layout_texts(part.children)
        elif isinstance(part, discord.TextDisplay):
            yield part.content


def panel_lines(message: discord.Message) -> Sequence[str]:
    """The lines of the first panel of a message, or those of its rows; empty if it has neither."""
    text = "\n".join(texts_of(message))
    panel = _PANEL.search(text)
    return panel[1].splitlines() if panel else _ROW.findall(text)


def private_form(prompt: PrivateInputPrompt, words: Words) -> ui.Modal:
    """The form for something private."""
    custom_id = _custom_id(ButtonAction.submitting_private_form(prompt))
    return text_form(custom_id, words(phrases.YOUR_SECRET), prompt.text.replace("`", ""))


def fields_form(form: Form, words: Words) -> ui.Modal:
    """A form with several fields, whose ids are those of the options."""
    parts: list[Any] = [
        ui.Label(
            text=each.label[:_MAX_LABEL], description=each.hint[:_MAX_DESCRIPTION] or None, component=_component(each)
        ).to_component_dict()
        for each in form.fields
    ]
    if form.private:
        parts.append(_entered(form.private, words(phrases.YOUR_SECRET)))
    return PrebuiltForm(_custom_id(ButtonAction.submitting_form(form)), form.title[:_MAX_TITLE], parts)


def _custom_id(action: ButtonAction) -> str:
    """The id of a form.

    Raises:
        UnknownCommand: the id would be longer than Discord allows. No button of ours opens such a form.
    """
    text = BUTTON_PREFIX + action.encode()
    if len(text) > _MAX_CUSTOM_ID:
        raise UnknownCommand(action.command, None)
    return text


def _component(each: FormField) -> ui.Item[Any]:
    match each.kind:
        case FieldKind.TEXT:
            return ui.TextInput(
                custom_id=each.option, default=each.value or None, required=False, max_length=_MAX_INPUT
            )
        case FieldKind.CHOICE:
            is_short = len(each.choices) <= _MAX_RADIO
            group: ui.RadioGroup[Any] | ui.Select[Any] = (ui.RadioGroup if is_short else ui.Select)(
                custom_id=each.option
            )
            for value, label in each.choices.items():
                group.add_option(label=label[:_MAX_DESCRIPTION], value=value, default=value == each.value)
            return group
        case FieldKind.PERSON:
            return ui.UserSelect(custom_id=each.option, min_values=0, required=False)
        case FieldKind.CHANNEL | FieldKind.CHANNELS:
            chosen = [discord.Object(int(channel)) for channel in each.value.split(",") if channel.isdecimal()]
            return ui.ChannelSelect(
                custom_id=each.option,
                channel_types=[discord.ChannelType.text, discord.ChannelType.news],
                default_values=[discord.SelectDefaultValue.from_channel(one) for one in chosen],
                min_values=0,
                max_values=1 if each.kind is FieldKind.CHANNEL else _MAX_CHANNELS,
                required=False,
            )


def read_form(interaction: Interaction) -> tuple[str, dict[str, str], str | None]:
    """The text that a submitted form carries, its fields, and what was entered into its only field if it has one.

    discord.py knows only the forms that its own process has opened, so the payload is read here.
    """
    data: Any = interaction.data or {}
    rows = (row for row in data.get("components", ()) if "component" in row or "components" in row)
    components = (row.get("component") or row["components"][0] for row in rows)
    values = {each["custom_id"]: each.get("value") or ",".join(each.get("values", ())) for each in components}
    entered = values.pop(_FIELD, None)
    return str(data.get("custom_id", "")).removeprefix(BUTTON_PREFIX), values, entered


class PrebuiltForm(ui.Modal):
    """A form ready to be sent, because items of discord.py would triple the time to make it."""

    def __init__(self, custom_id: str, title: str, parts: list[dict[str, Any]]) -> None:
        super().__init__(title=title, custom_id=custom_id)
        self._ready = parts
        self.stop()  # otherwise the client keeps the form and what is entered; `read_form` works without

    @override
    def to_components(self) -> list[dict[str, Any]]:
        return self._ready


def text_form(custom_id: str, title: str, about: str, turns: Sequence[str] = ()) -> ui.Modal:
    """A form with one field, below the last turns if there are any. `about` says what to enter."""
    text = "\n".join(("```", *turns, "```"))
    shown = [{"type": ComponentType.text_display.value, "content": text}] if turns else []
    return PrebuiltForm(custom_id, title[:_MAX_TITLE], [*shown, _entered(about, title)])


def _entered(about: str, title: str) -> dict[str, Any]:
    """A field that is no option. What to enter is its label, or a description if it is too long for a label."""
    field = {
        "type": ComponentType.text_input.value,
        "custom_id": _FIELD,
        "style": discord.TextStyle.short.value,
        "min_length": 1,
        "max_length": _MAX_INPUT,
        "required": True,
    }
    label = {"label": about}
    if len(about) > _MAX_LABEL:
        label = {"label": title[:_MAX_LABEL], "description": about[:_MAX_DESCRIPTION]}
    return {"type": ComponentType.label.value, **label, "component": field}
