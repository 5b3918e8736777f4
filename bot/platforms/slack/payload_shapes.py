"""The shapes of Slack's payloads, as far as bolt and this bot rely on them; payloads have more fields.

Source: docs.slack.dev, slash commands, interaction payloads and the Events API.
"""

from typing import Annotated, Any, NotRequired, TypeAlias

from pydantic import Field, StringConstraints, TypeAdapter, ValidationError
from typing_extensions import TypedDict

Id: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[A-Z0-9]{1,64}$")]
Timestamp: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[0-9]{1,12}(\.[0-9]{1,9})?$")]
Token: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[!-~]{1,2000}$")]
"""Printable ASCII: ids of triggers and events, addresses."""


class Named(TypedDict):
    """Anything with an id."""

    id: Id


class Installation(TypedDict):
    """An installation that sees an event."""

    team_id: NotRequired[Id | None]
    enterprise_id: NotRequired[Id | None]


class Source(TypedDict):
    """Where a payload comes from."""

    team_id: NotRequired[Id | None]
    enterprise_id: NotRequired[Id | None]
    enterprise: NotRequired[Named | None]


class Command(Source):
    """A slash command."""

    channel_id: Id
    user_id: Id
    user_name: NotRequired[str]
    command: str
    text: NotRequired[str]
    trigger_id: Token
    response_url: NotRequired[Token]


class Person(Named):
    """The person who acts."""

    name: NotRequired[str]
    username: NotRequired[str]
    team_id: NotRequired[Id | None]


class Element(TypedDict):
    """A part of a block."""

    type: NotRequired[str]
    elements: "NotRequired[list[Element]]"


class Block(Element):
    """A block of a message or view."""

    block_id: NotRequired[str]


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
    type: str
    hash: NotRequired[Token]
    team_id: NotRequired[Id | None]
    app_installed_team_id: NotRequired[Id | None]


class View(Surface):
    """A modal or the App Home in which a button was pressed."""

    private_metadata: NotRequired[str]


class ResponseUrl(TypedDict):
    """An address for responses to a form."""

    response_url: NotRequired[Token]


class Act(Source):
    """What everything that a person does has in common."""

    type: str
    response_urls: NotRequired[list[ResponseUrl]]
    user: Person
    team: NotRequired[Named | None]
    channel: NotRequired[Named | None]
    message: NotRequired[Message | None]
    container: NotRequired[Container]
    response_url: NotRequired[Token]


class Interaction(Act):
    """Something that a person does and that the bot ignores."""

    view: NotRequired[View | None]
    trigger_id: NotRequired[Token]


class Choice(TypedDict):
    """An option of a menu."""

    value: str


class Action(TypedDict):
    """A button that was pressed, or a choice in a menu."""

    type: str
    action_id: str
    block_id: str
    action_ts: Timestamp
    value: NotRequired[str | None]
    selected_option: NotRequired[Choice | None]


class BlockActions(Act):
    """Buttons and menus."""

    view: NotRequired[View | None]
    trigger_id: Token
    actions: Annotated[list[Action], Field(min_length=1)]


class Entered(TypedDict):
    """What was entered into a field of a form."""

    value: NotRequired[str | None]
    selected_option: NotRequired[Choice | None]
    selected_conversation: NotRequired[Id | None]
    selected_conversations: NotRequired[list[Id]]


class State(TypedDict):
    """What was entered into a form, by block and action."""

    values: dict[str, dict[str, Entered]]


class FormBlock(TypedDict):
    """A block of a form."""

    type: str
    block_id: str


class Form(Surface):
    """A submitted modal."""

    callback_id: str
    private_metadata: str
    state: State
    blocks: list[FormBlock]


class Submission(Act):
    """A form that was sent off."""

    view: Form
    trigger_id: Token


class Event(TypedDict):
    """Something that happened in a workspace."""

    type: str
    user: NotRequired[Id | None]
    channel: NotRequired[Id]
    ts: NotRequired[Timestamp]
    thread_ts: NotRequired[Timestamp | None]
    text: NotRequired[str | None]
    subtype: NotRequired[str | None]
    tokens: NotRequired[dict[str, list[Id] | None]]


class Happened(TypedDict):
    """What every event in a channel has."""

    channel: Id
    ts: Timestamp


class Opened(TypedDict):
    """Whose App Home was opened."""

    user: Id


class EventCallback(Source):
    """An event with its envelope."""

    event: Event
    event_id: Token
    authorizations: NotRequired[list[Installation] | None]


_COMMAND: TypeAdapter[Any] = TypeAdapter(Command)
_INTERACTION: TypeAdapter[Any] = TypeAdapter(Interaction)
_BY_TYPE: dict[str, TypeAdapter[Any]] = {
    "block_actions": TypeAdapter(BlockActions),
    "view_submission": TypeAdapter(Submission),
    "event_callback": TypeAdapter(EventCallback),
}
_EVENTS: dict[str, TypeAdapter[Any]] = {"message": TypeAdapter(Happened), "app_home_opened": TypeAdapter(Opened)}
_OTHER_TYPES = ("url_verification",)


def is_command(form: dict[str, Any]) -> bool:
    """Whether a form has the shape of a slash command."""
    return _fits(_COMMAND, form)


def is_payload(payload: dict[str, Any]) -> bool:
    """Whether an object has the shape that its type says: an event, or something that a person did."""
    kind = payload.get("type")
    if kind in _OTHER_TYPES:
        return True
    if not _fits(_BY_TYPE.get(str(kind), _INTERACTION), payload):
        return False
    shape = _EVENTS.get(payload["event"]["type"]) if kind == "event_callback" else None
    return shape is None or _fits(shape, payload["event"])


def _fits(shape: TypeAdapter[Any], payload: dict[str, Any]) -> bool:
    try:
        shape.validate_python(payload, strict=True)
    except ValidationError:
        return False
    return True
