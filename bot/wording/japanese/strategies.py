"""Strategies explained, in Japanese."""

_HOW = {
    "first": "すべての判定に合うコードのうち、いちばん小さいもの。",
    "random": "すべての判定に合うコードのどれか。",
    "worst-cell": "どんな判定でも残りが少なくなるように(Knuth 1976)。",
    "expected-size": "残りの平均が少なくなるように(Irving 1979)。",
    "entropy": "判定から得られる情報量が多くなるように(Neuwirth 1982)。",
    "most-parts": "ありうる判定の種類が多くなるように(Kooi 2005)。",
    "log1p": "entropy に近く、1つだけ残る場合も数えます。n ln(1+n) の和(Landy、Tanaka 1996 による)。",
    "landy": "n L(n) の和。L は L の L 乗が n になる数です(Landy)。",
    "power": "n の好きな乗数の和。2なら平均を、大きいほど最悪の場合を重く見ます。",
    "second-table": "合うコードのどれか。ただし2手目は表に従って1手目と重ねます(pyHitAndBlow)。",
    "optimal": "すべての正解についての合計回数が最小になる手。本、または探索によります。",
}
_UNITS = {"codes": "通り", "bits": "ビット", "parts": "種類", "guesses": "回", "": ""}


class JapaneseStrategies:
    """How strategies choose."""

    def strategies_title(self, rules: str, history: str, candidates: int) -> str:
        """Above the strategies."""
        return (
            f"手の選び方です。{rules} で {history} のあと、候補が{candidates:,}通り残っているゲームで比べます。"
            "`suggest strategy:名前` で使えます。"
        )

    def strategy(self, name: str) -> str:
        """How it chooses."""
        return _HOW[name]

    def would_guess(self, guess: str, score: str) -> str:
        """The example."""
        return f"ここでは {guess}({score})。" if score else f"ここでは {guess}。"

    def score(self, value: str, unit: str) -> str:
        """A score."""
        return f"{value}{_UNITS[unit]}"
