"""What is said on Discord and Slack only, and why a platform cannot be served, in Japanese."""

from collections.abc import Mapping, Sequence

from typing_extensions import override

from bot.commands.errors import ThreadForbidden, ThreadNotAllowed
from bot.wording.english.platforms import EnglishPlatforms
from bot.wording.japanese.nouns import san


class JapanesePlatforms(EnglishPlatforms):
    """Sentences that depend on a platform."""

    HOME_BUTTONS: Mapping[str, str] = {
        "play": "遊ぶ",
        "daily": "今日の問題",
        "help": "ヘルプ",
        "privacy": "プライバシー",
    }

    # Forms and buttons

    @override
    def secret_form_title(self) -> str:
        return "あなたの答え"

    @override
    def send(self) -> str:
        return "送信"

    @override
    def cancel(self) -> str:
        return "キャンセル"

    @override
    def guess_in_thread(self) -> str:
        return "盤面への返信にコードだけ書いても推理できます。"

    @override
    def feedback_placeholder(self) -> str:
        return "判定:"

    @override
    def form_too_late(self) -> str:
        return "入力画面を開くのが間に合いませんでした。もう一度お試しください。"

    @override
    def form_needs_press(self) -> str:
        return "入力画面で入力してください。下のボタンを押すと開きます。"

    @override
    def open_form(self) -> str:
        return "入力画面を開く"

    @override
    def secret_typed(self, command: str) -> str:
        return (
            "コマンドに書いた文字は履歴や記録に残ることがあるので、その答えは受け付けませんでした。"
            f"別の答えを考えて、コマンドには書かずに、`{command}` とだけ入力してください。"
            "あなたにだけ見える画面で答えをたずねます。"
        )

    @override
    def small_talk(self) -> str:
        return (
            "ヒット&ブローのことならお任せください。`play` でゲームを始め、`0123` のようなコードで推理できます。"
            "ほかのコマンドは `help` で見られます。"
        )

    # Boards

    @override
    def board_updated(self) -> str:
        return "完了しました。盤面に反映されています。"

    @override
    def board_not_shown(self, platform: str) -> str:
        return f"{platform}に盤面を表示できませんでした。ゲームは保存されています。`/hitblow board` で表示できます。"

    @override
    def board_forbidden(self) -> str:
        return (
            "この盤面はあなたにだけ見えています。チャンネルの盤面を編集する権限がないため、更新できませんでした。"
            "チャンネルの管理者に「チャンネルを見る」「メッセージを送信」「メッセージ履歴を読む」の権限を付けるよう頼んでください。"
        )

    @override
    def board_out_of_reach(self) -> str:
        return (
            "この盤面はあなたにだけ見えています。ボットがここのメンバーではないため、元の盤面を編集できません。"
            "元の盤面のボタンを押すと最新の状態になります。"
        )

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

    # Threads on Discord

    @override
    def thread_option(self) -> str:
        return "新しいスレッドで遊ぶかどうか"

    @override
    def thread_name(self, player: str) -> str:
        return f"ヒット&ブロー: {san(player)}"

    @override
    def thread_forbidden(self, _error: ThreadForbidden) -> str:
        return (
            "ここではスレッドを作成できません。私が参加しているサーバーのテキストチャンネルで、"
            "「公開スレッドの作成」と「スレッドでメッセージを送信」の権限が必要です。"
        )

    @override
    def thread_not_allowed(self, _error: ThreadNotAllowed) -> str:
        return "ここで新しいスレッドのゲームを始めるには「公開スレッドの作成」の権限が必要です。"

    # The Home tab on Slack

    @override
    def home_games(self) -> str:
        return "進行中のゲーム"

    @override
    def home_no_games(self) -> str:
        return "進行中のゲームはありません。チャンネルで `/hitblow play` と入力すると始まります。"

    @override
    def home_welcome(self) -> str:
        return (
            "ボットが決めた答えを当てるゲームです。チャンネルで `/hitblow play` と入力すると、みんなで遊べます。"
            "ここからも始められます。"
        )

    @override
    def play_here(self) -> str:
        return "ここで遊べます。コードを入力すると推理になります。"

    @override
    def home_statistics(self) -> str:
        return "成績"

    @override
    def home_language(self) -> str:
        return "言語"

    @override
    def home_platform_language(self) -> str:
        return "Slackと同じ"

    # Descriptions of the bot

    @override
    def bot_description(self) -> str:
        return "ヒット&ブロー（ヌメロン、マスターマインド）の出題者、対戦相手、コーチ。"

    @override
    def group_description(self) -> str:
        return "ヒット&ブロー（ひとりでも、みんなでも遊べます。相談もできます）"

    @override
    def slash_description(self) -> str:
        return "ヒット&ブローで遊びます（コマンドを付けなければ使い方を表示します）"

    # Running the bot

    @override
    def not_installed(self) -> str:
        return "hitblow はこのワークスペースにインストールされていません。管理者に再インストールを頼んでください。"

    @override
    def settings_missing(self, platform: str, alternatives: Sequence[Sequence[str]]) -> str:
        listed = "、または ".join("と".join(f"`{name}`" for name in names) for names in alternatives)
        return f"{platform}には {listed} が必要です。環境変数か `.env` に設定してください。"

    @override
    def token_refused(self, platform: str, setting: str) -> str:
        return f"`{setting}` のトークンが{platform}に拒否されました。新しく発行して設定し直してください。"

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

    @override
    def setting_unprintable(self, variable: str) -> str:
        return f"`{variable}` の値に改行などの制御文字が入っています。もう一度コピーしてください。"

    @override
    def settings_file_unreadable(self, file: str) -> str:
        return f"ファイル `{file}` を読めません。読み取りの権限がある `UTF-8` のテキストにしてください。"

    @override
    def port_unavailable(self, platform: str, port: int) -> str:
        return (
            f"ポート{port}を{platform}に使えません。"
            "そのポートを使っているプログラムを止めるか、別のポートを指定してください。"
        )

    @override
    def platform_unreachable(self, platform: str) -> str:
        return f"{platform}に接続できません。ネットワークやプロキシの設定を確かめてください。"

    @override
    def invalid_shards(self, platform: str, text: str) -> str:
        return (
            f"`{text}` は{platform}のシャードの範囲として読めません。シャードは0から数えます"
            "（`0-3/16` は16個のうち最初の4個、`5/16` は1個）。"
        )

    @override
    def shards_lost(self, platform: str, shards: str) -> str:
        return (
            f"{platform}のシャード `{shards}` は別のプロセスが担当しています。"
            "このプロセスを起動し直すと、シャードが空くまで待ちます。"
        )

    @override
    def intents_refused(self, platform: str) -> str:
        return f"{platform}がインテントを拒否しました。hitblow を更新するか、ボットの設定を確かめてください。"
