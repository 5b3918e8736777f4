"""What the operator of the bot decides and is told, in Japanese."""

from collections.abc import Mapping
from datetime import datetime

from typing_extensions import override

from bot.locales.safe import quote
from bot.model.admission import Decision, Subject
from bot.wording.english.admin import EnglishAdmin

_SUBJECTS = {Subject.SERVER: "サーバー", Subject.PERSON: "ユーザー"}
_LISTS = {Decision.ALLOW: "許可", Decision.BLOCK: "拒否"}


ADMIN_COMMANDS: Mapping[str, str] = {
    "admin": "ボットの利用者を決め、ゲームを管理します。",
    "admin access": "許可リスト、拒否リスト、待ち時間、読み取り専用モードの状態を表示します。",
    "admin allow": "サーバーまたはユーザーを許可リストに載せます。載せると、リストにないものは利用できなくなります。",
    "admin block": "サーバーまたはユーザーを拒否リストに載せます。",
    "admin remove": "サーバーまたはユーザーをリストから外します。",
    "admin cooldown": "1人が続けて5回コマンドを使ったあとの待ち時間を SECONDS 秒にします。0 で待ち時間がなくなります。",
    "admin games": "進行中のゲームを、長く動きのないものから順に表示します。",
    "admin end": "モデレーターと同じように GAME を終わらせます。結果は成績に数えず、盤面にはそのことが表示されます。",
    "admin forget": "すべてのサーバーにあるユーザーのデータ、またはサーバーのすべてのデータを消去します。",
    "admin announce": "進行中のゲームの参加者に TEXT を知らせます。"
    "サーバーのお知らせ用チャンネルか、なければ遊んでいる場所に送ります。",
    "admin read-only": "読み取り専用モードを切り替えます。オンの間は、遊ぶことも変更することもできません。",
}
"""What each command of `hitblow admin` does."""

ADMIN_OPTIONS: Mapping[str, str] = {
    "platform": "このプラットフォームだけにします。",
    "server": "このサーバーだけにします。",
    "most": "表示するゲームの最大数。",
    "yes": "確認しません。",
    "ja": "日本語で読む人に送る文。",
}
"""What each option of `hitblow admin` means."""


class JapaneseAdmin(EnglishAdmin):
    """Refusals that the operator has decided, and what `hitblow admin` prints."""

    @override
    def access_entry(self, platform: str, subject: Subject, id_: str, decision: Decision) -> str:
        return f"{_LISTS[decision]}: {platform} の{_SUBJECTS[subject]} {quote(id_)}"

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

    @override
    def operated_game(
        self, game: str, rules: str, platform: str, server: str, channel: str, last_move: datetime
    ) -> str:
        where = f"{platform} のサーバー {quote(server)}、チャンネル {quote(channel)}"
        return f"#{game}: {rules}、{where}、最後の手 {last_move:%Y-%m-%d %H:%M}"

    @override
    def no_game_to_end(self, game: str) -> str:
        return f"進行中のゲーム {quote(f'#{game}')} はありません。一覧は `hitblow admin games` で見られます。"

    @override
    def confirm_forgetting(self, platform: str, subject: Subject, id_: str) -> str:
        return f"{platform} の{_SUBJECTS[subject]} {quote(id_)} のデータをすべて消去しますか？元に戻せません。"

    @override
    def announced(self, channels: int) -> str:
        if not channels:
            return "進行中のゲームがないので、知らせる相手がいません。"
        return f"{channels:,}個のチャンネルに数秒以内にお知らせします。"
