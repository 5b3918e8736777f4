"""What `hitblow doctor` says, in Japanese."""

from collections.abc import Mapping

from typing_extensions import override

from bot.wording.english.doctor import EnglishDoctor


class JapaneseDoctor(EnglishDoctor):
    """The report about an installation, for the operator."""

    HEALTH: Mapping[str, str] = {"ok": "正常", "note": "参考", "problem": "要対応"}

    DIAGNOSES: Mapping[str, str] = {
        "settings_ok": "設定は{count}個あり、名前はすべて正しいです。",
        "setting_mistyped": "`{name}` という設定はありません。`{meant}` ではありませんか。",
        "setting_unknown": "`{name}` という設定はありません。削除してください（一覧は `docs/operations.md`）。",
        "file_open": "`{file}` をほかのユーザーが読めます。`chmod 600 {file}` を実行してください。",
        "database_ok": "データベース `{where}` は読み書きでき、最新です（リビジョン{revision}）。",
        "database_new": "データベース `{where}` には、まだ表がありません。最初の起動時に作られます。",
        "database_old": (
            "データベース `{where}` のリビジョンは{revision}です。次の起動時に{newest}になります。"
            "先にバックアップを取ってください。"
        ),
        "platform_unused": "{platform}は使いません（トークンが設定されていません）。",
        "token_odd": "`{setting}` は{platform}のトークンの形をしていません。全体をコピーしたか確かめてください。",
        "logged_in": "{platform}のトークンは有効です（{user}）。",
        "socket_mode_ok": "SlackのSocket Modeのトークンは有効です。",
        "scopes_missing": (
            "Slackのボットに次のスコープがありません: {scopes}。アプリに追加し、インストールし直してください。"
        ),
        "few_starts": "Discordで今日起動できるのは、あと{left}回です。何度も再起動している原因を調べてください。",
        "clock_ok": "このコンピューターの時計は{platform}の時計と合っています。",
        "clock_fast": "このコンピューターの時計は{platform}より{seconds}秒進んでいます。NTPなどで合わせてください。",
        "clock_slow": "このコンピューターの時計は{platform}より{seconds}秒遅れています。NTPなどで合わせてください。",
    }

    @override
    def doctor_result(self, problems: int) -> str:
        return f"{problems}件の問題が見つかりました。" if problems else "問題は見つかりませんでした。"
