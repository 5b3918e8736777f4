"""What is wrong with the storage and the books, in Japanese."""

from bot.services.errors import StorageBroken, StorageBusy, StorageNewer, StorageReadOnly, StorageUnreachable
from bot.wording.japanese.refusals import refusal
from bot.wording.safe import quote
from core.solver.errors import BookDamaged

__all__ = ["refusal"]


@refusal.register
def _(error: BookDamaged) -> str:
    return f"`{error.rules}` の定跡書が壊れています(`{error.fault}`)。入れ直してください。それまでは探索で補います。"


@refusal.register
def _(error: StorageUnreachable) -> str:
    return f"データベース {quote(error.where)} を開けません。場所と、書き込みの権限を確かめてください。"


@refusal.register
def _(error: StorageReadOnly) -> str:
    return f"データベース {quote(error.where)} に書き込めないので、ゲームができません。"


@refusal.register
def _(error: StorageNewer) -> str:
    return f"データベース {quote(error.where)} は新しい版の hitblow のものです。更新してください。何も変えていません。"


@refusal.register
def _(error: StorageBusy) -> str:
    return (
        f"データベース {quote(error.where)} はほかのプログラムが使用中です。"
        "何も失われていません。もう一度お試しください。"
    )


@refusal.register
def _(error: StorageBroken) -> str:
    return (
        f"{quote(error.where)} は hitblow のデータベースではないか、壊れているか、ディスクに空きがないようです。"
        "何も変えていません。"
    )
