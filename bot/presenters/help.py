"""Help on commands and options, their completion, and the table of the documentation."""

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain

from bot.commands.catalogue import BY_NAME, CATALOGUE, CHOOSE, THREAD, WITH_THREAD_OPTION
from bot.commands.command import Command, HelpGroup, Option, OptionType, time_zones
from bot.locales import Words, translatable, translatable_in_context
from bot.model.room_settings import LANGUAGE, SETTINGS, ZONE
from bot.model.rooms import RoomKey
from bot.presenters import phrases
from bot.presenters.rules import describe_rules, ranked_games_help
from bot.presenters.views import Block, Button, Footnote, Heading, Paragraph, View
from core.errors import CoreError
from core.game.any_game import Who
from core.game.codes import parse_code
from core.game.feedback import format_feedback, possible_feedbacks
from core.game.rules import NAMED_RULES, Rules

_DEFAULT_RULES = "hitblow"
_LAST_TURN = re.compile(r"(?P<before>.*[,;\u3001\uff0c\uff1b]\s*)?(?P<guess>\S+)\s*(?P<feedback>.*)")


def complete_option(option: Option, typed: str, rules: str | None, words: Words) -> list[tuple[str, str]]:
    """The values that an option may be completed to.

    Args:
        option: the option.
        typed: the part of its value that has been typed.
        rules: the value of the command's option `rules`, None if it was not given.
        words: the reader's language.

    Returns:
        Pairs of a label and a value.
    """
    if option.kind is OptionType.RULES:
        return _complete_rules(typed.strip().lower(), words)
    if option.kind is OptionType.HISTORY:
        return [(text, text) for text in _complete_history(typed, rules)]
    if option.kind is OptionType.ZONE:
        return [(zone, zone) for zone in _complete_zone(typed.strip().replace(" ", "_").lower())]
    values = option.choices or ((*HelpGroup, *BY_NAME) if option.name == "command" else ())
    return [(value, value) for value in values if typed.strip().lower() in value]


def _complete_zone(typed: str) -> list[str]:
    """The time zones with a name that contains a text; first those whose city starts with it."""
    zones = sorted(zone for name, zone in time_zones().items() if typed in name)
    return sorted(zones, key=lambda zone: not zone.rpartition("/")[2].lower().startswith(typed))


def _complete_rules(typed: str, words: Words) -> list[tuple[str, str]]:
    return [
        (f"{name} ({named.notation}): {describe_rules(Rules.parse(name), words)}", name)
        for name, named in NAMED_RULES.items()
        if typed in name or typed in named.notation
    ]


def _complete_history(typed: str, rules_text: str | None) -> list[str]:
    """The history with each feedback that its last guess can get."""
    last = _LAST_TURN.fullmatch(typed.strip())
    if last is None:
        return []
    try:
        rules = Rules.parse(rules_text or _DEFAULT_RULES)
        parse_code(last["guess"], rules)
    except CoreError:
        return []
    feedbacks = (format_feedback(feedback, rules) for feedback in possible_feedbacks(rules))
    matching = (feedback for feedback in feedbacks if feedback.startswith(last["feedback"].upper()))
    return [f"{last['before'] or ''}{last['guess']} {feedback}" for feedback in matching]


_TERMINAL_EXAMPLES = {"settings": "settings server hints:nobody idle:48"}
"""Examples for the terminal, for commands whose usual example means nothing there."""

GROUPS: Mapping[HelpGroup, str] = {
    HelpGroup.GAMES: translatable_in_context("group of commands", "Play"),
    HelpGroup.OTHERS: translatable_in_context("group of commands", "Play with others"),
    HelpGroup.COACH: translatable_in_context("group of commands", "Ask the coach"),
    HelpGroup.RECORDS: translatable_in_context("group of commands", "Records"),
    HelpGroup.YOU: translatable_in_context("group of commands", "You"),
}
"""The groups in the order of the help, with their titles."""


