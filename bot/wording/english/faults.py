"""What is wrong with the storage and the books, in English."""

from bot.services.errors import StorageBroken, StorageBusy, StorageNewer, StorageReadOnly, StorageUnreachable
from bot.wording.english.refusals import refusal
from bot.wording.safe import quote
from core.solver.errors import BookDamaged

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
