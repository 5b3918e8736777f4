"""What is wrong with the storage, the books and how the program was started, in English."""

from bot.commands.errors import PlatformUnreachable, SettingsMissing, TokenMissing, TokenRefused
from bot.services.errors import StorageBroken, StorageBusy, StorageNewer, StorageReadOnly, StorageUnreachable
from bot.wording.english.refusals import refusal
from bot.wording.safe import quote
from core.game.errors import BookDamaged

__all__ = ["refusal"]


@refusal.register
def _(error: BookDamaged) -> str:
    return f"The book for {error.rules} is damaged ({error.fault}); install the program anew. Until then I search."


@refusal.register
def _(error: StorageUnreachable) -> str:
    return f"The database {quote(error.where)} cannot be opened. Is the address right, and may I write there?"


@refusal.register
def _(error: StorageReadOnly) -> str:
    return f"The database {quote(error.where)} can be read but not written, so nothing can be played."


@refusal.register
def _(error: StorageNewer) -> str:
    return (
        f"The database {quote(error.where)} was made by a newer hitblow. Please upgrade this one; nothing was changed."
    )


@refusal.register
def _(error: StorageBusy) -> str:
    return f"The database {quote(error.where)} is busy with another program. Nothing was lost; please try again."


@refusal.register
def _(error: StorageBroken) -> str:
    return f"{quote(error.where)} is not a database of mine, is damaged, or its disk is full. I have left it as it is."


@refusal.register
def _(error: TokenMissing) -> str:
    return f"There is nothing to log in to {error.platform} with. Put the bot's token into `{error.setting}`."


@refusal.register
def _(error: SettingsMissing) -> str:
    ways = ", or ".join(" and ".join(f"`{name}`" for name in names) for names in error.alternatives)
    return f"For {error.platform}, set {ways}, in the environment or in a file `.env`."


@refusal.register
def _(error: TokenRefused) -> str:
    return f"{error.platform} does not take the token in `{error.setting}`. Make a new one there and put it in."


@refusal.register
def _(error: PlatformUnreachable) -> str:
    return f"{error.platform} cannot be reached. Is there a network, and a proxy that has to be set?"