TOPICS: Mapping[str, str] = {
    "today": translatable(
        "Everybody has the same code. Nobody sees your guesses. Solve it every day for a streak; every 7 days earn a "
        "freeze, which saves one missed day."
    ),
}
"""What `help` explains in one paragraph, by topic. Buttons made by `explanation_button` ask for them."""


def explanation_button(label: str, topic: str) -> Button:
    """A button that answers privately with one paragraph, such as how something is computed: `help` on a topic.

    The paragraphs are `TOPICS`. One that depends on what is shown is an option of its command.
    """
    return Button(label, "help", {"command": topic})


def help_view(topic: str, words: Words, room: RoomKey) -> View | None:
    """All commands if the topic is empty, else a group of commands or one command; None if none has this name."""
    if not topic:
        return help_overview(words, room)
    if topic in TOPICS:
        return View((Paragraph(words(TOPICS[topic])),))
    if topic in set(HelpGroup):
        return command_group_help(HelpGroup(topic), words, room)
    return command_help(BY_NAME[topic], words, room) if topic in BY_NAME else None


def help_overview(words: Words, room: RoomKey) -> View:
    """What the bot does, for a reader in `room`: buttons that start something, and the groups of commands to unfold.

    In a terminal, the names of all commands by group.
    """
    if phrases.is_terminal(room):
        about = words("`help play` explains a command, `help games` a group:")
        lines = [_group_line(group, words, room) for group in GROUPS]
        return View(tuple(map(Paragraph, (about, *lines, _footer(words, room)))))
    title = Heading(words("Find the secret code"))
    about = words("One code a day for everybody, or a game any time.")
    return View((title, Paragraph(about), Footnote(_footer(words, room), once=False)), _buttons(words))


def command_group_help(group: HelpGroup, words: Words, room: RoomKey) -> View:
    """The commands of one group, each with what it does, for a reader in `room`."""
    lines = [f"`{_short_usage(command, room)}` {words(command.description)}" for command in _in(group, room)]
    buttons = () if phrases.is_terminal(room) else _buttons(words, group)
    return View((Heading(words(GROUPS[group])), *map(Paragraph, lines)), buttons)


def _buttons(words: Words, unfolded: HelpGroup | None = None) -> tuple[Button, ...]:
    """The buttons of the help, and the menu of the groups, of which one may be shown."""
    return (
        Button(words("Play"), "play"),
        Button(words("Today's code"), "daily"),
        Button(words("Challenge"), "duel", {"opponent": CHOOSE}),
        Button(words("Coach"), "suggest"),
        *(
            Button(
                words(title),
                "help",
                {"command": group.value},
                step=0,
                menu=words("All commands"),
                is_chosen=group is unfolded,
            )
            for group, title in GROUPS.items()
        ),
    )


def _in(group: HelpGroup, room: RoomKey) -> Sequence[Command]:
    """The commands of a group that are typed in a room."""
    is_typed = phrases.takes_typed_guesses(room)
    return [command for command in CATALOGUE if command.group is group and (command.on_discord or is_typed)]


def _group_line(group: HelpGroup, words: Words, room: RoomKey) -> str:
    names = " ".join(f"`{command.name}`" for command in _in(group, room))
    return words("{title} (`{group}`): {commands}", title=words(GROUPS[group]), group=group.value, commands=names)


def _footer(words: Words, room: RoomKey) -> str:
    """How to get help on a command and, where a code on its own can be typed, how to write options and guesses."""
    explained = () if phrases.is_terminal(room) else (words("`help` explains a command that you name."),)
    if not phrases.takes_typed_guesses(room):
        return words.joined(explained)
    options = words("Options are `name:value`, as in `play mastermind tries:8`; a code alone (`0123`) is a guess.")
    return words.joined((*explained, options))


