"""Commands and how to use them, in English."""

from bot.wording.safe import name

_COMMANDS = {
    "play": "Begin a game: I hide a secret, you find it",
    "guess": "Guess the secret; a code alone is a guess too",
    "board": "Show the game again",
    "giveup": "Give up and see the secret",
    "rematch": "Play the last game here again, with a new secret",
    "versus": "Play against me: two secrets, turn about",
    "hint": "One good guess for your game here; it then counts as assisted",
    "suggest": "Advice for a game you play elsewhere; alone, it goes on where you stopped",
    "answer": "Tell me what my guess, or the one I advised, was answered",
    "undo": "Take the last answer back",
    "fix": "Put a wrong answer right, by the number of the choice",
    "check": "What a guess is worth before you make it",
    "review": "Your last game, turn by turn: how well and how luckily you played",
    "stats": "How you, or somebody else, have played so far",
    "leaderboard": "Who plays best here",
    "rules": "Explain some rules, or list those that have a name",
    "help": "List the commands, or explain one",
}
_OPTIONS = {
    ("play", "rules"): "what to play: a name such as mastermind, or 4x10, 4x6r",
    ("play", "tries"): "how many guesses there are, 0 for no limit",
    ("play", "who"): "who may guess: everyone together, me alone, or everyone for themselves in a race",
    ("guess", "code"): "your guess, like 0123",
    ("versus", "level"): "how well I play",
    ("versus", "rules"): "rules of both secrets",
    ("versus", "secret"): "tell me your secret privately (bot), or answer my guesses yourself (head)",
    ("suggest", "history"): "guesses and answers so far: 0123 0H2B, 1435 0H1B",
    ("suggest", "rules"): "rules of your game",
    ("suggest", "strategy"): "how to choose guesses; help strategies explains them",
    ("suggest", "top"): "how many guesses to show",
    ("suggest", "lies"): "1 if one of the answers may be wrong",
    ("answer", "feedback"): "hits and blows: 0H2B, 0,2 or 02",
    ("answer", "guess"): "your guess, if you made another one than I advised",
    ("fix", "choice"): "the number of the choice",
    ("check", "guess"): "the guess to look at",
    ("check", "history"): "guesses and answers so far; those you told me, unless said",
    ("check", "rules"): "rules of your game",
    ("review", "game"): "which game, by its id; the last one unless said",
    ("stats", "player"): "whose games",
    ("leaderboard", "rules"): "games under which rules",
    ("leaderboard", "period"): "since when",
    ("leaderboard", "scope"): "games played where",
    ("leaderboard", "order"): "what to sort by",
    ("rules", "rules"): "which rules to explain",
    ("help", "command"): "which command to explain, or strategies",
}


class EnglishManual:
    """Help, and what only the terminal says."""

    def command(self, command: str) -> str:
        """What a command does."""
        return _COMMANDS[command]

    def option(self, command: str, option: str) -> str:
        """What an option means."""
        return _OPTIONS[command, option]

    def help_title(self) -> str:
        """Above the commands."""
        return "hitblow plays Hit & Blow. These are the commands; `help play` explains one:"

    def help_foot(self) -> str:
        """Below the commands."""
        return (
            "Options are written `name:value`, and the first needs no name: `play mastermind tries:8`. "
            "A code alone is a guess: `0123`."
        )

    def default(self, value: str) -> str:
        """When not given."""
        return f"otherwise {value}"

    def range(self, low: int, high: int) -> str:
        """The numbers."""
        return f"{low} to {high}"

    def nothing_counted(self, refusal: str) -> str:
        """After a mistaken guess."""
        return f"{refusal} Nothing was counted."

    def unexpected(self, reference: str) -> str:
        """When something broke."""
        return f"Something went wrong on my side; it is logged as {reference}. `board` shows what has been counted."

    def welcome(self, player: str, room: str) -> str:
        """The console's first line."""
        return f"hitblow. You are {name(player)}, in the room {name(room)}. `play` begins, `help` helps, `quit` leaves."

    def nothing_begun(self) -> str:
        """Nothing was said."""
        return "No game has begun."

    def for_example(self, example: str) -> str:
        """An example."""
        return f"For example: `{example}`."

    def goodbye(self) -> str:
        """The console's last line."""
        return "Until next time; your game is kept."

    def verified(self, *, matches: bool) -> str:
        """The proof checked."""
        if matches:
            return "They match: this is the secret that was hidden at the start."
        return "They do not match: this text is not what the commitment was made from."

    def upgraded(self, before: str | None, after: str) -> str:
        """A database migrated."""
        if before == after:
            return f"The database is up to date ({after})."
        if before is None:
            return f"The database is ready ({after})."
        return f"The database went from {before} to {after}."
