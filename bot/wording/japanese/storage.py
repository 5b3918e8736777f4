"""What can be wrong with the database and the books, in Japanese."""

from typing_extensions import override

from bot.model.errors import (
    StorageAddressInvalid,
    StorageBusy,
    StorageDamaged,
    StorageDiskFault,
    StorageDriverMissing,
    StorageFolderMissing,
    StorageForeign,
    StorageFull,
    StorageNewer,
    StorageReadOnly,
    StorageReplaced,
    StorageUnfinished,
    StorageUnreachable,
)
from bot.wording.english.storage import EnglishStorage
from core.solver.errors import BookDamaged


class JapaneseStorage(EnglishStorage):
    """Errors of the database and of books."""

    @override
    def storage_unreachable(self, error: StorageUnreachable) -> str:
        return "今はデータベースを開けません。データは変更していません。しばらくしてからお試しください。"

    @override
    def storage_folder_missing(self, error: StorageFolderMissing) -> str:
        return "データベースのフォルダーがありません。アドレスを直すか、フォルダーを作成してください。"

    @override
    def storage_read_only(self, error: StorageReadOnly) -> str:
        return "データベースに書き込めないので、遊べません。"

    @override
    def storage_replaced(self, error: StorageReplaced) -> str:
        return "動作中にデータベースが置き換えられたため、保存できません。ボットが再起動されるまでお待ちください。"

    @override
    def storage_unfinished(self, error: StorageUnfinished) -> str:
        return "データベースのコピーが終わっていません。`hitblow db copy` をもう一度実行してください。"

    @override
    def storage_newer(self, error: StorageNewer) -> str:
        return (
            "データベースは、より新しいバージョンの hitblow で作られたものです。"
            "hitblow を更新してください。データは変更していません。"
        )

    @override
    def storage_busy(self, error: StorageBusy) -> str:
        return "今はデータベースが混み合っています。データは失われていません。もう一度お試しください。"

    @override
    def storage_full(self, error: StorageFull) -> str:
        return "データベースのディスクに空きがありません。データは変更していません。しばらくしてからお試しください。"

    @override
    def storage_damaged(self, error: StorageDamaged) -> str:
        return "データベースが壊れているか、データベースではないファイルです。データは変更していません。"

    @override
    def storage_disk_fault(self, error: StorageDiskFault) -> str:
        return "データベースのディスクを読み書きできません。データは変更していません。"

    @override
    def storage_foreign(self, error: StorageForeign) -> str:
        return "ほかのプログラムのデータベースか、表がまだないデータベースです。データは変更していません。"

    @override
    def storage_address_invalid(self, error: StorageAddressInvalid) -> str:
        return (
            "データベースのアドレスを読み取れません。`sqlite:///FILE` または "
            "`postgresql://USER:PASSWORD@HOST/NAME` の形で指定してください。"
            "パスワードの記号は、`@` なら `%40` のように変換してください。"
        )

    @override
    def storage_driver_missing(self, error: StorageDriverMissing) -> str:
        return "このデータベースのドライバーがありません。`pip install 'hitblow[postgresql]'` を実行してください。"

    @override
    def book_damaged(self, error: BookDamaged) -> str:
        return (
            f"`{error.rules}` の定跡書が壊れています（`{error.fault}`）。hitblow を再インストールしてください。"
            "それまでは、定跡書の代わりにその場で探索して手を選びます。"
        )