def command_help(command: Command, words: Words, room: RoomKey) -> View:
    """A command with its options and an example, for a reader in `room`."""
    shown = usage(command, room) if phrases.takes_typed_guesses(room) else command.name
    title = f"`{shown}`: {words(command.description)}"
    blocks: list[Block] = [Paragraph(title)]
    for option in options_in(room, command):
        meaning = f"`{option.name}:` {words(option.description)}"
        blocks.append(Paragraph(" · ".join(filter(None, (meaning, _option_values(option, words, room))))))
    blocks += ranked_games_help(command.name, words)
    example = _TERMINAL_EXAMPLES.get(command.name) if phrases.is_terminal(room) else None
    if example := example or command.example:
        blocks.append(
            Paragraph(words("Example: {example}", example=f"`{phrases.localized_command_line(example, room)}`"))
        )
    return View(tuple(blocks))


_TYPED_ON_DISCORD = {LANGUAGE, ZONE}
"""Types of settings that are options on Discord, because values complete there."""


def terminal_options(command: Command) -> tuple[Option, ...]:
    """The options of a command that mean something in a terminal."""
    return options_in(RoomKey(phrases.CONSOLE, "", ""), command)


def options_in(room: RoomKey, command: Command) -> tuple[Option, ...]:
    """The options of a command that mean something in a room."""
    if command.name == "settings":
        return tuple(option for option in command.options if _means_something(option, room))
    return (
        (*command.options, THREAD)
        if room.platform == phrases.DISCORD and command.name in WITH_THREAD_OPTION
        else command.options
    )


def _means_something(option: Option, room: RoomKey) -> bool:
    """Whether an option of `settings` means something in a room; forms do not in a terminal.

    On Discord forms replace all options but those whose values complete.
    """
    if option.name in SETTINGS:
        setting = SETTINGS[option.name]
        return phrases.has_setting(room, setting) and (
            phrases.takes_typed_guesses(room) or setting.type in _TYPED_ON_DISCORD
        )
    return option.name == "scope" or not phrases.is_terminal(room)


def usage(command: Command, room: RoomKey) -> str:
    """The command with all options in a room: `play [rules] [tries:] [who:]`. Optional ones are in brackets."""
    parts = [
        option.name.upper() if option.required else f"[{option.name}]" if place == 0 else f"[{option.name}:]"
        for place, option in enumerate(options_in(room, command))
    ]
    return " ".join((command.name, *parts))


def _short_usage(command: Command, room: RoomKey) -> str:
    """The command with its required options: `guess CODE`; on Discord, which asks for them, without."""
    required = [option.name.upper() for option in command.options if option.required]
    return " ".join((command.name, *(required if phrases.takes_typed_guesses(room) else ())))


def _option_values(option: Option, words: Words, room: RoomKey) -> str:
    values = (
        words("{low} to {high}", low=option.low, high=option.high)
        if option.kind is OptionType.INTEGER
        else " ".join(phrases.choice_name_in_room(choice, room) for choice in option.choices)
    )
    usual = Who.ME.value if option.name == "who" and phrases.is_terminal(room) else option.default
    default = words("(default: {value})", value=phrases.choice_name_in_room(usual, room)) if usual is not None else ""
    return words.joined([part for part in (values, default) if part])


def complete_line(before: str, word: str, words: Words) -> Iterable[tuple[str, str]]:
    """What `word` can become, with what it means.

    Args:
        before: the line up to the cursor, without `/hitblow`.
        word: its last word, which may be empty.
        words: the language of the meanings.
    """
    return ((text, meaning) for text, meaning in _candidates(before, word, words) if text.startswith(word))


def _candidates(before: str, word: str, words: Words) -> Iterable[tuple[str, str]]:
    if " " not in before:
        return ((each.name, words(each.description)) for each in CATALOGUE)
    command = BY_NAME.get(before.split(maxsplit=1)[0])
    if command is None:
        return ()
    option = command.option(word.split(":", maxsplit=1)[0])
    if option and ":" in word:
        return ((f"{option.name}:{choice}", "") for choice in option.choices)
    first = command.options[0].choices if command.options and before.count(" ") == 1 else ()
    named = ((f"{each.name}:", words(each.description)) for each in terminal_options(command))
    return chain(((choice, "") for choice in first), named)
