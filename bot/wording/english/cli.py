"""The command line, in English."""

from collections.abc import Mapping
from datetime import date
from typing import NamedTuple, final

from bot.locales.safe import name
from bot.wording.english.admin import ADMIN_COMMANDS, ADMIN_OPTIONS
from bot.wording.english.nouns import count, person


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

    def database_missing(self, file: str) -> str:
        """The file that is named does not exist, and nobody can be asked whether to create it."""
        return f"There is no database {file}. `hitblow db upgrade --db {file}` creates it."

    def create_database(self, file: str) -> str:
        """Asks whether to create the file that is named."""
        return f"There is no database {file}. Create it?"

    def no_database_created(self) -> str:
        """The file that is named is not to be created."""
        return "No database was created."

    def invalid_name(self, longest: int) -> str:
        """A player's or room's name is not acceptable; a phrase after "Invalid value: "."""
        return f"use 1 to {longest} printable characters, such as ann"

    def welcome(self, player: str, room: str) -> str:
        """The first line of the console."""
        return (
            f"Welcome to hitblow, {person(player)}. This is room {name(room)}. "
            "`play` starts a game, `help` lists the commands, Tab completes them, `quit` leaves."
        )

    def continued(self, game: str) -> str:
        """A game that was left is shown again."""
        return f"Continuing game #{game}."

    def how_to_type_feedback(self, example: str, numbers: str) -> str:
        """How to enter feedback that is asked for: as on the board, or just the numbers of hits and blows."""
        return f"Type it like `{example}` or `{numbers}`."

    def earlier_turns(self, count: int) -> str:
        """In place of the first turns of a board that is too long for the terminal."""
        return f"... {count} earlier {'turn' if count == 1 else 'turns'}"

    def symbols_ruled_out(self, symbols: str) -> str:
        """Below a board: symbols that the feedback of a single guess rules out."""
        return f"ruled out: {symbols}"

    def symbols_not_tried(self, symbols: str) -> str:
        """Below a board: symbols that were in no guess and are not ruled out."""
        return f"not tried: {symbols}"

    def how_to_type_no_secret(self) -> str:
        """After the question for a secret: how to cancel."""
        return "An empty line cancels."

    def no_secret_typed(self) -> str:
        """The player typed nothing when asked for a secret."""
        return "You typed no secret, so nothing was changed."

    def goodbye(self) -> str:
        """The last line of the console."""
        return "Goodbye. Your game is saved."

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

    def void_day_recorded(self, day: date) -> str:
        """A day on which the bot was down for long was recorded."""
        return f"{day} is void: it ends nobody's streak."

    def void_day_removed(self, day: date) -> str:
        """A day is no longer recorded as one on which the bot was down for long."""
        return f"{day} counts again."

    def rated(self, games: int) -> str:
        """All ratings were computed again."""
        return f"{count(games, 'game')} rated again."

    def to_be_reviewed(self, games: int) -> str:
        """A number of ranked games will be reviewed again."""
        return f"{count(games, 'game')} will be reviewed while the bot runs."

    def file_not_writable(self, file: str) -> str:
        """A file cannot be written."""
        return f"Cannot write {file}."

    # hitblow evaluate, hitblow suggest

    def evaluating(self, strategy: str, rules: str) -> str:
        """The label of the progress bar while a strategy plays."""
        return f"playing {rules} with {strategy}"

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

    def leaves_title(self) -> str:
        """The line above the numbers of codes that each feedback leaves."""
        return "Codes left after each feedback:"

    # hitblow book

    def book_building(self, rules: str) -> str:
        """The label of the progress bar while a book is built."""
        return f"building {rules}"

    def book_summary(self, rules: str, figures: Figures, times: int, *, optimal: bool) -> str:
        """A book's guesses over all games: in total, on average, and at most, which happens in `times` games."""
        proof = "Proven optimal." if optimal else "Not proven optimal."
        games, total, average, worst = figures
        needs = f"{total:,} guesses in {games:,} games, {average:.4f} on average, at most {worst} (in {times:,} games)"
        return f"{rules}: {needs}. {proof}"

    def book_written(self, file: str) -> str:
        """The book was written."""
        return f"Wrote {file}."

    def book_interrupted(self, file: str) -> str:
        """The build was interrupted; the file keeps the unfinished work."""
        return f"Interrupted. {file} keeps what is done; run the same command again to continue."

    def book_checkpoint_foreign(self, file: str) -> str:
        """The file for unfinished work belongs to another build."""
        return (
            f"{file} belongs to a build with other rules or options. Finish it, delete the file, or use another file."
        )

    def book_checkpoint_in_use(self, file: str) -> str:
        """Another process works with the file for unfinished work."""
        return f"Another build uses {file}. Wait until it ends, or use another file with `--checkpoint`."

    def book_impossible(self, rules: str, worst: str) -> str:
        """No strategy was found that never exceeds the maximum number of guesses."""
        return f"Found no way to play {rules} with at most {worst} guesses."

    def book_too_large(self, rules: str, codes: int, most: int) -> str:
        """There are too many codes for a book."""
        return f"{rules} has {codes:,} codes; books can be built for up to {most:,}."

    def book_seldom_needs_worst(self) -> str:
        """Two options belong together."""
        return "`--seldom` needs `--worst`."

    def book_needs_extra(self) -> str:
        """The optional dependencies are not installed."""
        return "Building a book needs NumPy and Dask: pip install 'hitblow[books]'"

    def book_jobs_or_scheduler(self) -> str:
        """Two options exclude each other."""
        return "Use either `--jobs` or `--scheduler`: an existing cluster has its own number of workers."

    def book_no_cluster(self, address: str) -> str:
        """There is no Dask scheduler with workers at an address."""
        return f"No Dask scheduler with workers answers at {address}. An address looks like tcp://10.0.0.5:8786."

    def book_workers_lost(self, file: str) -> str:
        """Workers died too often, or the cluster is gone; the file keeps the unfinished work."""
        return (
            "The Dask workers were lost, perhaps because they had too little memory. "
            f"{file} keeps what is done; run the same command again to continue."
        )
