"""When a board moves below newer messages.

Discord's ids contain times, so all processes agree on the age of a message without asking anybody.
"""

from bot.commands.invocation import Invocation
from bot.model.rooms import MessageKey
from bot.platforms.discord.interactions import Interaction, is_above, is_member
from bot.platforms.discord.transport import DiscordInteractionTransport

_SECONDS_BETWEEN = 30.0
_MILLISECOND = 1 << 22
"""One millisecond in an id of Discord."""


async def leaves_link(
    invocation: Invocation, transport: DiscordInteractionTransport, message: MessageKey | None
) -> bool | None:
    """Whether a board moves, and then whether its former message becomes a link or is deleted.

    The button moves a board that has not moved for 30 seconds and is not the newest message, and a typed guess one that
    is out of sight. A typed `board` always moves it; the former message is deleted if it is newer than 30 seconds.
    A press is acknowledged here if the board moves, because the pressed message is to be edited after the post.

    Returns:
        True for a link, False for no trace, None if the board stays where it is.
    """
    name, interaction = invocation.command.name, transport.responder.interaction
    if message is None or name not in {"board", "guess"}:
        return None
    is_due = _seconds_between(message, interaction) >= _SECONDS_BETWEEN
    if invocation.game is None and name == "board":
        return is_due
    if not is_due:
        return None
    if name == "board":
        if not is_above(message, interaction):
            return None
        await transport.acknowledge()
        return True
    return True if is_member(interaction) and await transport.is_out_of_sight(message) else None


def _seconds_between(message: MessageKey, interaction: Interaction) -> float:
    return (interaction.id - int(message.message)) / _MILLISECOND / 1000
