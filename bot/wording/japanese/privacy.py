"""Players' own data, in Japanese."""

from collections.abc import Sequence

from typing_extensions import override

from bot.services.errors import NothingStored
from bot.wording.english.privacy import EnglishPrivacy
from bot.wording.safe import name


class JapanesePrivacy(EnglishPrivacy):
    """What is kept about a player, exporting, hiding and deleting it."""

    @override
    def privacy_summary(self, player: str, rows: int, games: int) -> str:
        return f"{name(player)}さんについて、{rows:,}件のデータ（ゲーム{games:,}回分の成績を含む）を保存しています。"

    @override
    def privacy_what_is_kept(self) -> Sequence[str]:
        return (
            "ユーザーIDと名前は、だれの番かを知り、示すためです。設定は、それに従うためです。",
            "ゲームと推理は、遊んで振り返るためです。成績とレーティングは、成績表と順位表のためです。",
            "今日の問題の記録は連続記録のため、相談の内容は続きから話すためです。",
            "ほかの場所に書いたことは保存しません。だれにも渡さず、広告にも使いません。",
        )

    @override
    def privacy_hidden(self, *, is_hidden: bool) -> str:
        if is_hidden:
            return "順位表とまとめには載せません。`privacy unhide` で変えられます。"
        return "順位表とまとめに載せます。`privacy hide` で変えられます。"

    @override
    def privacy_commands(self) -> str:
        return "`privacy export` ですべてをファイルで受け取れます。`privacy delete` で削除できます。"

    @override
    def privacy_exported(self, rows: int) -> str:
        return (
            f"保存しているすべてのデータです（{rows:,}件、JSON形式）。進行中のゲームの答えは終わるまで除き、"
            "ほかの人の名前は載せません。"
        )

    @override
    def privacy_file_at(self, path: str) -> str:
        return f"{path} に書き出しました。"

    @override
    def export_button(self) -> str:
        return "書き出す"

    @override
    def hide_button(self, *, is_hidden: bool) -> str:
        return "また載せる" if is_hidden else "載せない"

    @override
    def delete_button(self) -> str:
        return "データを削除"

    @override
    def delete_again_button(self) -> str:
        return "完全に削除"

    @override
    def confirm_delete(self) -> str:
        return (
            "ここでの自分のデータをすべて削除しますか？成績、レーティング、連続記録、設定は消えます。自分がいないと"
            "続かないゲームは終わります。ほかの人のゲームには名前のない人として残り、成績の合計には名前なしで残ります。"
        )

    @override
    def confirm_delete_again(self) -> str:
        return "本当に削除しますか？元には戻せません。控えが必要なら、先に `privacy export` で書き出してください。"

    @override
    def privacy_deleted(self) -> str:
        return "データをすべて削除しました。名前が残っている盤面は、数分のうちに直します。"

    @override
    def nothing_stored(self, error: NothingStored) -> str:
        return "ここには何も保存していないので、表示、書き出し、非表示、削除するものはありません。"
