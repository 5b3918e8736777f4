"""Texts and characters that several places show, and what differs in them between the platforms."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.locales import translatable
from bot.locales.safe import quote
from bot.model.room_settings import Setting, SettingsScope
from bot.model.rooms import DIRECT, RoomKey

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.locales import Words
    from core.game.rules import Rules

BOT_NAME = "hitblow"
"""The bot among players."""

HIT, BLOW, NEITHER = "●", "○", "·"
"""A hit, a blow, and a position without either."""

WON, LOST = "★", "✕"
"""Before the end of a game."""

_BUTTONS = {
    "guess": translatable("Guess"),
    "hint": translatable("Hint"),
    "giveup": translatable("Give up"),
    "rules": translatable("Rules"),
    "rematch": translatable("Rematch"),
    "review": translatable("Review"),
    "draw": translatable("Offer a draw"),
    "undo": translatable("Undo"),
    "suggest": translatable("Start over"),
    "fix": translatable("More"),
    "daily": translatable("Today's code"),
    "board": translatable("Continue"),
    "play": translatable("Play"),
    "stats": translatable("Statistics"),
    "help": translatable("Help"),
    "settings": translatable("Settings"),
    "privacy": translatable("Privacy"),
}

BOARD_NOT_MOVED = translatable("The board is the newest message already, or has been moved within the last 30 seconds.")
"""Why a board stays where it is."""

BOARD_UPDATED = translatable("The board is up to date.")
"""The command was carried out, and the board shows the result."""

DUEL = translatable("Duel")
"""The name of the game, in the title of its boards."""

WAITING = translatable("waiting")
"""In the place of the feedback to a guess that waits for it, in a column of the board."""

NOT_CONFIRMED = translatable("Not confirmed yet: this takes longer than usual. It counts only if the answer says so.")
"""A command takes so long that it is not known yet whether it counts."""

FORM_TOO_LATE = translatable("That takes too long now. Nothing is lost: try again.")
"""A form could not be opened in time; the reader may try again."""

MY_GUESSES = translatable("My guesses")
"""The line above the bot's guesses."""

FORMER_PLAYER = translatable("former")
"""Stands in a table for a player who has deleted their data, in at most 10 cells."""

HOW_TO_FIX = translatable("`fix 1` takes the first, `fix` lists all.")
"""How to choose one of the listed corrections by typing."""

GUESS_ANYWAY = translatable("Guess anyway")
"""The button that confirms a guess that repeats a turn."""

LOST_GAMES = translatable("lost")
"""The label of games that took more guesses than allowed, in a column."""

ONLY_SAMPLES = translatable("There are too many codes to compare all of them, so only samples were compared.")
"""The remark on results for which not all guesses were compared."""

REPLY_TO_GUESS = translatable("reply to play")
"""On a running game on Slack: a reply to the board with a code is a guess."""

YOUR_SECRET = translatable("Your secret")
"""The title of a form that asks for a secret, at most 24 characters."""

SMALL_TALK = translatable(
    "I only talk about Hit & Blow. `play` starts a game, a code such as `0123` is a guess, and "
    "`help` lists everything else."
)
"""The reader wrote something that is neither a command nor a code."""

VERIFY = translatable("Verify")
"""The button that explains the commitment and, after the end, checks it."""


def advice_is_hint(words: Words, games: Iterable[str]) -> str:
    """That the coach's advice counts as a hint in these running games."""
    shown = words.comma_separated(f"#{game}" for game in games)
    return words("In {games}, advice on these guesses is a hint.", games=shown)


def how_to_confirm(words: Words, options: str) -> str:
    """How to confirm where nothing can be pressed."""
    return words("To do it, add `{options}` to the command.", options=options)


def best_possible(words: Words, average: float | None) -> str:
    """The best possible average of some rules; empty if it is not known."""
    return "" if average is None else words("Best possible average: {average}", average=words.number(average))


def board_not_shown(words: Words, platform: str) -> str:
    """The platform did not accept the board. Nothing is lost."""
    return words("{platform} didn't accept the board just now. Nothing is lost: `board` shows it.", platform=platform)


def button_label(words: Words, command: str) -> str:
    """The label of the button that runs a command; the command's name if no button does."""
    return words(_BUTTONS[command]) if command in _BUTTONS else command


def earlier_turns_omitted(words: Words, count: int) -> str:
    """In place of the first turns of a board that is too long."""
    return words.plural("... {n} earlier turn", "... {n} earlier turns", count)


def give_up_question(words: Words, game: str) -> str:
    """Asks whether the player really wants to give up a game."""
    return words("Give up {game}? This ends it.", game=game)


