"""The shapes of Slack's payloads, as far as bolt and this bot rely on them; payloads have more fields.

Source: docs.slack.dev, slash commands, interaction payloads and the Events API.
"""

from typing import Annotated, Any, NotRequired, TypeAlias

import msgspec
from msgspec import Meta
from typing_extensions import TypedDict

Id: TypeAlias = Annotated[str, Meta(pattern=r"\A[A-Z0-9]{1,64}\Z")]
Timestamp: TypeAlias = Annotated[str, Meta(pattern=r"\A[0-9]{1,12}(\.[0-9]{1,9})?\Z")]
Token: TypeAlias = Annotated[str, Meta(pattern=r"\A[!-~]{1,2000}\Z")]
"""Printable ASCII: ids of triggers and events, addresses."""

Text: TypeAlias = Annotated[str, Meta(pattern=r"\A[^\ud800-\udfff]*\Z")]
"""Text without lone surrogates, which no encoding has."""


class Named(TypedDict):
    """Anything with an id."""

    id: Id


class Installation(TypedDict):
    """An installation that sees an event."""

    team_id: NotRequired[Id | None]
    enterprise_id: NotRequired[Id | None]


class Origin(TypedDict):
    """Where a payload comes from."""

    team_id: NotRequired[Id | None]
    enterprise_id: NotRequired[Id | None]
    enterprise: NotRequired[Named | None]


class Command(Origin):
    """A slash command."""

    channel_id: Id
    user_id: Id
    user_name: NotRequired[Text]
    command: Text
    text: NotRequired[Text]
    trigger_id: Token
    response_url: NotRequired[Token]


class Person(Named):
    """The person who acts."""

    name: NotRequired[Text]
    username: NotRequired[Text]
    team_id: NotRequired[Id | None]


class Element(TypedDict):
    """A part of a block."""

    type: NotRequired[Text]
    elements: "NotRequired[list[Element]]"


class Block(Element):
    """A block of a message or view."""

    block_id: NotRequired[Text]


class Message(TypedDict):
    """The message whose button was pressed."""

    team: NotRequired[Id | None]
    blocks: NotRequired[list[Block] | None]


class Container(TypedDict):
    """What a button was pressed in."""

    is_ephemeral: NotRequired[bool | None]


class Surface(TypedDict):
    """What modals and the App Home have in common."""

    id: Token
    type: Text
    hash: NotRequired[Token]
    team_id: NotRequired[Id | None]
    app_installed_team_id: NotRequired[Id | None]


class View(Surface):
    """A modal or the App Home in which a button was pressed."""

    private_metadata: NotRequired[Text]


class ResponseUrl(TypedDict):
    """An address for responses to a form."""

    response_url: NotRequired[Token]


class Interaction(Origin):
    """What all interactions have in common."""

    type: Text
    response_urls: NotRequired[list[ResponseUrl]]
    user: Person
    team: NotRequired[Named | None]
    channel: NotRequired[Named | None]
    message: NotRequired[Message | None]
    container: NotRequired[Container]
    response_url: NotRequired[Token]


class IgnoredInteraction(Interaction):
    """An interaction that the bot ignores."""

    view: NotRequired[View | None]
    trigger_id: NotRequired[Token]


class Choice(TypedDict):
    """An option of a menu."""

    value: Text


class Action(TypedDict):
    """A button that was pressed, or a choice in a menu."""

    type: Text
    action_id: Text
    block_id: Text
    action_ts: Timestamp
    value: NotRequired[Text | None]
    selected_option: NotRequired[Choice | None]


class BlockActions(Interaction):
    """Buttons and menus."""

    view: NotRequired[View | None]
    trigger_id: Token
    actions: Annotated[list[Action], Meta(min_length=1)]


class FieldState(TypedDict):
    """What was entered into a field of a form."""

    value: NotRequired[Text | None]
    selected_option: NotRequired[Choice | None]
    selected_conversation: NotRequired[Id | None]
    selected_conversations: NotRequired[list[Id]]


class FormState(TypedDict):
    """What was entered into a form, by block and action."""

    values: dict[Text, dict[Text, FieldState]]


class FormBlock(TypedDict):
    """A block of a form."""

    type: Text
    block_id: Text


class Form(Surface):
    """A submitted modal."""

    callback_id: Text
    private_metadata: Text
    state: FormState
    blocks: list[FormBlock]


class Submission(Interaction):
    """A submitted form."""

    view: Form
    trigger_id: Token


class Shortcut(Interaction):
    """A global shortcut."""

    callback_id: Text
    trigger_id: Token


class Event(TypedDict):
    """Something that happened in a workspace."""

    type: Text
    user: NotRequired[Id | None]
    channel: NotRequired[Id]
    ts: NotRequired[Timestamp]
    thread_ts: NotRequired[Timestamp | None]
    text: NotRequired[Text | None]
    subtype: NotRequired[Text | None]
    tokens: NotRequired[dict[Text, list[Id] | None]]


class ChannelEvent(TypedDict):
    """An event in a channel."""

    channel: Id
    ts: Timestamp


class HomeOpened(TypedDict):
    """The opening of somebody's App Home."""

    user: Id


class EventCallback(Origin):
    """An event with its envelope."""

    event: Event
    event_id: Token
    authorizations: NotRequired[list[Installation] | None]


_BY_TYPE: dict[str, type] = {
    "block_actions": BlockActions,
    "view_submission": Submission,
    "shortcut": Shortcut,
    "event_callback": EventCallback,
}
_EVENTS: dict[str, type] = {"message": ChannelEvent, "app_mention": ChannelEvent, "app_home_opened": HomeOpened}
_OTHER_TYPES = ("url_verification",)


def is_command(form: dict[str, Any]) -> bool:
    """Whether a form has the shape of a slash command."""
    return _fits(Command, form)


def is_payload(payload: dict[str, Any]) -> bool:
    """Whether an object has the shape that its type says: an event, or something that a person did."""
    kind = payload.get("type")
    if kind in _OTHER_TYPES:
        return True
    if not _fits(_BY_TYPE.get(str(kind), IgnoredInteraction), payload):
        return False
    shape = _EVENTS.get(payload["event"]["type"]) if kind == "event_callback" else None
    return shape is None or _fits(shape, payload["event"])


def _fits(shape: type, payload: dict[str, Any]) -> bool:
    try:
        msgspec.convert(payload, shape)
    except (msgspec.ValidationError, RecursionError):
        return False
    return True
