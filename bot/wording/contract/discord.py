"""What only Discord needs."""

from typing import Protocol


class DiscordWords(Protocol):
    """The sentences that only Discord needs."""

    def secret_title(self) -> str:
        """What stands above a form that asks for a secret, at most 45 characters."""
        ...

    def choose_answer(self) -> str:
        """What stands in a list of answers, before the first and the last of them."""
        ...

    def on_the_board(self) -> str:
        """That it is done, and that the board shows it."""
        ...

    def board_forbidden(self) -> str:
        """That the board was posted again, for the bot lacks permissions, and which to give it."""
        ...

    def board_not_taken(self) -> str:
        """That Discord did not take the board, that nothing is lost, and how to see it."""
        ...

    def form_not_opened(self) -> str:
        """That a form could not be opened in time, and to try once more."""
        ...

    def thread_option(self) -> str:
        """What the option to play in a thread means, at most 100 characters."""
        ...

    def thread_name(self, player: str) -> str:
        """What a thread that somebody plays in is called, at most 100 characters."""
        ...

    def thread_forbidden(self) -> str:
        """That no thread can be opened here, and what the bot has to be given."""
        ...

    def group_description(self) -> str:
        """What `/hitblow` is, at most 100 characters."""
        ...
