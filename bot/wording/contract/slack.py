"""What every language can say on Slack, besides what it says everywhere."""

from typing import Protocol


class SlackWords(Protocol):
    """The sentences that only Slack needs."""

    def send(self) -> str:
        """On the button that sends a form off, at most 24 characters."""
        ...

    def cancel(self) -> str:
        """On the button that puts a form away, at most 24 characters."""
        ...

    def your_secret(self) -> str:
        """What stands above a form that asks for a secret, at most 24 characters."""
        ...

    def guess_in_thread(self) -> str:
        """That a code typed as a reply to the board is a guess too."""
        ...

    def secret_typed(self, command: str) -> str:
        """That no secret is typed into a command, why, and what to do instead; it is not repeated."""
        ...

    def not_a_member(self) -> str:
        """That the board cannot be shown in a channel the bot is not in, and how to let it in."""
        ...

    def no_such_channel(self) -> str:
        """That the bot cannot write in this conversation at all, and where it can."""
        ...

    def not_shown(self) -> str:
        """That Slack did not take the board, that nothing is lost, and how to see it."""
        ...

    def form_too_late(self) -> str:
        """That a form could not be opened in time, and to try once more."""
        ...

    def my_games(self) -> str:
        """What stands above somebody's games."""
        ...

    def no_games(self) -> str:
        """That none of somebody's games is running."""
        ...

    def my_statistics(self) -> str:
        """What stands above somebody's record."""
        ...

    def my_language(self) -> str:
        """What stands above the choice of a language."""
        ...

    def platform_language(self) -> str:
        """The choice to be spoken to in the language the platform is set to."""
        ...

    def language_name(self) -> str:
        """What this language calls itself."""
        ...

    def not_installed(self) -> str:
        """That the app has to be installed in the workspace again."""
        ...

    def app_description(self) -> str:
        """What the app is, at most 140 characters."""
        ...

    def command_description(self) -> str:
        """What `/hitblow` does, in the list of commands."""
        ...
