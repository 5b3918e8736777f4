"""Commands, options and strategies explained, in English."""

from collections.abc import Mapping
from typing import final


class EnglishHelp:
    """Help on commands, options and strategies."""

    COMMANDS: Mapping[str, str] = {
        "play": "Start a game: guess my secret code",
        "guess": "Make a guess",
        "daily": "Play the code of the day, privately; it is the same for everybody",
        "board": "Show the board again",
        "giveup": "Give up and reveal the secret; if several people play, vote for it",
        "rematch": "Play the last game here again with a new secret",
        "host": "Hide a secret of your own that the others guess",
        "versus": "Play against me: we take turns guessing each other's secret",
        "duel": "Challenge somebody to a duel: you guess each other's secret in turn",
        "secret": "Hide your secret in a duel, privately",
        "draw": "Offer a draw in your duel, or accept one",
        "claim": "Win your duel because the other player takes too long",
        "hint": "Get a good guess for your game; your result then counts as assisted",
        "suggest": "Get advice for a game you play elsewhere; without options, continue where you left off",
        "answer": "Enter the feedback for my guess or, as a host, for a player's guess",
        "undo": "Take back the last feedback",
        "fix": "Correct wrong feedback by choosing one of the listed fixes",
        "check": "See how good a guess is before you make it",
        "review": "Review your last game turn by turn: skill and luck",
        "stats": "Show your statistics or another player's",
        "leaderboard": "Show the best players",
        "settings": "Show or change settings: your own, or those that apply here",
        "privacy": "Show, export, hide or delete what I keep about you",
        "rules": "Explain the rules, or list those that have a name",
        "help": "List all commands or explain one",
    }
    """What each command does, at most 100 characters, without a full stop."""

    OPTIONS: Mapping[tuple[str, str], str] = {
        ("play", "rules"): "Rules: a name such as mastermind, or a notation such as 4x10 or 4x6r",
        ("play", "tries"): "Number of guesses allowed, 0 for no limit",
        ("play", "who"): "Who may guess: everyone together, only me, or everyone separately in a race",
        ("play", "start"): "In a race, signal to wait until you start it, and then now to start it",
        ("play", "minutes"): "Time limit of a race in minutes, 0 for none",
        ("guess", "code"): "Your guess, such as 0123",
        ("daily", "rules"): "Rules: a name such as mastermind, or a notation such as 4x10 or 4x6r",
        ("daily", "day"): "Day in UTC, such as 2026-11-21; earlier days don't count",
        ("daily", "guess"): "Your guess, such as 0123",
        (
            "daily",
            "action",
        ): "Play, give up, post your result here, show it as text, list earlier days, or verify",
        ("daily", "confirm"): "Guess or give up without a question",
        ("guess", "confirm"): "Guess without a question, even if the guess repeats a turn",
        ("board", "turn"): "Show only me the turns from this one on, 1 for all",
        ("board", "verify"): "Show only me the proof that the secret doesn't change, and check it after the end",
        ("giveup", "confirm"): "Give up without a question",
        ("host", "rules"): "Rules for your secret",
        ("host", "tries"): "Number of guesses allowed, 0 for no limit",
        ("host", "keep"): "Tell me your secret privately (bot), or keep it and enter the feedback yourself (head)",
        ("versus", "level"): "How well I play",
        ("versus", "rules"): "Rules for both secrets",
        ("versus", "secret"): "Tell me your secret privately (bot), or keep it and enter the feedback yourself (head)",
        ("duel", "opponent"): "Player to challenge",
        ("duel", "rules"): "Rules for both secrets",
        ("duel", "tries"): "Number of guesses each may make, 0 for no limit",
        ("duel", "hidden"): "Whether guesses stay hidden from the other player until the end",
        ("suggest", "history"): "Guesses and feedback so far, such as 0123 0H2B, 1435 0H1B",
        ("suggest", "rules"): "Rules of your game",
        ("suggest", "strategy"): "How to choose guesses; see help strategies",
        ("suggest", "top"): "Number of guesses to show",
        ("suggest", "lies"): "1 if one turn may have wrong feedback",
        ("answer", "feedback"): "Hits and blows, such as 0H2B, 0,2 or 02",
        ("answer", "guess"): "Your guess, if it wasn't the one I suggested",
        ("fix", "choice"): "Number of the fix; without it, all fixes are listed",
        ("check", "guess"): "Guess to check",
        ("check", "history"): "Guesses and feedback so far; by default, those you gave with suggest",
        ("check", "rules"): "Rules of your game",
        ("review", "game"): "ID of the game; by default, your last one",
        ("stats", "player"): "Whose statistics to show",
        ("leaderboard", "rules"): "Rules of the games",
        ("leaderboard", "period"): "When the games were played",
        ("leaderboard", "scope"): "Where the games were played",
        ("leaderboard", "order"): "What to sort by",
        ("leaderboard", "page"): "Page, ten players each",
        ("settings", "scope"): "Which settings: your own, those for this place only, or those for everybody",
        ("settings", "group"): "Open the form for these settings",
        ("settings", "warnings"): "Ask me before a guess that repeats a turn costs a try",
        ("settings", "mentions"): "Whether I may mention you or, in a server, anybody",
        ("settings", "language"): "Language of replies to you or, in a server, of public messages",
        ("settings", "rules"): "Default rules",
        ("settings", "words"): "Words for hits and blows in rules that name none",
        ("settings", "channels"): "Channels where games may start",
        ("settings", "begin"): "Who may start games",
        ("settings", "threads"): "Who may open threads",
        ("settings", "hints"): "Who may ask for hints",
        ("settings", "announcements"): "Channel for announcements",
        ("settings", "summary"): "How often to post a summary of the daily game",
        ("settings", "hour"): "Hour of the summary",
        ("settings", "timezone"): "Time zone, such as Europe/Paris",
        ("settings", "reminders"): "Whether players are reminded of their turn",
        ("settings", "turn"): "Hours for a turn in a duel",
        ("settings", "challenge"): "Hours in which a challenge can be accepted",
        ("settings", "idle"): "Hours until an abandoned game ends",
        ("privacy", "action"): "What to do with what is kept about you",
        ("privacy", "confirm"): "Delete without the first question",
        ("privacy", "really"): "Delete without the second question",
        ("rules", "rules"): "Rules to explain",
        ("help", "command"): "Command to explain, or strategies",
    }
    """What each option of a command means, at most 100 characters, without a full stop."""

    STRATEGIES: Mapping[str, str] = {
        "first": "The lowest code that fits all feedback.",
        "random": "A random code that fits all feedback.",
        "worst-cell": "Leaves as few codes as possible in the worst case (Knuth, 1976).",
        "expected-size": "Leaves as few codes as possible on average (Irving, 1979).",
        "entropy": "Gains as much information as possible (Neuwirth, 1982).",
        "most-parts": "Allows as many kinds of feedback as possible (Kooi, 2005).",
        "log1p": (
            "Minimizes the sum of n ln(1+n) over the numbers n of codes left. Like entropy, but a single code left "
            "still counts (after Landy, in Tanaka, 1996)."
        ),
        "landy": "Minimizes the sum of n L(n), where L(n) raised to the power L(n) is n (Landy).",
        "power": "Minimizes the sum of n to the power P: 2 favours the average, a higher P the worst case.",
        "second-table": (
            "A random code that fits, but a table decides how many symbols the second guess shares with the first "
            "(pyHitAndBlow)."
        ),
        "optimal": "Needs the fewest guesses over all secrets; from a book, or by search.",
    }
    """How each strategy chooses a guess, with its source."""

    UNITS: Mapping[str, str] = {
        "codes": "{} codes",
        "bits": "{} bits",
        "parts": "{} kinds of feedback",
        "guesses": "{} guesses",
    }
    """Scores of guesses with their units."""

    @final
    def command(self, command: str) -> str:
        """What a command does."""
        return self.COMMANDS[command]

    @final
    def option(self, command: str, option: str) -> str:
        """What an option of a command means."""
        return self.OPTIONS[command, option]

    @final
    def strategy(self, name: str) -> str:
        """How a strategy chooses a guess."""
        return self.STRATEGIES[name]

    @final
    def score(self, value: str, unit: str) -> str:
        """A score with its unit, which may be empty."""
        return self.UNITS[unit].format(value) if unit else value

    def help_title(self, *, is_terminal: bool) -> str:
        """The line above the list of commands, which follow `/hitblow` everywhere but in a terminal."""
        if is_terminal:
            return "hitblow plays Hit & Blow. These are its commands; `help play` explains one:"
        return "hitblow plays Hit & Blow. Its commands follow `/hitblow`; `/hitblow help play` explains one:"

    def help_footer(self, *, typed_guesses: bool) -> str:
        """Below the list of commands: how to write options and that a code is a guess, where both can be typed."""
        if not typed_guesses:
            return "While you type a command, Discord offers its options."
        options = "Write options as `name:value`; the first needs no name: `play mastermind tries:8`."
        return f"{options} A code on its own is a guess: `0123`."

    def strategy_guess(self, guess: str, score: str) -> str:
        """What a strategy chooses in the game named in the title, with its score unless that is empty."""
        return f"Here: {guess} ({score})." if score else f"Here: {guess}."
