"""What the operator of the bot decides and is told, in Japanese."""

from collections.abc import Mapping

from typing_extensions import override

from bot.services.admission_ports import Decision, PersonNotServed, ReadOnlyMode, ServerNotServed, Subject, TooFast
from bot.wording.english.admin import EnglishAdmin
from bot.wording.safe import quote

_SUBJECTS = {Subject.SERVER: "サーバー", Subject.PERSON: "ユーザー"}
_LISTS = {Decision.ALLOW: "許可", Decision.BLOCK: "拒否"}


ADMIN_COMMANDS: Mapping[str, str] = {
    "admin": "ボットの利用者を決め、ゲームを管理します。",
    "admin access": "許可リスト、拒否リスト、待ち時間、読み取り専用モードの状態を表示します。",
    "admin allow": "サーバーまたはユーザーを許可リストに載せます。載せると、リストにないものは利用できなくなります。",
    "admin block": "サーバーまたはユーザーを拒否リストに載せます。",
    "admin remove": "サーバーまたはユーザーをリストから外します。",
    "admin cooldown": "1人が続けて5回コマンドを使った後の待ち時間を SECONDS 秒にします。0 ならなしです。",
    "admin read-only": "読み取り専用モードを切り替えます。オンの間は、遊ぶことも変更することもできません。",
}
"""What each command of `hitblow admin` does."""


class JapaneseAdmin(EnglishAdmin):
    """Refusals that the operator has decided, and what `hitblow admin` prints."""

    @override
    def server_not_served(self, error: ServerNotServed) -> str:
        return "このボットは、運営者の設定によりここでは使えません。`privacy` で自分のデータの表示と削除はできます。"

    @override
    def person_not_served(self, error: PersonNotServed) -> str:
        return "運営者の設定により、あなたはこのボットを使えません。`privacy` で自分のデータの表示と削除はできます。"

    @override
    def too_fast(self, error: TooFast) -> str:
        return f"操作が速すぎます。回数には数えていません。{error.seconds}秒後にもう一度お試しください。"

    @override
    def read_only_mode(self, error: ReadOnlyMode) -> str:
        return "ただいまメンテナンス中のため、変更はできません。`board` と `stats` は使えます。"

    @override
    def access_entry(self, platform: str, subject: Subject, id_: str, decision: Decision) -> str:
        return f"{_LISTS[decision]}: {platform} の{_SUBJECTS[subject]} {quote(id_)}"

    @override
    def no_access_entries(self) -> str:
        return "すべてのサーバーとユーザーがボットを使えます。"

    @override
    def read_only_state(self, *, on: bool) -> str:
        return f"読み取り専用モードは{'オン' if on else 'オフ'}です。"

    @override
    def cooldown_state(self, seconds: float) -> str:
        return f"待ち時間は{seconds:g}秒です。" if seconds else "待ち時間はありません。"

    @override
    def decided(self, platform: str, subject: Subject, id_: str, decision: Decision) -> str:
        return f"{platform} の{_SUBJECTS[subject]} {quote(id_)} を{_LISTS[decision]}リストに載せました。"

    @override
    def withdrawn(self, platform: str, subject: Subject, id_: str, *, was_listed: bool) -> str:
        done = "をリストから外しました" if was_listed else "はどのリストにも載っていません"
        return f"{platform} の{_SUBJECTS[subject]} {quote(id_)} {done}。"
