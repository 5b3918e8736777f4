"""Routes of interactions: the callback, and the webhook of its token."""

from tests.fakes.discord import payloads
from tests.fakes.discord.errors import ApiError, ErrorCode, require
from tests.fakes.discord.interactions import ALLOWED, UPDATES, CallbackType, Interaction
from tests.fakes.discord.messages import EPHEMERAL, LOADING, Message
from tests.fakes.discord.routing import Call, Route
from tests.fakes.discord.state import State
from tests.fakes.discord.validation import check_modal
from tests.fakes.loopback import Json

CALLBACK_SECONDS = 3.0
TOKEN_SECONDS = 15 * 60.0
_USER_INSTALLED_FOLLOWUPS = 5
_CHOICES = 25


def callback(state: State, call: Call) -> Json | None:
    """Respond to an interaction: once, in time, and with a type that the interaction allows."""
    interaction = state.interactions.get(call["interaction_token"])
    if interaction is None or str(interaction.id) != call["interaction_id"]:
        raise ApiError(ErrorCode.UNKNOWN_INTERACTION)
    if interaction.callback is not None:
        raise ApiError(ErrorCode.ALREADY_ACKNOWLEDGED)
    if state.clock.now() - interaction.created > CALLBACK_SECONDS:
        raise ApiError(ErrorCode.UNKNOWN_INTERACTION)
    callback_type = _allowed_type(interaction, call.body["type"])
    _respond(state, interaction, callback_type, call)
    interaction.respond(callback_type)
    return payloads.callback(interaction, callback_type) if call.query.get("with_response") else None


def _allowed_type(interaction: Interaction, value: int) -> CallbackType:
    updates_nothing = value in UPDATES and interaction.message is None
    allowed = value in ALLOWED[interaction.type] and not updates_nothing
    require(allowed, f"callback type {value} is not allowed for interaction type {interaction.type:d}")
    return CallbackType(value)


def _respond(state: State, interaction: Interaction, callback_type: CallbackType, call: Call) -> None:
    data: Json = call.body.get("data") or {}
    if callback_type is CallbackType.MODAL:
        check_modal(data)
        interaction.modal = data
    elif callback_type is CallbackType.AUTOCOMPLETE:
        interaction.choices = _checked_choices(data["choices"])
    elif callback_type is CallbackType.MESSAGE:
        interaction.original = _post(state, interaction, data, call)
    elif callback_type is CallbackType.DEFERRED_MESSAGE:
        interaction.original = _placeholder(state, interaction, data)
    else:
        interaction.original = interaction.message
        if callback_type is CallbackType.UPDATE:
            _edit(state, interaction, data, call)


def _checked_choices(choices: list[Json]) -> list[Json]:
    require(len(choices) <= _CHOICES, f"{len(choices)} choices, {_CHOICES} at most")
    lengths = [len(str(text)) for choice in choices for text in (choice["name"], choice["value"])]
    require(all(1 <= length <= 100 for length in lengths), "choices and their values have 1 to 100 characters")
    return choices


def _post(state: State, interaction: Interaction, body: Json, call: Call) -> Message:
    flags = (body.get("flags") or 0) | (EPHEMERAL if interaction.forced_ephemeral else 0)
    return state.post(interaction.channel, {**body, "flags": flags}, call.files, interaction=interaction)


def _placeholder(state: State, interaction: Interaction, body: Json) -> Message:
    ephemeral = (body.get("flags") or 0) & EPHEMERAL or interaction.forced_ephemeral
    flags = LOADING | (EPHEMERAL if ephemeral else 0)
    return state.post(interaction.channel, {"flags": flags}, (), interaction=interaction)


def _edit(state: State, interaction: Interaction, body: Json, call: Call) -> Message:
    message = interaction.original
    if message is None or message.deleted:
        raise ApiError(ErrorCode.UNKNOWN_MESSAGE)
    state.edit(message, body, call.files)
    interaction.settled.set()
    return message


def _interaction(state: State, call: Call) -> Interaction:
    """Return the interaction of a webhook token, while the token is valid."""
    interaction = state.interactions.get(call["webhook_token"])
    if interaction is None or call["webhook_id"] != str(state.application_id):
        raise ApiError(ErrorCode.INVALID_WEBHOOK_TOKEN)
    if state.clock.now() - interaction.created > TOKEN_SECONDS:
        raise ApiError(ErrorCode.INVALID_WEBHOOK_TOKEN)
    if interaction.callback is None:
        raise ApiError(ErrorCode.UNKNOWN_WEBHOOK)
    return interaction


def follow_up(state: State, call: Call) -> Json:
    interaction = _interaction(state, call)
    if interaction.awaits_first_followup:
        return payloads.message(_edit(state, interaction, call.body, call))
    if interaction.only_user_installed and len(interaction.followups) >= _USER_INSTALLED_FOLLOWUPS:
        raise ApiError(ErrorCode.TOO_MANY_FOLLOWUPS)
    message = _post(state, interaction, call.body, call)
    interaction.followups.append(message)
    interaction.settled.set()
    return payloads.message(message)


def _message(interaction: Interaction, message_id: str) -> Message:
    candidates = [interaction.original] if message_id == "@original" else [interaction.original, *interaction.followups]
    for message in candidates:
        if message and not message.deleted and message_id in ("@original", str(message.id)):
            return message
    raise ApiError(ErrorCode.UNKNOWN_MESSAGE)


def read(state: State, call: Call) -> Json:
    return payloads.message(_message(_interaction(state, call), call["message_id"]))


def edit(state: State, call: Call) -> Json:
    interaction = _interaction(state, call)
    message = _message(interaction, call["message_id"])
    state.edit(message, call.body, call.files)
    interaction.settled.set()
    return payloads.message(message)


def delete(state: State, call: Call) -> None:
    interaction = _interaction(state, call)
    state.delete(_message(interaction, call["message_id"]))
    interaction.settled.set()


_MESSAGE = "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}"

ROUTES = [
    Route("callback", "POST", "/interactions/{interaction_id}/{interaction_token}/callback", callback, public=True),
    Route("follow_up", "POST", "/webhooks/{webhook_id}/{webhook_token}", follow_up, public=True),
    Route("read_response", "GET", _MESSAGE, read, public=True),
    Route("edit_response", "PATCH", _MESSAGE, edit, public=True),
    Route("delete_response", "DELETE", _MESSAGE, delete, public=True),
]
