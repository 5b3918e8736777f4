"""The routes an interaction is answered through: the callback and its webhook."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.fakes.discord import payloads, refusals
from tests.fakes.discord.bodies import check_modal
from tests.fakes.discord.interactions import ALLOWED, Interaction, Reply
from tests.fakes.discord.messages import EPHEMERAL, LOADING
from tests.fakes.discord.refusals import require
from tests.fakes.discord.routing import Call, Route

if TYPE_CHECKING:
    from tests.fakes.discord.messages import Message
    from tests.fakes.discord.wire import Json
    from tests.fakes.discord.world import World

FIRST_ANSWER_SECONDS = 3.0
TOKEN_SECONDS = 15 * 60.0
_USER_INSTALLED_FOLLOWUPS = 5
_CHOICES = 25


def callback(world: World, call: Call) -> Json | None:
    """The first answer: in time, once, and of a kind that suits the act."""
    interaction = world.interactions.get(call["interaction_token"])
    if interaction is None or str(interaction.id) != call["interaction_id"]:
        raise refusals.unknown_interaction()
    if interaction.reply is not None:
        raise refusals.already_acknowledged()
    if world.clock() - interaction.born > FIRST_ANSWER_SECONDS:
        raise refusals.unknown_interaction()
    kind = _suitable(interaction, call.body["type"])
    _answer(world, interaction, kind, call)
    interaction.reply = kind
    if kind not in (Reply.DEFER, Reply.DEFER_UPDATE):
        interaction.settled.set()
    world.activity.changed()
    return payloads.callback(interaction, kind) if call.query.get("with_response") else None


def _suitable(interaction: Interaction, kind: int) -> Reply:
    updates_nothing = kind in (Reply.DEFER_UPDATE, Reply.UPDATE) and interaction.message is None
    suits = kind in ALLOWED[interaction.type] and not updates_nothing
    require(suits, f"callback type {kind} does not answer interaction type {interaction.type:d}")
    return Reply(kind)


def _answer(world: World, interaction: Interaction, kind: Reply, call: Call) -> None:
    data: Json = call.body.get("data") or {}
    if kind is Reply.MODAL:
        check_modal(data)
        interaction.modal = data
    elif kind is Reply.CHOICES:
        interaction.choices = _checked(data["choices"])
    elif kind is Reply.MESSAGE:
        interaction.original = _post(world, interaction, data, call)
    elif kind is Reply.DEFER:
        interaction.original = _placeholder(world, interaction, data)
    else:
        interaction.original = interaction.message
        if kind is Reply.UPDATE:
            _edit(world, interaction, data, call)


def _checked(choices: list[Json]) -> list[Json]:
    require(len(choices) <= _CHOICES, f"{len(choices)} suggestions, {_CHOICES} at most")
    lengths = [len(str(text)) for choice in choices for text in (choice["name"], choice["value"])]
    require(all(1 <= length <= 100 for length in lengths), "suggestions and their values have 1 to 100 characters")
    return choices


def _post(world: World, interaction: Interaction, body: Json, call: Call) -> Message:
    flags = (body.get("flags") or 0) | (EPHEMERAL if interaction.forced_private else 0)
    return world.post(interaction.channel, {**body, "flags": flags}, call.files, interaction=interaction)


def _placeholder(world: World, interaction: Interaction, body: Json) -> Message:
    private = (body.get("flags") or 0) & EPHEMERAL or interaction.forced_private
    flags = LOADING | (EPHEMERAL if private else 0)
    return world.post(interaction.channel, {"flags": flags}, (), interaction=interaction)


def _edit(world: World, interaction: Interaction, body: Json, call: Call) -> Message:
    message = interaction.original
    if message is None or message.deleted:
        raise refusals.unknown_message()
    world.edit(message, body, call.files)
    interaction.settled.set()
    return message


def _open(world: World, call: Call) -> Interaction:
    """The interaction a webhook token stands for, while it lives."""
    interaction = world.interactions.get(call["webhook_token"])
    if interaction is None or call["webhook_id"] != str(world.application_id):
        raise refusals.invalid_token()
    if world.clock() - interaction.born > TOKEN_SECONDS:
        raise refusals.invalid_token()
    if interaction.reply is None:
        raise refusals.unknown_webhook()
    return interaction


def follow_up(world: World, call: Call) -> Json:
    interaction = _open(world, call)
    if interaction.awaits_first_followup:
        return payloads.message(_edit(world, interaction, call.body, call))
    if interaction.only_user_installed and len(interaction.followups) >= _USER_INSTALLED_FOLLOWUPS:
        raise refusals.too_many_followups()
    message = _post(world, interaction, call.body, call)
    interaction.followups.append(message)
    interaction.settled.set()
    return payloads.message(message)


def _named(interaction: Interaction, message_id: str) -> Message:
    candidates = [interaction.original] if message_id == "@original" else [interaction.original, *interaction.followups]
    for message in candidates:
        if message and not message.deleted and message_id in ("@original", str(message.id)):
            return message
    raise refusals.unknown_message()


def read(world: World, call: Call) -> Json:
    return payloads.message(_named(_open(world, call), call["message_id"]))


def edit(world: World, call: Call) -> Json:
    interaction = _open(world, call)
    message = _named(interaction, call["message_id"])
    world.edit(message, call.body, call.files)
    interaction.settled.set()
    return payloads.message(message)


def delete(world: World, call: Call) -> None:
    interaction = _open(world, call)
    world.delete(_named(interaction, call["message_id"]))
    interaction.settled.set()


_MESSAGE = "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}"

ROUTES = [
    Route("callback", "POST", "/interactions/{interaction_id}/{interaction_token}/callback", callback, public=True),
    Route("follow_up", "POST", "/webhooks/{webhook_id}/{webhook_token}", follow_up, public=True),
    Route("read_answer", "GET", _MESSAGE, read, public=True),
    Route("edit_answer", "PATCH", _MESSAGE, edit, public=True),
    Route("delete_answer", "DELETE", _MESSAGE, delete, public=True),
]
