"""Slack, in Japanese."""


class JapaneseSlack:
    """What is said on Slack only."""

    def send(self) -> str:
        """Send."""
        return "送信"

    def cancel(self) -> str:
        """Cancel."""
        return "やめる"

    def your_secret(self) -> str:
        """Above the form."""
        return "あなたの答え"

    def guess_in_thread(self) -> str:
        """Below the form."""
        return "盤面への返信にコードだけ書いても推理になります。"

    def secret_typed(self, command: str) -> str:
        """No secrets in commands."""
        return (
            "コマンドに書いた答えは履歴や記録に残ることがあるので、受け取っていません。その答えはもう使わないほうが安全です。"
            f"答えを書かずに `{command}` とすれば、あなたにだけ見える画面でたずねます。"
        )

    def not_a_member(self) -> str:
        """Not in the channel."""
        return "このチャンネルに参加していません。`/invite @hitblow` で招待してから `/hitblow board` で盤面を出せます。"

    def no_such_channel(self) -> str:
        """Not in the conversation."""
        return (
            "この会話には書き込めません。私のいるチャンネルか、私とのメッセージで遊んでください。"
            "ホームタブからもゲームを続けられます。"
        )

    def not_shown(self) -> str:
        """Board not taken."""
        return "Slackに盤面を出せませんでした。ゲームは残っています。`/hitblow board` で表示します。"

    def form_too_late(self) -> str:
        """Form not opened."""
        return "時間がかかり、入力画面を開けませんでした。もう一度お試しください。"

    def my_games(self) -> str:
        """Above the games."""
        return "進行中のゲーム"

    def no_games(self) -> str:
        """No games."""
        return "ありません。チャンネルで `/hitblow play` とすると始まります。"

    def my_statistics(self) -> str:
        """Above the record."""
        return "成績"

    def my_language(self) -> str:
        """Above the languages."""
        return "言語"

    def platform_language(self) -> str:
        """Slack's own."""
        return "Slackに合わせる"

    def language_name(self) -> str:
        """Itself."""
        return "日本語"

    def not_installed(self) -> str:
        """Install again."""
        return "このワークスペースには hitblow がインストールされていません。管理する方がもう一度インストールできます。"

    def app_description(self) -> str:
        """The app."""
        return "ヒット&ブロー(Numer0n、マスターマインド)の審判、対戦相手、コーチ。"

    def command_description(self) -> str:
        """The command."""
        return "ヒット&ブローで遊ぶ。コマンドだけなら使い方"
