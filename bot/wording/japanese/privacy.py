"""Players' own data, in Japanese."""

from collections.abc import Sequence

from typing_extensions import override

from bot.services.errors import HiddenPlayer, NothingStored
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
    def privacy_commands(self) -> str:
        return "`privacy export` で全データをファイルで受け取れます。`privacy delete` で削除できます。"

    @override
    def privacy_exported(self, rows: int) -> str:
        return (
            f"保存しているあなたの全データです（{rows:,}件、JSON形式）。まだあなたに公開されていない答えと、"
            "ほかの人の名前は含まれません。"
        )

    @override
    def privacy_file_at(self, path: str) -> str:
        return f"{path} に書き出しました。"

    @override
    def export_button(self) -> str:
        return "書き出す"

    @override
    def hide_button(self, *, is_hidden: bool) -> str:
        return "順位表に載せる" if is_hidden else "順位表に載せない"

    @override
    def delete_button(self) -> str:
        return "データを削除"

    @override
    def delete_again_button(self) -> str:
        return "完全に削除"

    @override
    def confirm_delete(self) -> str:
        return (
            "ここでのあなたのデータをすべて削除しますか？成績、レーティング、連続記録、設定と、あなただけが遊んだ"
            "ゲームが消えます。あなたがいないと続けられないゲームは終わります。ほかの人も遊んだゲームと全体の集計には、"
            "あなただとわからない形で残ります。"
        )

    @override
    def confirm_delete_again(self) -> str:
        return "本当に削除しますか？元には戻せません。控えが必要なら、先に `privacy export` で書き出してください。"

    @override
    def privacy_deleted(self) -> str:
        return "あなたのデータをすべて削除しました。ほかの人にも見える盤面の名前は、数分以内に書き換えます。"

    @override
    def nothing_stored(self, error: NothingStored) -> str:
        return "ここにはあなたのデータを保存していないので、表示や削除をするデータはありません。"

    @override
    def hidden_player(self, error: HiddenPlayer) -> str:
        return f"{san(error.name)}は、成績をほかの人に公開していません。"
