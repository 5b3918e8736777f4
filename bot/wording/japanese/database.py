"""Backups, copies and checks of databases on the shell, in Japanese."""

from typing_extensions import override

from bot.locales.safe import quote, whole
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
