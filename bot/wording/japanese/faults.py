"""What is wrong with the storage, the books and how the program was started, in Japanese."""

from bot.commands.errors import PlatformUnreachable, SettingsMissing, TokenMissing, TokenRefused
from bot.services.errors import StorageBroken, StorageBusy, StorageNewer, StorageReadOnly, StorageUnreachable
from bot.wording.japanese.refusals import refusal
from bot.wording.safe import quote
from core.game.errors import BookDamaged

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


@refusal.register
def _(error: TokenMissing) -> str:
    return f"`{error.platform}` に接続するためのトークンがありません。`{error.setting}` に設定してください。"


@refusal.register
def _(error: SettingsMissing) -> str:
    ways = "、または ".join("と".join(f"`{name}`" for name in names) for names in error.alternatives)
    return f"`{error.platform}` には {ways} が必要です。環境変数か `.env` に書いてください。"


@refusal.register
def _(error: TokenRefused) -> str:
    return f"`{error.setting}` のトークンを `{error.platform}` が受け付けません。新しく発行して設定し直してください。"


@refusal.register
def _(error: PlatformUnreachable) -> str:
    return f"`{error.platform}` に接続できません。ネットワークやプロキシの設定を確かめてください。"
