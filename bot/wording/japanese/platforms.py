"""What is said on Discord and Slack only, and why a platform cannot be served, in Japanese."""

from collections.abc import Mapping, Sequence

from typing_extensions import override

from bot.wording.english.platforms import EnglishPlatforms


class JapanesePlatforms(EnglishPlatforms):
    """Sentences that depend on a platform."""

    HOME_BUTTONS: Mapping[str, str] = {
        "play": "遊ぶ",
        "daily": "今日の問題",
        "help": "ヘルプ",
        "privacy": "プライバシー",
    }

    # Boards

    @override
    def cannot_post(self, bot: str, *, has_game: bool) -> str:
        outcome = "ここには投稿できません。" if has_game else "ここには投稿できないため、ゲームを開始しませんでした。"
        afterwards = (
            "`/hitblow board` で盤面を表示してください（ホームタブでも見られます）。"
            if has_game
            else "もう一度始めてください。"
        )
        return (
            f"{outcome}チャンネル（プライベートチャンネルも含む）では、"
            f"`/invite @{bot}` でボットを招待してから、{afterwards}"
            "ボットを招待できない会話では、ボットへのダイレクトメッセージで遊べます。"
        )

    # Running the bot

    @override
    def settings_missing(self, platform: str, alternatives: Sequence[Sequence[str]]) -> str:
        listed = "、または ".join("と".join(f"`{name}`" for name in names) for names in alternatives)
        return f"{platform}には {listed} が必要です。環境変数か `.env` に設定してください。"

    @override
    def token_key_missing(self, platform: str, setting: str) -> str:
        return (
            f"{platform}のワークスペースのトークンは暗号化して保存します。"
            f"`hitblow slack key` で作成した鍵を `{setting}` に設定してください。"
        )

    @override
    def token_key_invalid(self, platform: str, setting: str, *, is_missing: bool) -> str:
        if is_missing:
            return f"{platform}のワークスペースのトークンを暗号化した鍵が `{setting}` にありません。追加してください。"
        return f"{platform}の `{setting}` には、`hitblow slack key` で作成した鍵をコンマ区切りで設定してください。"

    @override
    def setting_invalid(self, variable: str, choices: Sequence[str], *, is_port: bool) -> str:
        if choices:
            return f"`{variable}` には {'か '.join(f'`{choice}` ' for choice in choices)}を設定してください。"
        if is_port:
            return f"`{variable}` には、`3000` のような65535までのポート番号を設定してください。"
        return f"`{variable}` には、大きすぎない整数を設定してください。"

    @override
    def setting_is_no_url(self, variable: str) -> str:
        begin = "`wss://` か `ws://`" if "GATEWAY" in variable else "`https://` か `http://`"
        return f"`{variable}` には、{begin} で始まるアドレスを設定してください。"
