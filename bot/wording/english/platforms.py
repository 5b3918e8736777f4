"""What is said on Discord and Slack only, and why a platform cannot be served, in English."""

from collections.abc import Mapping, Sequence

from bot.commands.errors import ThreadForbidden, ThreadNotAllowed
from bot.wording.english.nouns import person
from bot.wording.refusals import explains


class EnglishPlatforms:
    """Sentences that depend on a platform; `platform` is its display name, such as `Discord`."""

    HOME_BUTTONS: Mapping[str, str] = {"play": "Play", "daily": "Daily", "help": "Help", "privacy": "Privacy"}
    """Labels of the first steps on Slack's Home tab, by the command that a press runs."""

    # Forms and buttons

    def secret_form_title(self) -> str:
        """The title of a form that asks for a secret, at most 24 characters."""
        return "Your secret"

    def send(self) -> str:
        """The button that submits a form, at most 24 characters."""
        return "Send"

    def cancel(self) -> str:
        """The button that closes a form, at most 24 characters."""
        return "Cancel"

    def guess_in_thread(self) -> str:
        """Below a form for a guess on Slack: a code that is typed as a reply to the board is a guess too."""
        return "You can also reply to the board with just a code."

    def feedback_placeholder(self) -> str:
        """Where feedback is chosen from a list on Discord; the first and the last item of the list follow."""
        return "Feedback:"

    def form_too_late(self) -> str:
        """A form could not be opened in time; the reader may try again."""
        return "The form couldn't be opened in time. Please try again."

    def form_needs_press(self) -> str:
        """A form was asked for by a message, which cannot open one; a button under this text opens it."""
        return "This needs a form. Press the button to open it."

    def open_form(self) -> str:
        """The label of a button that opens a form."""
        return "Open the form"

    def secret_typed(self, command: str) -> str:
        """A secret was typed into a command. It is not repeated; `command` is the command without it."""
        return (
            "Text that is typed into a command can stay in histories and logs, so I didn't accept this secret. Choose "
            f"a different one and type only `{command}`: I'll ask for it where only you see it."
        )

    def small_talk(self) -> str:
        """The reader wrote something that is neither a command nor a code."""
        return (
            "I only talk about Hit & Blow. `play` starts a game, a code such as `0123` is a guess, and `help` lists "
            "everything else."
        )

    # Boards

    def board_updated(self) -> str:
        """The command was carried out, and the board shows the result."""
        return "Done. The board is up to date."

    def board_not_shown(self, platform: str) -> str:
        """The platform did not accept the board. Nothing is lost."""
        return f"{platform} didn't accept the board just now. Nothing is lost: `/hitblow board` shows it."

    def board_forbidden(self) -> str:
        """On Discord, below a private copy of the board: the bot lacks permissions to edit the board itself."""
        return (
            "Only you see this copy: I'm not allowed to edit the board in the channel. Somebody who manages the "
            "channel can give me View Channel, Send Messages and Read Message History."
        )

    def board_out_of_reach(self) -> str:
        """On Discord, below a private copy of the board: only a press updates the board where the bot is no member."""
        return (
            "Only you see this copy: I'm not a member here, so I can't edit the board myself. "
            "Press a button on it to bring it up to date."
        )

    def cannot_post(self, bot: str, *, has_game: bool) -> str:
        """On Slack, the bot cannot post the board in this conversation.

        Args:
            bot: the name of its user.
            has_game: whether the game runs all the same, because it was begun earlier.
        """
        outcome = "" if has_game else ", so no game was started"
        afterwards = (
            "then `/hitblow board` shows the game, which is also on my Home tab"
            if has_game
            else "then start the game again"
        )
        return (
            f"Slack doesn't let me post here{outcome}. In a channel, also a private one, add me with `/invite @{bot}`; "
            f"{afterwards}. In a conversation that I can't be added to, play in a direct message to me."
        )

    # Threads on Discord

    def thread_option(self) -> str:
        """What the option to play in a thread means, at most 100 characters, without a full stop."""
        return "Play in a new thread"

    def thread_name(self, player: str) -> str:
        """The name of a thread that is opened for a player's game, at most 100 characters."""
        return f"Hit & Blow: {person(player)}"

    @explains(ThreadForbidden)
    def thread_forbidden(self, _error: ThreadForbidden) -> str:
        """No thread can be opened here; what the bot needs."""
        return (
            "I can't open a thread here. I need a text channel in a server that I have joined, and the permissions "
            "Create Public Threads and Send Messages in Threads."
        )

    @explains(ThreadNotAllowed)
    def thread_not_allowed(self, _error: ThreadNotAllowed) -> str:
        """On Discord, the reader may not open a thread in this channel themselves."""
        return "You need the permission Create Public Threads to start a game in a new thread here."

    # The Home tab on Slack

    def home_games(self) -> str:
        """The heading above the reader's running games."""
        return "My games"

    def home_no_games(self) -> str:
        """The reader has no running game."""
        return "You have no running games. `/hitblow play` in a channel starts one."

    def home_welcome(self) -> str:
        """What somebody who has not played yet reads on the Home tab, above buttons."""
        return "hitblow hides a code, and you find it: `/hitblow play` in a channel plays together. Or start here:"

    def play_here(self) -> str:
        """In a direct message, above a button that starts a game there."""
        return "You can play here: a code that you type is a guess."

    def home_statistics(self) -> str:
        """The heading above the reader's statistics."""
        return "My statistics"

    def home_language(self) -> str:
        """The heading above the menu of languages."""
        return "My language"

    def home_platform_language(self) -> str:
        """The item in the menu of languages that stands for the reader's language on Slack."""
        return "Same as Slack"

    # Descriptions of the bot

    def bot_description(self) -> str:
        """What the bot is, in Slack's app directory, at most 140 characters."""
        return "Hit & Blow (Bulls and Cows, Numer0n, Mastermind): referee, opponent and coach."

    def group_description(self) -> str:
        """What `/hitblow` is on Discord, where a command always follows it, at most 100 characters."""
        return "Hit & Blow: find the secret code, alone or together, or ask for advice"

    def slash_description(self) -> str:
        """What `/hitblow` does on Slack, where it may stand alone."""
        return "Play Hit & Blow; without a command, shows the help"

    # Running the bot

    def not_installed(self) -> str:
        """On Slack, the app was removed from the workspace."""
        return "hitblow is no longer installed in this workspace. An administrator can install it again."

    def settings_missing(self, platform: str, alternatives: Sequence[Sequence[str]]) -> str:
        """Environment variables have to be set: all those of any one alternative."""
        listed = ", or ".join(" and ".join(f"`{name}`" for name in names) for names in alternatives)
        return f"For {platform}, set {listed}, in the environment or in a file `.env`."

    def token_refused(self, platform: str, setting: str) -> str:
        """The platform rejects the token in the environment variable `setting`."""
        return f"{platform} does not accept the token in `{setting}`. Create a new one there and set it."

    def token_key_missing(self, platform: str, setting: str) -> str:
        """There is no key to encrypt the tokens of workspaces with."""
        key = f"set `{setting}` to a key that `hitblow slack key` prints"
        return f"The tokens of {platform} workspaces are stored encrypted: {key}."

    def token_key_invalid(self, platform: str, setting: str, *, is_missing: bool) -> str:
        """A key for tokens is not one that `hitblow slack key` printed, or the key of stored tokens is missing."""
        if is_missing:
            return f"Tokens of {platform} workspaces were encrypted with a key that `{setting}` does not have. Add it."
        return f"For {platform}, set `{setting}` to keys that `hitblow slack key` printed, separated by commas."

    def setting_invalid(self, variable: str, choices: Sequence[str], *, is_port: bool) -> str:
        """An environment variable has a value that it cannot have; it is a number if there are no `choices`."""
        if choices:
            return f"`{variable}` must be {' or '.join(f'`{choice}`' for choice in choices)}."
        if is_port:
            return f"`{variable}` must be a port number up to 65535, such as `3000`."
        return f"`{variable}` must be a whole number that is not too large."

    def setting_is_no_url(self, variable: str) -> str:
        """An environment variable does not hold the address of a platform's API or gateway."""
        begin = "`wss://` or `ws://`" if "GATEWAY" in variable else "`https://` or `http://`"
        return f"`{variable}` must be an address that begins with {begin}."

    def setting_unprintable(self, variable: str) -> str:
        """An environment variable has a control character within its value."""
        return f"The value of `{variable}` has a line break or another control character in it. Copy it again."

    def settings_file_unreadable(self, file: str) -> str:
        """The file with the settings cannot be opened, or is not a text in UTF-8."""
        return f"The file `{file}` cannot be read. It must be a UTF-8 text file that this user can read."

    def port_unavailable(self, platform: str, port: int) -> str:
        """The bot cannot listen on the port: another program uses it, or it needs privileges."""
        return f"Port {port} cannot be used for {platform}. Stop the program that uses it, or choose another port."

    def platform_unreachable(self, platform: str) -> str:
        """The platform does not respond."""
        return f"{platform} cannot be reached. Check the network and, if you need one, the proxy."

    def invalid_shards(self, platform: str, text: str) -> str:
        """What was given for `--shards` or in its setting, which is not a range of shards."""
        return (
            f"`{text}` is not a range of shards of {platform}. Shards count from 0: `0-3/16` are the first four of "
            "sixteen, and `5/16` is one."
        )

    def shards_lost(self, platform: str, shards: str) -> str:
        """The process could not renew its claim to the shards in time, and another one serves them now."""
        return (
            f"Another process serves the shards `{shards}` of {platform} now. Start this one again; it then waits for "
            "them."
        )

    def intents_refused(self, platform: str) -> str:
        """The platform refuses the gateway intents that the bot asks for."""
        return (
            f"{platform} refuses the gateway intents, although none of them is privileged. Upgrade hitblow, or check "
            "the bot's settings there."
        )
