"""Settings, in Japanese."""

from collections.abc import Sequence
from datetime import date

from typing_extensions import override

from bot.commands.errors import (
    ChannelOutOfReach,
    LanguageElsewhere,
    NoTerminalSetting,
    SummaryWithoutChannel,
    UnknownChannel,
    UnknownTimeZone,
    WrongScope,
)
from bot.locales.safe import channel, name, quote
from bot.model.errors import NotAManager, NotInThisChannel, NotPermitted
from bot.model.room_settings import Permission
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
    ACTIVITIES = {
        **EnglishSettings.ACTIVITIES,
        "begin": "ゲームを始める",
        "threads": "スレッドを作る",
        "hints": "ヒントを見る",
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

    @override
    def not_a_manager(self, error: NotAManager) -> str:
        return (
            "設定を変えられるのは管理者だけです。Discordでは「サーバー管理」の権限を持つ人、Slackでは管理者と"
            "オーナーです。あなた自身の `warnings`、`mentions`、`language` は変えられます。"
        )

    @override
    def not_permitted(self, error: NotPermitted) -> str:
        what = self.ACTIVITIES[error.activity.value]
        if error.permission is Permission.MANAGERS:
            return f"設定により、ここで{what}ことができるのは管理者だけです。"
        return f"設定により、ここでは{what}ことができません。"

    @override
    def not_in_this_channel(self, error: NotInThisChannel) -> str:
        channels = "、".join(map(channel, error.channels))
        return f"設定により、ここではゲームを始められません。始められるチャンネル: {channels}。"

    @override
    def wrong_scope(self, error: WrongScope) -> str:
        ways = "、".join(f"`settings {scope} {error.option}:…`" for scope in error.scopes)
        return f"`{error.option}` は次のように入力してください: {ways}。設定は変わっていません。"

    @override
    def unknown_time_zone(self, error: UnknownTimeZone) -> str:
        example = (
            f"`{error.nearest}` のことでしょうか？"
            if error.nearest
            else "`Asia/Tokyo` や `UTC` のように入力してください。"
        )
        return f"{quote(error.read)} というタイムゾーンはありません。{example}設定は変わっていません。"

    @override
    def unknown_channel(self, error: UnknownChannel) -> str:
        read = quote(error.read)
        return f"{read} というチャンネルは見つかりません。`#channel` の形で入力してください。設定は変わっていません。"

    @override
    def channel_out_of_reach(self, error: ChannelOutOfReach) -> str:
        return (
            f"{channel(error.channel)} には投稿できません。そのチャンネルに私を追加するか、ほかのチャンネルを"
            "選んでください。設定は変わっていません。"
        )

    @override
    def summary_without_channel(self, error: SummaryWithoutChannel) -> str:
        return (
            "全体のまとめを出すには、お知らせのチャンネルが必要です。`announcements` も設定するか、"
            "`settings channel summary:daily` でこのチャンネルだけのまとめを出してください。設定は変わっていません。"
        )

    @override
    def no_terminal_setting(self, error: NoTerminalSetting) -> str:
        return f"`{error.option}:` はDiscordとSlackのための設定で、端末では使いません。設定は変わっていません。"

    @override
    def language_elsewhere(self, error: LanguageElsewhere) -> str:
        return "端末の言語は `hitblow --lang ja` か `HITBLOW_LANG` で選びます。設定は変わっていません。"
