"""Platforms that cannot be served, in Japanese."""

from collections.abc import Sequence

from typing_extensions import override

from bot.wording.english.platforms import EnglishPlatforms


class JapanesePlatforms(EnglishPlatforms):
    """Why a platform cannot be served."""

    @override
    def settings_missing(self, platform: str, alternatives: Sequence[Sequence[str]]) -> str:
        ways = "、または ".join("と".join(f"`{name}`" for name in names) for names in alternatives)
        return f"`{platform}` には {ways} が必要です。環境変数か `.env` に設定してください。"

    @override
    def token_refused(self, platform: str, setting: str) -> str:
        return f"`{setting}` のトークンを `{platform}` が受け付けません。新しく発行して設定し直してください。"

    @override
    def platform_unreachable(self, platform: str) -> str:
        return f"`{platform}` に接続できません。ネットワークやプロキシの設定を確かめてください。"

    @override
    def intents_refused(self, platform: str) -> str:
        return f"`{platform}` がインテントを認めません。hitblow を更新するか、ボットの設定を確かめてください。"
