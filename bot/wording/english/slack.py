"""Slack, in English."""


class EnglishSlack:
    """What is said on Slack only."""

    def send(self) -> str:
        """Send."""
        return "Send"

    def cancel(self) -> str:
        """Cancel."""
        return "Cancel"

    def your_secret(self) -> str:
        """Above the form."""
        return "Your secret"

    def guess_in_thread(self) -> str:
        """Below the form."""
        return "A code typed as a reply to the board is a guess too."

    def secret_typed(self, command: str) -> str:
        """No secrets in commands."""
        return (
            "A secret typed into a command can stay behind in histories and logs, so I have not taken it, and it had "
            f"better not be used now. Leave it out, like `{command}`: I ask for it in a form that only you see."
        )

    def not_a_member(self) -> str:
        """Not in the channel."""
        return "I am not in this channel. Let me in with `/invite @hitblow`; then `/hitblow board` shows the game here."

    def no_such_channel(self) -> str:
        """Not in the conversation."""
        return (
            "Slack does not let me write in this conversation. Play in a channel that I am in, or in my own messages; "
            "your games are on my Home tab too."
        )

    def not_shown(self) -> str:
        """Board not taken."""
        return "Slack did not take the board just now. Nothing is lost: `/hitblow board` shows it."

    def form_too_late(self) -> str:
        """Form not opened."""
        return "That took too long for Slack to open a form. Please try once more."

    def my_games(self) -> str:
        """Above the games."""
        return "My games"

    def no_games(self) -> str:
        """No games."""
        return "None is running. `/hitblow play` in a channel begins one."

    def my_statistics(self) -> str:
        """Above the record."""
        return "My statistics"

    def my_language(self) -> str:
        """Above the languages."""
        return "My language"

    def platform_language(self) -> str:
        """Slack's own."""
        return "As in Slack"

    def language_name(self) -> str:
        """Itself."""
        return "English"

    def not_installed(self) -> str:
        """Install again."""
        return "hitblow is not installed in this workspace any more. Whoever looks after it can install it again."

    def app_description(self) -> str:
        """The app."""
        return "Hit & Blow (Bulls and Cows, Numer0n, Mastermind): referee, opponent and coach."

    def command_description(self) -> str:
        """The command."""
        return "Play Hit & Blow; alone it shows the help"