def quoted_fault_cause(words: Words, cause: str) -> str:
    """For the operator, after an error: what a library or the operating system says, in English."""
    return words("The cause: {cause}.", cause=cause)


def guess_count_text(words: Words, guesses: int) -> str:
    """A number of guesses, in a list."""
    return words.plural("{n:,} guess", "{n:,} guesses", guesses)


def own_secret(words: Words, secret: str) -> str:
    """The reader's secret in a game against the opponent; only the reader sees this."""
    return words("Your secret is {secret}.", secret=secret)


def plot_title(words: Words, strategy: str, rules: str) -> str:
    """The title of a chart of the numbers of guesses that a strategy needs."""
    return words("{strategy} at {rules}", strategy=strategy, rules=rules)


def typing_example(words: Words, example: str) -> str:
    """How something is typed."""
    return words("Type it, such as `{example}`.", example=example)


def channel_out_of_reach(words: Words, place: str) -> str:
    """The bot cannot post in a channel."""
    return words("I can't post in {channel}: let me view it and send messages.", channel=place)


def secret_prompt(words: Words, rules: Rules, example: str) -> str:
    """Asks for the player's secret where only they can see it, at most 100 characters; `example` is a code."""
    return words(
        "Type your secret ({code}, such as {example}). Only I will see it.",
        code=words.code_description(rules),
        example=example,
    )


def secret_in_command_warning(words: Words, command: str) -> str:
    """A secret was typed into a command. It is not repeated; `command` is the command without it."""
    return words(
        "A typed text can stay in histories and logs. Choose another secret and type only "
        "`{command}`: I'll ask for it privately.",
        command=command,
    )


def unusable_text(words: Words, read: str, *examples: str) -> str:
    """What was typed cannot be used where it was typed, and examples of what can."""
    written = words.alternatives(map(quote, examples))
    return words("I can't use {read}. Write it like {examples}.", read=quote(read), examples=written)


def your_turn(words: Words, player: str) -> str:
    """It is the player's turn to guess."""
    return words("{player}, it's your turn to guess.", player=words.person(player, first=True))


DISCORD, SLACK, CONSOLE = "discord", "slack", "console"
"""Platforms in keys of rooms."""

_WORKSPACE_NAMES = {DISCORD: "server", SLACK: "workspace"}


def choice_name_in_room(choice: str, room: RoomKey) -> str:
    """A choice of an option as it is called in a room.

    `server` is `workspace` on Slack and `here` in a terminal, where `channel` is `room`.
    """
    if choice == SettingsScope.CHANNEL.value and is_terminal(room):
        return "room"
    if choice != SettingsScope.SERVER.value:
        return choice
    return "here" if is_discord_direct_message(room) else _WORKSPACE_NAMES.get(room.platform, "here")


def localized_command_line(line: str, room: RoomKey) -> str:
    """A typed command with its choices as they are called in a room."""
    return " ".join(choice_name_in_room(word, room) for word in line.split())


def takes_typed_guesses(room: RoomKey) -> bool:
    """Whether a code that is typed by itself is a guess in a room; Discord does not deliver what people type."""
    return room.platform != DISCORD


def is_discord_direct_message(room: RoomKey) -> bool:
    """Whether a room is a Discord conversation outside servers."""
    return room.workspace.startswith(DIRECT)


def is_terminal(room: RoomKey) -> bool:
    """Whether a room is one of a terminal."""
    return room.platform == CONSOLE


def has_setting(room: RoomKey, setting: Setting) -> bool:
    """Whether a setting means something on the platform of a room."""
    if is_terminal(room):
        return setting.in_terminal
    return setting.on_slack or room.platform != SLACK


def game_count_text(games: int, words: Words) -> str:
    """A number of games, in a column."""
    return words.plural("{n:,} game", "{n:,} games", games)


def mark_text(mark: float | None) -> str:
    """A mark rounded to a whole number, `-` for none."""
    return "-" if mark is None else f"{mark:.0f}"


def skill_and_luck_text(skill: str, luck: str, words: Words) -> str:
    """Marks in the text alternative of an image."""
    return words("skill {skill}, luck {luck}", skill=skill, luck=luck)


def conversation_continues(rules: Rules, words: Words, *, has_buttons: bool = True) -> str:
    """Says that the caller's conversation with the coach goes on, and how they leave it."""
    command = "suggest history:new" if has_buttons else "suggest new"
    return words(
        "We are still talking about your game with the rules `{rules}`. `{command}` starts another.",
        rules=str(rules),
        command=command,
    )
