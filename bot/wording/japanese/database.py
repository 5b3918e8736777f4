"""Backups, copies and checks of databases on the shell, in Japanese."""

from typing_extensions import override

from bot.locales.safe import quote, whole
from bot.model.copy_errors import CopyDiffers, CopyNotEmpty, CopyOfAnother, CopyOutdated
from bot.wording.english.database import EnglishDatabase


class JapaneseDatabase(EnglishDatabase):
    """Output of `hitblow db backup`, `copy` and `check`."""

    @override
    def database_damaged(self, fault: str) -> str:
        return f"データベースが壊れています: {whole(fault)}"

    @override
    def tables_outdated(self, revision: str, expected: str) -> str:
        return f"表のリビジョンが{expected}ではなく{revision}です。`hitblow db upgrade` を実行してください。"

    @override
    def file_open_to_others(self, file: str, permissions: str) -> str:
        return f"ほかのユーザーも {whole(file)} を利用できます（権限{permissions}）。`chmod 600` を実行してください。"

    @override
    def statistics_wrong(self, player: str) -> str:
        return f"プレイヤー {quote(player)} の成績が、結果と一致しません。"

    @override
    def ratings_wrong(self, player: str) -> str:
        return f"プレイヤー {quote(player)} のレーティングのゲーム数が、対象のゲームと一致しません。"

    @override
    def totals_wrong(self, leaderboard: str, games: str) -> str:
        return f"順位表{leaderboard}の合計に{games}ゲームが足りません。"

    @override
    def database_checked(self, findings: int) -> str:
        return f"{findings:,}件の問題が見つかりました。" if findings else "データベースに問題はありません。"

    @override
    def copy_outdated(self, error: CopyOutdated) -> str:
        return f"{whole(error.where)} をコピーする前に、`hitblow db upgrade --db {error.where}` で更新してください。"

    @override
    def copy_not_empty(self, error: CopyNotEmpty) -> str:
        return f"{whole(error.where)} は空ではないので、何も書き込みませんでした。別の場所を指定してください。"

    @override
    def copy_of_another(self, error: CopyOfAnother) -> str:
        return f"{whole(error.where)} には別のデータベースのコピーが途中まで入っています。空の場所を指定してください。"

    @override
    def copy_differs(self, error: CopyDiffers) -> str:
        tables = "、".join(f"{table}（{source:,}行と{target:,}行）" for table, source, target in error.tables)
        return (
            f"{whole(error.where)} のコピーが元のデータベースと一致しません: {tables}。"
            "コピー中にだれかが遊んだ場合は、ボットを止め、コピーを削除してからやり直してください。"
        )
