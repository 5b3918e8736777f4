"""The command line, in English."""

from collections.abc import Mapping
from typing import NamedTuple, final

from bot.wording.english.admin import ADMIN_COMMANDS, ADMIN_OPTIONS


class Figures(NamedTuple):
    """How many guesses a strategy or a book needs for all secrets."""

    games: int
    total: int
    average: float
    worst: int


class EnglishCli:
    """Help and output of the `hitblow` shell command, and the console's own sentences."""

    CLI_COMMANDS: Mapping[str, str] = {
        "hitblow": "Play Hit & Blow in the terminal, on Discord and on Slack. Without a command, play here.",
        "console": "Play in the terminal, or read commands from a pipe, one per line.",
        "discord": "Run the bot on Discord, with the token in HITBLOW_DISCORD_TOKEN.",
        "invite": "Print the link that adds the bot to a server.",
        "slack": "Run the bot on Slack, with the tokens in the environment or in .env.",
        "manifest": "Print the app manifest for Slack's settings pages.",
        "slack key": "Print a new key for HITBLOW_SLACK_TOKEN_KEYS, which encrypts the tokens of workspaces.",
        "all": "Run the bot on every platform that has tokens.",
        "db": "Manage the database.",
        "doctor": "Check the settings, the database and the platforms, and say what to do.",
        "upgrade": "Upgrade the database tables. The bot also does this when it starts.",
        "db void-day": "Record that the bot was down for long on DAY (UTC), so that it ends nobody's streak.",
        "db backup": "Write a copy of the database to FILE (SQLite), also while the bot is running.",
        "db copy": "Copy the database FROM into the empty database TO, such as a SQLite file into PostgreSQL. "
        "Stop the bot first. Run it again to resume an interrupted copy.",
        "db check": "Check the database for damage, and its statistics against the results of all games.",
        "db rate": "Compute all ratings again, from the rated games in their order. Stop the bot first.",
        "db review": "Have all ranked games reviewed again, for their skill and luck, by the bot while it runs.",
        "verify": "Check that OPENING, shown at the end of a game, hashes to COMMITMENT, shown at its start.",
        "evaluate": "Play every secret of RULES with a strategy; print average, maximum and distribution.",
        "compare": "Play every secret of RULES with several strategies, such as entropy or entropy,win-bonus=2, and "
        "print the results side by side.",
        "trace": "Print the game that a strategy plays against SECRET, turn by turn.",
        "suggest": 'Print the best guesses after HISTORY, such as "0123 0H2B" "1435 0H1B".',
        "book": "Build, verify and export books of optimal guesses, and check strategy trees.",
        "book build": "Build the book for RULES. Run it again to resume an interrupted build.",
        "book improve": "Search parts of the book for RULES again and replace those that get better.",
        "book verify": "Play every secret with every book that ships with hitblow.",
        "book export": "Print the book for RULES as a strategy tree with every guess.",
        "book check": "Play every secret with the book or the strategy tree, as text or JSON, in FILE; "
        "print average, maximum and distribution.",
        **ADMIN_COMMANDS,
    }
    """What each shell command does."""

    CLI_OPTIONS: Mapping[str, str] = {
        "lang": "Language; by default, that of the terminal.",
        "room": "Room to play in. Terminals in the same room share its game.",
        "as": "Your name; by default, your user name.",
        "db": "Database URL, such as sqlite:///hitblow.db; by default, a file in your user data directory.",
        "remove": "Let the day count again.",
        "strict": "Exit with status 1 if anything was refused; a pipe then ends there.",
        "ascii": "Print ASCII only, for screen readers and simple terminals. HITBLOW_ASCII=1 does the same.",
        "shards": "Shards to serve, such as 0-3/16 for the first four of sixteen; all of them by default.",
        "port": "Port for Slack's requests when Socket Mode is not used; 3000 by default.",
        "url": "Public URL of the bot, such as https://example.org. Without it, the manifest uses Socket Mode.",
        "strategy": "One of: {}.",
        "pool": "Codes that may be guessed: all, or candidates only.",
        "ties": "Which of several best guesses to make: consistent (a candidate if possible, then the lowest), "
        "lowest, or random.",
        "win-bonus": "Bonus for guesses that may win: a number to subtract from the score (2), or a factor for the "
        "winning cell (x0.95).",
        "opening": "First guess: own (the strategy's), random, or a code.",
        "jobs": "Number of processes.",
        "seed": "Seed for strategies that involve chance; the same seed plays the same games.",
        "json": "Print JSON.",
        "tries": "Number of guesses after which a game counts as lost; by default, no game is lost.",
        "plot": "Draw the distribution into a PNG file.",
        "compare plot": "Draw the distributions into a PNG file, in the order of the strategies.",
        "improved book": "Book to improve; by default, the one that ships with hitblow.",
        "up-to": "Search the parts of the book with at most this many candidates.",
        "tree format": "json, text, or dot for Graphviz.",
        "book file": "Book to print; by default, the one that ships with hitblow.",
        "export seldom": "Print the book in which the maximum is needed in the fewest games.",
        "top": "Number of guesses to print.",
        "seconds": "Approximate time limit for thinking.",
        "width": "Guesses to try for large sets of candidates; by default, all that could be better.",
        "thorough": "Largest set of candidates for which --width does not apply.",
        "stride": "For small sets of candidates, try the candidates and only every n-th other code.",
        "worst": "Maximum number of guesses in any game.",
        "seldom": "Need the maximum in as few games as possible, even if the average gets worse.",
        "book jobs": "Number of processes; by default, one per core.",
        "scheduler": "Build on an existing Dask cluster with this scheduler, such as tcp://10.0.0.5:8786.",
        "output": "File to write; RULES.book by default.",
        "checkpoint": "File for unfinished work; by default, next to the output.",
        **ADMIN_OPTIONS,
    }
    """What each shell option means. "{}" in `strategy` stands for the names of all strategies."""

    @final
    def cli_command(self, command: str) -> str:
        """What a shell command does. Code is in quotation marks, because `--help` prints plain text."""
        return self.CLI_COMMANDS[command].replace("`", "'")

    @final
    def cli_option(self, option: str) -> str:
        """What a shell option means, with code in quotation marks."""
        return self.CLI_OPTIONS[option].replace("`", "'")

    def earlier_turns(self, count: int) -> str:
        """In place of the first turns of a board that is too long for the terminal."""
        return f"... {count} earlier {'turn' if count == 1 else 'turns'}"

    def verified(self, *, matches: bool) -> str:
        """Whether the text revealed at the end of a game matches the commitment shown at its start."""
        if matches:
            return "They match: the secret was never changed."
        return "They don't match: the commitment was made from a different text."

    def upgraded(self, before: str | None, after: str) -> str:
        """The database was upgraded between two revisions; `before` is None if it was created."""
        if before == after:
            return f"The database is up to date ({after})."
        if before is None:
            return f"The database was created ({after})."
        return f"The database was upgraded from {before} to {after}."

    # hitblow evaluate, hitblow suggest

    def evaluation(self, strategy: str, rules: str, figures: Figures) -> str:
        """A strategy's guesses over all games: in total, on average and at most in one game."""
        games, total, average, worst = figures
        return (
            f"{strategy} at {rules}: {average:.4f} guesses on average, {total:,} in {games:,} games, at most {worst}."
        )

    def codes_left(self, count: int) -> str:
        """How many codes are possible after the history."""
        return "1 code is left." if count == 1 else f"{count:,} codes are left."

    def suggestion_columns(self) -> tuple[str, str, str, str]:
        """Column heads: guess, score, whether it can be the secret, expected number of guesses."""
        return ("guess", "score", "may win", "expected")

    def may_win(self, *, possible: bool) -> str:
        """Whether a guess can be the secret, in a column."""
        return "yes" if possible else "no"

    def expected_note(self, *, exact: bool, sampled: bool) -> str:
        """What the column of expected numbers of guesses means."""
        how = "Exact for this strategy." if exact else "~ marks an estimate."
        if sampled:
            how += " There are too many codes to compare all of them, so only samples were compared."
        return f"expected: guesses needed on average, including this one. {how}"

    # hitblow book

    def book_summary(self, rules: str, figures: Figures, times: int, *, optimal: bool) -> str:
        """A book's guesses over all games: in total, on average, and at most, which happens in `times` games."""
        proof = "Proven optimal." if optimal else "Not proven optimal."
        games, total, average, worst = figures
        needs = f"{total:,} guesses in {games:,} games, {average:.4f} on average, at most {worst} (in {times:,} games)"
        return f"{rules}: {needs}. {proof}"
