"""What only Discord needs, in English."""

from bot.wording.safe import name


class EnglishDiscord:
    """Forms, and what can be wrong with a message."""

    def secret_title(self) -> str:
        """Above a form."""
        return "Your secret"

    def choose_answer(self) -> str:
        """In a list."""
        return "The answer:"

    def on_the_board(self) -> str:
        """Done."""
        return "Done; the board shows it."

    def board_forbidden(self) -> str:
        """A permission is missing."""
        return (
            "I may not see or change my own message here, so I have posted the board again. Whoever manages this "
            "channel can give me View Channel, Send Messages and Read Message History."
        )

    def board_not_taken(self) -> str:
        """Discord was down."""
        return (
            "Discord did not take the board. Nothing is lost: `/hitblow board` shows it, and so does the next press "
            "of a button."
        )

    def form_not_opened(self) -> str:
        """A form that did not open."""
        return "I was too slow to open the form. Nothing was counted; please try once more."

    def thread_option(self) -> str:
        """An option."""
        return "play in a thread of its own, so that the channel stays as it is"

    def thread_name(self, player: str) -> str:
        """A thread."""
        return f"Hit & Blow: {name(player)}"

    def thread_forbidden(self) -> str:
        """A thread that cannot be opened."""
        return (
            "I cannot open a thread here. It takes a text channel of a server I am in, and the permissions Create "
            "Public Threads and Send Messages in Threads."
        )

    def group_description(self) -> str:
        """The group of commands."""
        return "Hit & Blow: find the hidden code, alone or together, or ask for advice"
