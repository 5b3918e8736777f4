"""The command line, in Japanese."""

from typing_extensions import override

from bot.wording.english.cli import EnglishCli, Figures
from bot.wording.japanese.admin import ADMIN_COMMANDS, ADMIN_OPTIONS


class JapaneseCli(EnglishCli):
    """Help and output of the `hitblow` shell command, and the console's own sentences."""

    CLI_COMMANDS = {
        **EnglishCli.CLI_COMMANDS,
        "hitblow": "ヒット&ブローを端末、Discord、Slackで遊びます。何も付けなければ、この端末で始めます。",
        "console": "端末で遊びます。パイプからコマンドを1行に1つずつ読むこともできます。",
        "discord": "Discordでボットを動かします。トークンは HITBLOW_DISCORD_TOKEN に設定します。",
        "invite": "ボットをサーバーに追加するリンクを表示します。",
        "slack": "Slackでボットを動かします。トークンは環境変数か .env に設定します。",
        "manifest": "Slackの設定画面に貼り付けるアプリマニフェストを出力します。",
        "slack key": "ワークスペースのトークンを暗号化する、HITBLOW_SLACK_TOKEN_KEYS 用の新しい鍵を表示します。",
        "all": "トークンのあるすべてのプラットフォームでボットを動かします。",
        "db": "データベースを管理します。",
        "doctor": "設定、データベース、プラットフォームを調べ、必要な対応を示します。",
        "upgrade": "データベースの表を最新にします（ボットの起動時にも行います）。",
        "db void-day": "ボットが長く止まっていた日（UTC）を記録します。その日が原因で連続記録が途切れなくなります。",
        "db backup": "データベースのコピーを FILE（SQLite）に書き出します。ボットの動作中でも使えます。",
        "db copy": "データベース FROM を空のデータベース TO にコピーします（SQLiteからPostgreSQLへなど）。"
        "先にボットを止めてください。中断しても、もう一度実行すると続きから再開します。",
        "db check": "データベースに破損がないか、成績がすべてのゲームの結果と一致するかを調べます。",
        "db rate": "すべてのレーティングを、対象のゲームから順に計算し直します（先にボットを止めてください）。",
        "db review": "順位の対象になるすべてのゲームを、動作中のボットに振り返り直させます（技と運の計算）。",
        "verify": "ゲームの終わりに示された OPENING のSHA-256が、始めに示された COMMITMENT と一致するか確かめます。",
        "evaluate": "RULES のすべての答えを1つの戦略で当て、平均、最大、分布を表示します。",
        "compare": "RULES のすべての答えを複数の戦略（`entropy` や `entropy,win-bonus=2` など）で当て、"
        "結果を並べて表示します。",
        "trace": "戦略が SECRET を当てるまでのゲームを1手ずつ表示します。",
        "suggest": '"0123 0H2B" "1435 0H1B" のような HISTORY のあとの最善手を表示します。',
        "book": "最善手の定跡書を作成、検証、出力し、戦略木を検査します。",
        "book build": "RULES の定跡書を作成します。中断しても、もう一度実行すると続きから再開します。",
        "book improve": "RULES の定跡書の一部を探索し直し、よくなった部分を置き換えます。",
        "book verify": "付属のすべての定跡書で、すべての答えを当てて検証します。",
        "book export": "RULES の定跡書を、すべての手を含む戦略木として表示します。",
        "book check": "FILE の定跡書か戦略木（テキストかJSON）ですべての答えを当て、平均、最大、分布を表示します。",
        **ADMIN_COMMANDS,
    }
    CLI_OPTIONS = {
        **EnglishCli.CLI_OPTIONS,
        "lang": "言語。省略すると端末の言語。",
        "room": "遊ぶ部屋。同じ部屋の端末はゲームを共有。",
        "as": "あなたの名前。省略するとユーザー名。",
        "db": "データベースのURL（例: sqlite:///hitblow.db）。省略すると自分用のファイル。",
        "remove": "記録を取り消す。",
        "strict": "受け付けられない入力があれば終了コードを1にする。パイプからの入力では、そこで終了する。",
        "ascii": "ASCIIだけで表示（スクリーンリーダーなど向け）。HITBLOW_ASCII=1 でも同じ。",
        "shards": "担当するシャード（例: 0-3/16 は16個のうち最初の4個）。省略するとすべて。",
        "port": "Socket Modeを使わないときに待ち受けるポート。省略すると3000。",
        "url": "Slackから接続できるボットのURL（例: https://example.org）。省略するとSocket Mode用。",
        "strategy": "次のどれか: {}",
        "pool": "使うコード。all はすべて、candidates は候補のみ。",
        "ties": "同点のときの選び方。consistent は候補を優先して最小、lowest は最小、random は無作為。",
        "win-bonus": "当たりうる手へのボーナス。点から引く数（例: 2）か、当たりの枠に掛ける数（例: x0.95）。",
        "opening": "初手。own（戦略に任せる）、random、またはコード。",
        "jobs": "プロセスの数。",
        "seed": "乱数の種。同じ値なら同じ結果。",
        "json": "JSONで出力。",
        "tries": "この手数で当てられないゲームを失敗と数える。指定しなければ失敗はない。",
        "plot": "分布を描くPNGファイル。",
        "compare plot": "戦略の順に、分布をPNGファイルに描く。",
        "improved book": "改良する定跡書のファイル。省略すると付属の定跡書。",
        "up-to": "探索し直す部分の候補の最大数。",
        "tree format": "json、text、または Graphviz 用の dot。",
        "book file": "表示する定跡書のファイル。省略すると付属の定跡書。",
        "export seldom": "最大の手数になるゲームが最も少ない定跡書を表示する。",
        "top": "表示する手の数。",
        "seconds": "考える時間の目安（秒）。",
        "width": "候補が多いときに試す手の数。省略すると、最善になりうる手すべて。",
        "thorough": "--width を適用しない候補数の上限。",
        "stride": "候補が少ないときに試すコードの間隔（候補はすべて試す）。",
        "worst": "手数の上限。",
        "seldom": "平均より優先して、上限の手数になるゲームを最少にする。",
        "book jobs": "プロセスの数。省略するとコアの数。",
        "scheduler": "既存の Dask クラスターのスケジューラーのアドレス（tcp://10.0.0.5:8786 など）。",
        "output": "書き出すファイル。省略すると RULES.book。",
        "checkpoint": "途中結果を保存するファイル。省略すると出力ファイルと同じフォルダー。",
        **ADMIN_OPTIONS,
    }

    @override
    def earlier_turns(self, count: int) -> str:
        return f"…ほか{count}手"

    @override
    def verified(self, *, matches: bool) -> str:
        if matches:
            return "一致しました。答えは最初から変わっていません。"
        return "一致しません。最初に示された値は、別の文字列から作られたものです。"

    @override
    def upgraded(self, before: str | None, after: str) -> str:
        if before == after:
            return f"データベースは最新です（{after}）。"
        if before is None:
            return f"データベースを作成しました（{after}）。"
        return f"データベースを {before} から {after} に更新しました。"

    # hitblow evaluate, hitblow suggest

    @override
    def evaluation(self, strategy: str, rules: str, figures: Figures) -> str:
        games, total, average, worst = figures
        return f"{strategy} の {rules} での結果: 平均{average:.4f}手、{games:,}ゲームで計{total:,}手、最大{worst}手。"

    @override
    def codes_left(self, count: int) -> str:
        return f"候補は残り{count:,}通りです。"

    @override
    def suggestion_columns(self) -> tuple[str, str, str, str]:
        return ("手", "評価", "正解の可能性", "見込み")

    @override
    def may_win(self, *, possible: bool) -> str:
        return "あり" if possible else "なし"

    @override
    def expected_note(self, *, exact: bool, sampled: bool) -> str:
        how = "この戦略での正確な値です。" if exact else "~ は推定値です。"
        if sampled:
            how += "組み合わせが多いため、一部だけを比べました。"
        return f"見込み: この手を含めて、当てるまでの平均手数。{how}"

    # hitblow book

    @override
    def book_summary(self, rules: str, figures: Figures, times: int, *, optimal: bool) -> str:
        proof = "最善であることを証明済みです。" if optimal else "最善かどうかは未証明です。"
        games, total, average, worst = figures
        return (
            f"{rules}: {games:,}ゲームで計{total:,}手、平均{average:.4f}手、最大{worst}手（{times:,}ゲーム）。{proof}"
        )
