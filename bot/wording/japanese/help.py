"""Commands, options and strategies explained, in Japanese."""

from typing_extensions import override

from bot.wording.english.help import EnglishHelp


class JapaneseHelp(EnglishHelp):
    """Help on commands, options and strategies."""

    COMMANDS = {
        **EnglishHelp.COMMANDS,
        "play": "ボットが決めた答えを当てるゲームを始めます",
        "guess": "推理します",
        "daily": "今日の問題に挑戦します（答えは全員同じで、盤面は自分にだけ見えます）",
        "board": "盤面をもう一度表示します",
        "giveup": "降参して答えを見ます（何人かで遊んでいるときは投票になります）",
        "rematch": "ここでの最後のゲームと同じルールで、もう一度遊びます",
        "host": "あなたが決めた答えを、ほかの人に当ててもらいます",
        "versus": "ボットと対戦します（互いの答えを交互に推理します）",
        "duel": "だれかに対決を申し込みます。互いの答えを交互に推理します",
        "secret": "対決の答えを、ほかの人に見えないように決めます",
        "draw": "対決の引き分けを提案するか、提案を受けます",
        "claim": "相手の持ち時間が過ぎた対決を、自分の勝ちにします",
        "hint": "今のゲームのよい手を1つ見ます（成績はヒントありとして扱われます）",
        "suggest": "ほかで遊んでいるゲームの相談をします（何も付けなければ前回の続きです）",
        "answer": "ボットの推理や、自分が出題したゲームの推理に、判定を入力します",
        "undo": "最後の判定を取り消します",
        "fix": "間違っていた判定を、一覧の番号を選んで直します",
        "check": "推理する前に、その手のよさを調べます",
        "review": "直前のゲームを1手ずつ振り返ります（技と運がわかります）",
        "stats": "自分やほかの人の成績を見ます",
        "leaderboard": "順位表を見ます",
        "settings": "自分の設定や、ここでの設定を表示または変更します",
        "privacy": "自分のデータを見たり、書き出したり、削除したりします（順位表に載らないようにもできます）",
        "rules": "ルールの説明や、名前のあるルールの一覧を見ます",
        "help": "コマンドの一覧や説明を見ます",
    }
    OPTIONS = {
        **EnglishHelp.OPTIONS,
        ("play", "rules"): "ルール（mastermind などの名前か、4x10 や 4x6r などの形式）",
        ("play", "tries"): "推理できる回数（0なら無制限）",
        ("play", "who"): "推理する人（everyone: みんなで、me: 自分だけ、race: 別々に競争）",
        ("play", "start"): "レースの開始（signal: 合図を待つ、now: 合図をして始める）",
        ("play", "minutes"): "レースの制限時間（分、0なら制限なし）",
        ("guess", "code"): "推理（例: 0123）",
        ("daily", "rules"): "ルール（mastermind などの名前か、4x10 や 4x6r などの形式）",
        ("daily", "day"): "日付（UTC、例: 2026-11-21）。過去の問題は成績に数えません",
        ("daily", "guess"): "推理（例: 0123）",
        (
            "daily",
            "action",
        ): "play: 遊ぶ、giveup: 降参、share: ここに結果を投稿、text: テキストで表示、archive: 過去の問題、verify: 検証",
        ("daily", "confirm"): "確認せずに推理や降参をします",
        ("guess", "confirm"): "同じ推理のくり返しでも、確認せずに推理します",
        ("board", "turn"): "この番号からの手を自分だけに表示します（1ならすべて）",
        ("board", "verify"): "答えが変わらないことの証明を自分だけに表示します（終了後は確かめられます）",
        ("giveup", "confirm"): "確認せずに降参します",
        ("host", "rules"): "答えのルール",
        ("host", "tries"): "推理できる回数（0なら無制限）",
        ("host", "keep"): "答えをボットにこっそり教える（bot）か、自分で判定する（head）か",
        ("versus", "level"): "ボットの強さ",
        ("versus", "rules"): "両方の答えのルール",
        ("versus", "secret"): "自分の答えをボットにこっそり教える（bot）か、自分で判定する（head）か",
        ("duel", "opponent"): "対決する相手",
        ("duel", "rules"): "両者の答えのルール",
        ("duel", "tries"): "それぞれが推理できる回数（0なら無制限）",
        ("duel", "hidden"): "終わるまで互いの推理を隠すかどうか",
        ("suggest", "history"): "これまでの推理と判定（例: 0123 0H2B, 1435 0H1B）",
        ("suggest", "rules"): "遊んでいるゲームのルール",
        ("suggest", "strategy"): "手の選び方（help strategies で説明）",
        ("suggest", "top"): "表示する手の数",
        ("suggest", "lies"): "判定が1つ間違っているかもしれないときは1",
        ("answer", "feedback"): "判定（例: 0H2B、0,2、02）",
        ("answer", "guess"): "推理（おすすめとは違う手を使ったとき）",
        ("fix", "choice"): "一覧の番号（省略すると一覧をすべて表示）",
        ("check", "guess"): "調べる手",
        ("check", "history"): "これまでの推理と判定（省略すると suggest で入力したもの）",
        ("check", "rules"): "遊んでいるゲームのルール",
        ("review", "game"): "ゲームのID（省略すると直前のゲーム）",
        ("stats", "player"): "だれの成績を見るか",
        ("leaderboard", "rules"): "ゲームのルール",
        ("leaderboard", "period"): "遊んだ時期",
        ("leaderboard", "scope"): "遊んだ場所",
        ("leaderboard", "order"): "並び順",
        ("leaderboard", "page"): "ページ（10人ずつ）",
        ("settings", "scope"): "何の設定か（自分、この場所だけ、全体のどれか）",
        ("settings", "group"): "設定の画面を開きます",
        ("settings", "warnings"): "同じ推理をくり返す前に確認するかどうか",
        ("settings", "mentions"): "自分（全体の設定では全員）をメンションするかどうか",
        ("settings", "language"): "自分への返信（全体の設定では全員に見えるメッセージ）の言語",
        ("settings", "rules"): "既定のルール",
        ("settings", "words"): "ルールで決まっていないときのヒットとブローの表記",
        ("settings", "channels"): "ゲームを始められるチャンネル",
        ("settings", "begin"): "ゲームを始められる人",
        ("settings", "threads"): "スレッドを作れる人",
        ("settings", "hints"): "ヒントを見られる人",
        ("settings", "announcements"): "お知らせのチャンネル",
        ("settings", "summary"): "今日の問題のまとめを出す頻度",
        ("settings", "hour"): "まとめを出す時刻",
        ("settings", "timezone"): "タイムゾーンの名前",
        ("settings", "reminders"): "順番が来ているプレイヤーに催促するかどうか",
        ("settings", "turn"): "対決の1手の持ち時間（時間単位）",
        ("settings", "challenge"): "申し込みの有効時間（時間単位）",
        ("settings", "idle"): "放置されたゲームを終えるまでの時間（時間単位）",
        ("privacy", "action"): "show: 見る、export: 書き出す、hide: 順位表に載せない、delete: 削除する",
        ("privacy", "confirm"): "最初の確認なしで削除します",
        ("privacy", "really"): "2回目の確認なしで削除します",
        ("rules", "rules"): "説明するルール",
        ("help", "command"): "説明するコマンド（手の選び方なら strategies）",
    }
    STRATEGIES = {
        **EnglishHelp.STRATEGIES,
        "first": "すべての判定に合うコードのうち、最小のものを選びます。",
        "random": "すべての判定に合うコードから、無作為に選びます。",
        "worst-cell": "最悪の場合に残る候補が最も少ない手を選びます（Knuth、1976年）。",
        "expected-size": "残る候補の数の平均が最も小さい手を選びます（Irving、1979年）。",
        "entropy": "得られる情報量が最も多い手を選びます（Neuwirth、1982年）。",
        "most-parts": "ありうる判定の種類が最も多い手を選びます（Kooi、2005年）。",
        "log1p": (
            "残る候補の数 n について、n ln(1+n) の和が最小の手を選びます。entropy に似ていますが、"
            "候補が1つ残る場合も数えます（Landy による。Tanaka、1996年）。"
        ),
        "landy": "n L(n) の和が最小の手を選びます。L(n) は L(n) 乗すると n になる数です（Landy）。",
        "power": "n の P 乗の和が最小の手を選びます。P が2なら平均を、大きいほど最悪の場合を重く見ます。",
        "second-table": (
            "すべての判定に合うコードから無作為に選びます。ただし、1手目と2手目に共通する記号の数は表に従います"
            "（pyHitAndBlow）。"
        ),
        "optimal": "すべての答えについての合計手数が最も少ない手を、定跡書または探索で選びます。",
    }
    UNITS = {
        **EnglishHelp.UNITS,
        "codes": "{}通り",
        "bits": "{}ビット",
        "parts": "{}種類",
        "guesses": "{}手",
    }

    @override
    def help_title(self, *, is_terminal: bool) -> str:
        commands = "コマンド" if is_terminal else "コマンド（`/hitblow` に続けて入力）"
        example = "help play" if is_terminal else "/hitblow help play"
        return (
            f"ヒット&ブローのボット hitblow の{commands}です。`{example}` のように入力すると、詳しい説明を見られます。"
        )

    @override
    def help_footer(self, *, typed_guesses: bool) -> str:
        if not typed_guesses:
            return "コマンドを入力すると、Discordがオプションの候補を表示します。"
        options = (
            "オプションは `名前:値` の形で書きます。最初の1つは名前を省略できます（例: `play mastermind tries:8`）。"
        )
        return f"{options}`0123` のようにコードだけ入力すると推理になります。"

    @override
    def strategy_guess(self, guess: str, score: str) -> str:
        return f"ここでは {guess}（{score}）です。" if score else f"ここでは {guess} です。"
