"""What only Discord needs, in Japanese."""

from bot.wording.safe import name


class JapaneseDiscord:
    """Forms, and what can be wrong with a message."""

    def secret_title(self) -> str:
        """Above a form."""
        return "あなたの答え"

    def choose_answer(self) -> str:
        """In a list."""
        return "返ってきた答え:"

    def on_the_board(self) -> str:
        """Done."""
        return "できました。盤面に反映してあります。"

    def board_forbidden(self) -> str:
        """A permission is missing."""
        return (
            "ここでは自分のメッセージを書き換えられないので、盤面を新しく投稿しました。"
            "チャンネルの管理者に「チャンネルを見る」「メッセージを送信」「メッセージ履歴を読む」の権限を頼んでください。"
        )

    def board_not_taken(self) -> str:
        """Discord was down."""
        return (
            "Discordに盤面を受け付けてもらえませんでした。何も失われていません。"
            "`/hitblow board` か、次にボタンを押したときに表示されます。"
        )

    def form_not_opened(self) -> str:
        """A form that did not open."""
        return "入力欄を開くのが間に合いませんでした。何も数えていません。もう一度お試しください。"

    def thread_option(self) -> str:
        """An option."""
        return "専用のスレッドで遊びます。チャンネルはそのままです"

    def thread_name(self, player: str) -> str:
        """A thread."""
        return f"ヒット&ブロー: {name(player)}"

    def thread_forbidden(self) -> str:
        """A thread that cannot be opened."""
        return (
            "ここではスレッドを作れません。私がいるサーバーのテキストチャンネルで、"
            "「公開スレッドの作成」と「スレッドでメッセージを送信」の権限が必要です。"
        )

    def group_description(self) -> str:
        """The group of commands."""
        return "ヒット&ブロー。隠されたコードをひとりで、またはみんなで当てます。相談もできます"
