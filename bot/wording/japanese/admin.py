"""What the operator of the bot decides and is told, in Japanese."""

from datetime import datetime

from typing_extensions import override

from bot.locales.safe import quote
from bot.model.admission import Decision, Subject
from bot.wording.english.admin import EnglishAdmin

_SUBJECTS = {Subject.SERVER: "サーバー", Subject.PERSON: "ユーザー"}
_LISTS = {Decision.ALLOW: "許可", Decision.BLOCK: "拒否"}


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
