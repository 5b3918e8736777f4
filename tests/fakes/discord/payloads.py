"""Discord's objects as JSON."""

from tests.fakes.discord.channels import DEFAULT_PERMISSIONS, DIRECT, GROUP, Channel
from tests.fakes.discord.components import walk
from tests.fakes.discord.guilds import Account, Guild
from tests.fakes.discord.interactions import Interaction
from tests.fakes.discord.messages import Message
from tests.fakes.discord.snowflakes import timestamp
from tests.fakes.discord.state import State
from tests.fakes.loopback import Json

_DEFAULT, _REPLY, _SLASH_REPLY = 0, 19, 20


def user(one: Account) -> Json:
    return {
        "id": str(one.id),
        "username": f"user{one.id}" if not one.bot else one.name,
        "global_name": one.name,
        "discriminator": "0",
        "avatar": None,
        "bot": one.bot,
        "public_flags": 0,
    }


def member(guild: Guild, one: Account, *, with_user: bool = True) -> Json:
    permissions = guild.members.get(one.id, DEFAULT_PERMISSIONS)
    described: Json = {
        "nick": guild.nicknames.get(one.id),
        "roles": [],
        "joined_at": timestamp(guild.id),
        "deaf": False,
        "mute": False,
        "flags": 0,
        "pending": False,
        "avatar": None,
        "permissions": str(permissions.value),
    }
    return {**described, "user": user(one)} if with_user else described


def channel(one: Channel) -> Json:
    described: Json = {"id": str(one.id), "type": one.type, "last_message_id": _last(one), "flags": 0}
    if one.type in (DIRECT, GROUP):
        described["recipients"] = [user(person) for person in one.recipients]
        return described | ({"name": one.name, "icon": None, "owner_id": "1"} if one.type == GROUP else {})
    described |= {"name": one.name, "guild_id": _id(one.guild), "parent_id": _id(one.parent), "nsfw": False}
    described |= {"permissions": str(DEFAULT_PERMISSIONS.value), "rate_limit_per_user": 0, "position": 0}
    return described | (_thread_fields(one) if one.is_thread else _overwrites(one))


def _last(one: Channel) -> str | None:
    return str(one.messages[-1].id) if one.messages else None


def _overwrites(one: Channel) -> Json:
    denied = {"id": _id(one.guild), "type": 0, "allow": "0", "deny": str(one.denied.value)}
    return {"topic": None, "permission_overwrites": [denied] if one.denied.value else []}


def _thread_fields(one: Channel) -> Json:
    archiving = {"archived": one.archived, "locked": one.locked, "auto_archive_duration": 1440}
    return {
        "owner_id": _id(one.owner),
        "message_count": len(one.messages),
        "member_count": 1,
        "thread_metadata": {**archiving, "archive_timestamp": timestamp(one.id), "create_timestamp": timestamp(one.id)},
    }


def _id(thing: Guild | Channel | Account | None) -> str | None:
    return None if thing is None else str(thing.id)


def guild(one: Guild, bot: Account) -> Json:
    everyone = {"id": str(one.id), "name": "@everyone", "permissions": str(DEFAULT_PERMISSIONS.value), "position": 0}
    return {
        "id": str(one.id),
        "name": one.name,
        "preferred_locale": one.locale,
        "owner_id": str(next(iter(one.members), bot.id)),
        "joined_at": one.joined_at.isoformat(),
        "system_channel_id": _id(one.system_channel),
        "member_count": len(one.members) + 1,
        "unavailable": False,
        "features": [],
        "roles": [{**everyone, "color": 0, "hoist": False, "managed": False, "mentionable": False, "flags": 0}],
        "channels": [channel(each) for each in one.channels],
        "threads": [channel(thread) for each in one.channels for thread in each.threads],
        "members": [member(one, bot)],
        **{key: [] for key in ("emojis", "stickers", "voice_states", "presences", "stage_instances")},
        "verification_level": 0,
        "default_message_notifications": 0,
        "explicit_content_filter": 0,
        "mfa_level": 0,
        "nsfw_level": 0,
        "premium_tier": 0,
        "system_channel_flags": 0,
    }


def application(state: State) -> Json:
    return {
        "id": str(state.application_id),
        "name": state.bot.name,
        "description": "",
        "icon": None,
        "bot_public": True,
        "bot_require_code_grant": False,
        "owner": user(state.owner),
        "team": None,
        "verify_key": "0" * 64,
        "flags": 0,
        "integration_types_config": {"0": {}, "1": {}},
    }


def message(one: Message) -> Json:
    described: Json = {
        "id": str(one.id),
        "channel_id": str(one.channel.id),
        "author": user(one.author),
        "content": one.content,
        "embeds": [{"type": "rich", **embed} for embed in one.embeds],
        "components": numbered(one.components),
        "attachments": one.attachments,
        "flags": one.flags,
        "nonce": one.nonce,
        "timestamp": timestamp(one.id),
        "edited_timestamp": timestamp(one.id) if one.edits else None,
        "mentions": [],
        "mention_roles": [],
        "mention_everyone": False,
        "pinned": False,
        "tts": False,
        "type": _DEFAULT,
    }
    if one.reference:
        described |= {"message_reference": one.reference, "type": _REPLY}
    if one.thread:
        described["thread"] = channel(one.thread)
    return described | (_interaction_fields(one, one.interaction) if one.interaction else {})


def _interaction_fields(one: Message, interaction: Interaction) -> Json:
    by_command = interaction.message is None
    metadata: Json = {
        "id": str(interaction.id),
        "type": interaction.type,
        "user": user(interaction.user),
        "authorizing_integration_owners": interaction.owners,
    }
    if interaction.message is not None:
        metadata["interacted_message_id"] = str(interaction.message.id)
    app = str(one.author.id)
    fields: Json = {"webhook_id": app, "application_id": app, "interaction_metadata": metadata}
    return fields | {"type": _SLASH_REPLY if by_command else _REPLY}


def numbered(components: list[Json]) -> list[Json]:
    """Return `components` with the ids that Discord gives those that have none."""
    for number, component in enumerate(walk(components), start=1):
        component.setdefault("id", number)
    return components


def interaction(one: Interaction) -> Json:
    guild_ = one.channel.guild
    described: Json = {
        "id": str(one.id),
        "application_id": str(one.application_id),
        "type": int(one.type),
        "token": one.token,
        "version": 1,
        "data": one.data,
        "channel_id": str(one.channel.id),
        "channel": channel(one.channel),
        "app_permissions": str(one.channel.permissions.value),
        "locale": one.user.locale,
        "entitlements": [],
        "authorizing_integration_owners": one.owners,
        "context": one.context,
        "attachment_size_limit": 10 * 1024 * 1024,
    }
    if one.message is not None:
        described["message"] = message(one.message)
    if guild_ is None:
        return {**described, "user": user(one.user)}
    partial = {"id": str(guild_.id), "locale": guild_.locale, "features": []}
    whose: Json = {"guild_id": str(guild_.id), "guild": partial, "guild_locale": guild_.locale}
    return {**described, **whose, "member": member(guild_, one.user)}


def callback(one: Interaction, kind: int) -> Json:
    """Return the response to a callback posted with `with_response=1`."""
    shown = one.original
    about: Json = {"id": str(one.id), "type": int(one.type)}
    if shown is None:
        return {"interaction": about, "resource": {"type": kind}}
    about |= {"response_message_id": str(shown.id), "response_message_loading": shown.loading}
    about["response_message_ephemeral"] = shown.ephemeral
    return {"interaction": about, "resource": {"type": kind, "message": message(shown)}}
