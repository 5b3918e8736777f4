"""Settings, in Japanese."""

from collections.abc import Sequence
from datetime import date

from typing_extensions import override

from bot.locales.safe import name
from bot.wording.english.settings import EnglishSettings
from bot.wording.japanese.nouns import duration


class JapaneseSettings(EnglishSettings):
    """Settings of players, channels and servers, and what they do not permit."""

    SETTINGS = {
        **EnglishSettings.SETTINGS,
        "language": "全員に見えるメッセージの言語",
        "rules": "既定のルール",
        "words": "ヒットとブローの表記",
        "channels": "ゲームを始められるチャンネル",
        "begin": "ゲームを始められる人",
        "threads": "スレッドを作れる人",
        "hints": "ヒントを見られる人",
        "announcements": "お知らせのチャンネル",
        "summary": "今日の問題のまとめ",
        "hour": "まとめの時刻",
        "timezone": "タイムゾーン",
        "mentions": "プレイヤーへのメンション",
        "reminders": "順番の催促",
        "turn": "対決の1手の持ち時間",
        "challenge": "申し込みの有効時間",
        "idle": "放置されたゲームを終えるまでの時間",
    }
    SETTINGS_GROUPS = {
        **EnglishSettings.SETTINGS_GROUPS,
        "language": "言語",
        "rules": "ルール",
        "games": "ゲーム",
        "announcements": "お知らせ",
        "players": "プレイヤー",
    }
    PERMISSIONS = {**EnglishSettings.PERMISSIONS, "everyone": "全員", "managers": "管理者のみ", "nobody": "なし"}
    SUMMARIES = {**EnglishSettings.SUMMARIES, "off": "なし", "daily": "毎日", "weekly": "毎週"}
    ON_OFF = {True: "オン", False: "オフ"}
    SETTING_PLACES = {
        **EnglishSettings.SETTING_PLACES,
        "channel": "このチャンネル",
        "room": "この部屋",
        "rooms": "すべての部屋",
        "server": "このサーバー",
        "workspace": "このワークスペース",
        "here": "この場所",
    }

    @override
    def mentions_setting(self, *, is_on: bool) -> str:
        if is_on:
            return "順番が来たときなどにメンションします。`settings mentions:off` で止められます。"
        return "メンションしません。`settings mentions:on` でメンションするようになります。"

    @override
    def language_setting(self, language: str | None) -> str:
        if language is None:
            return "アプリの言語に合わせて返信します。`settings language:en` などで変えられます。"
        return f"{language}で返信します。`settings language:default` で元に戻ります。"

    @override
    def chosen_by(self, player: str, day: date, place: str) -> str:
        where = f"、{place}のみ" if place else ""
        who = f"{name(player)}、" if player else ""
        return f"（{who}{day}{where}）"

    @override
    def setting_hours(self, hours: int) -> str:
        return duration(hours)

    @override
    def channel_list(self, channels: Sequence[str]) -> str:
        return "、".join(channels) if channels else "すべて"

    @override
    def setting_hint(self, is_hours: bool, value: str) -> str:
        return f"{'時間単位の数字。' if is_hours else ''}空欄なら{value}"
