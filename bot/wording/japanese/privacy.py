"""Players' own data, in Japanese."""

from collections.abc import Sequence

from typing_extensions import override

from bot.wording.english.privacy import EnglishPrivacy
from bot.wording.japanese.nouns import san


class JapanesePrivacy(EnglishPrivacy):
    """What is kept about a player, exporting, hiding and deleting it."""

    @override
    def privacy_summary(self, player: str, rows: int, games: int) -> str:
        return f"{san(player)}のデータを{rows:,}件（{games:,}ゲーム分の成績を含む）保存しています。"

    @override
    def privacy_what_is_kept(self) -> Sequence[str]:
        return (
            "ユーザーIDと名前は、だれの番かを表示するために使います。設定は、ボットの動作に反映します。",
            "ゲームと推理は、遊んだり振り返ったりするために使います。結果とレーティングは、成績と順位表に使います。",
            "今日の問題を終えた日は連続記録に、コーチとの相談の内容は続きから相談するために使います。",
            "ゲームに関係のない発言は保存しません。データをほかの人に渡したり、広告に使ったりすることもありません。",
        )

    @override
    def privacy_hidden(self, *, is_hidden: bool) -> str:
        if is_hidden:
            return "順位表とまとめには載らず、成績はほかの人には見えません。`privacy unhide` で元に戻ります。"
        return "順位表とまとめに載り、`stats` でほかの人も成績を見られます。`privacy hide` で見えなくなります。"

    @override
    def hide_button(self, *, is_hidden: bool) -> str:
        return "順位表に載せる" if is_hidden else "順位表に載せない"
