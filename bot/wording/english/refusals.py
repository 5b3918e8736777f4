"""Why something that a user typed or wants to do is refused, in English."""

from bot.commands.errors import (
    BadOption,
    MissingOption,
    OptionAlone,
    UnknownCommand,
    UnknownOption,
)
from bot.locales.safe import quote
from bot.model.errors import (
    GameRunning,
    GameStillRunning,
    NoConversation,
    NoGameHere,
    NoSuchGame,
    NoSuchPlayer,
    NothingToReview,
    SolverBusy,
    SolverTooSlow,
    TooManyQuestions,
)
from bot.wording.english.nouns import count, symbol, symbols
from bot.wording.refusals import Refusals, explains
from core.game.codes import example_code
from core.game.errors import (
    AlreadyVoted,
    Contradiction,
    FeedbackMissing,
    GameOver,
    ImpossibleFeedback,
    NoPendingGuess,
    NotPlaying,
    NotYourGame,
    RepeatedSymbol,
    UnknownSymbol,
    UnreadableCode,
    UnreadableFeedback,
    UnreadableTurn,
    WrongLength,
)
from core.game.feedback import Feedback, example_feedback, format_feedback
from core.game.rules import Rules, RulesOutOfRange, UnknownRules
from core.solver.errors import UnknownBonus, UnknownStrategy
from core.solver.strategies import STRATEGY_NAMES


class EnglishRefusals(Refusals):
    """Refusals that help: what was read, what was expected, and an example."""

    # Any error

    # Rules, codes and feedback

    @explains(UnknownRules)
    def unknown_rules(self, error: UnknownRules) -> str:
        """`read` is neither a name nor a notation of rules."""
        return (
            f"There are no rules called {quote(error.read)}. Use a name such as `hitblow` or `mastermind`, or write "
            "`4x10` for four positions and ten symbols, `4x6r` if symbols may repeat. `rules` lists the names."
        )

    @explains(RulesOutOfRange)
    def rules_out_of_range(self, error: RulesOutOfRange) -> str:
        """There are `value` "positions", "symbols" or "codes" (`quantity`), not `low` to `high`."""
        if error.quantity == "codes" and error.value < error.low:
            return (
                "These rules leave nothing to guess: without repeats, there must be at least as many symbols as "
                "positions."
            )
        return f"These rules have {error.value:,} {error.quantity}; {error.low:,} to {error.high:,} are possible here."

    @explains(UnreadableCode)
    def unreadable_code(self, error: UnreadableCode) -> str:
        """`read` is too long for a code, or contains characters that hide or reorder text."""
        return (
            f"{quote(error.read)} is too long for a code or contains invisible characters. "
            f"Type {symbols(error.rules)}, such as {_code(error.rules)}."
        )

    @explains(WrongLength)
    def wrong_length(self, error: WrongLength) -> str:
        """`read` has `length` symbols, which is the wrong number; 0 if there is no code in it."""
        rules = error.rules
        if not error.length:
            return f"There is no code in that. Type {symbols(rules)}, such as {_code(rules)}."
        read = f"{quote(error.read)} has {count(error.length, symbol(rules))}"
        return f"{read}; this game takes {rules.positions}, such as {_code(rules)}."

    @explains(UnknownSymbol)
    def unknown_symbol(self, error: UnknownSymbol) -> str:
        """The character `symbol` in `read` is not a symbol of the rules."""
        keys = error.rules.alphabet.keys[: error.rules.symbols]
        return (
            f"{quote(error.symbol)} in {quote(error.read)} is not one of `{keys}`. "
            f"Type {symbols(error.rules)}, such as {_code(error.rules)}."
        )

    @explains(RepeatedSymbol)
    def repeated_symbol(self, error: RepeatedSymbol) -> str:
        """`read` uses `symbol` more than once, which the rules do not allow."""
        return (
            f"{quote(error.read)} uses {error.symbol} more than once. This game takes {symbols(error.rules)}, "
            f"such as {_code(error.rules)}."
        )

    @explains(UnreadableFeedback)
    def unreadable_feedback(self, error: UnreadableFeedback) -> str:
        """`read` is not feedback."""
        hits, blows = example = example_feedback(error.rules)
        return (
            f"I can't read {quote(error.read)} as feedback. Write it like "
            f"`{format_feedback(example, error.rules)}`, `{hits},{blows}` or `{hits}{blows}`."
        )

    @explains(ImpossibleFeedback)
    def impossible_feedback(self, error: ImpossibleFeedback) -> str:
        """No guess can get this feedback."""
        feedback = format_feedback(Feedback(error.hits, error.blows), error.rules)
        return f"No guess of {symbols(error.rules)} can get `{feedback}`. Please check it."

    @explains(UnreadableTurn)
    def unreadable_turn(self, error: UnreadableTurn) -> str:
        """Turn `number` of a history is wrong: `error` is why, None if it is not a guess with its feedback."""
        turn = f"Turn {error.number}, {quote(error.read)}"
        if error.error is None:
            return f"{turn}, needs a guess and its feedback, such as {_turn(error.rules)}."
        return f"{turn}: {self.refusal(error.error)}"

    @explains(Contradiction)
    def contradictory_history(self, error: Contradiction) -> str:
        """No code fits the first `number` turns of a history."""
        return f"No code fits the feedback up to turn {error.number}. Some of it is probably wrong."

    # The solver

    @explains(SolverBusy)
    def solver_busy(self, error: SolverBusy) -> str:
        """Too many questions wait for the solver; what the reader entered is stored."""
        return "Too much is being computed just now. Nothing you entered is lost; please try again in a few seconds."

    @explains(TooManyQuestions)
    def too_many_questions(self, error: TooManyQuestions) -> str:
        """The reader's earlier questions are still being answered; what the reader entered is stored."""
        return "I'm still working on your earlier questions. Nothing you entered is lost; please wait for the answers."

    @explains(SolverTooSlow)
    def solver_too_slow(self, error: SolverTooSlow) -> str:
        """The solver has not answered in time; what the reader entered is stored."""
        return "That took too long, so there is no answer. Nothing you entered is lost; please try again."

    # Moves and games

    @explains(GameOver)
    def game_over(self, error: GameOver) -> str:
        """The game has ended, or the reader's part in it has."""
        return "This game is over. `play` starts another."

    @explains(FeedbackMissing)
    def feedback_missing(self, error: FeedbackMissing) -> str:
        """The opponent waits for feedback, or for earlier feedback to be corrected, so the reader cannot guess."""
        return "First enter the feedback for my guess, such as `0H1B`, or correct earlier feedback with `fix`."

    @explains(NotYourGame)
    def not_your_game(self, error: NotYourGame) -> str:
        """The game belongs to another player."""
        return "This is someone else's game; only its players can do that. `play who:me` starts your own."

    @explains(NotPlaying)
    def not_playing(self, error: NotPlaying) -> str:
        """The reader asked for a hint or wants to give up in a shared game in which they have not guessed."""
        return "You haven't played in this game yet. Make a guess first."

    @explains(AlreadyVoted)
    def already_voted(self, error: AlreadyVoted) -> str:
        """The reader has voted to give up a shared game before; `votes` of the `needed` votes are there."""
        votes = f"{error.votes} of {count(error.needed, 'vote')}"
        return (
            f"Your vote to give up is counted already: {votes} so far. The player who started the game needs no votes."
        )

    @explains(NoGameHere)
    def no_game_here(self, error: NoGameHere) -> str:
        """No game is running in this room; `ended` is the last one, if any."""
        if error.ended:
            return f"No game is running here. `board` shows the last one, #{error.ended}, and `play` starts another."
        return "No game is running here. `play` starts one."

    @explains(GameRunning)
    def game_running(self, error: GameRunning) -> str:
        """A game is running, so no other one can be started in its place."""
        if error.is_own:
            return f"Your own game #{error.game} is still running here: `board` shows it, and `giveup` ends it."
        return (
            f"Game #{error.game} is still running here: `board` shows it, and its players can end it with `giveup`. "
            "While a shared game is running, `play who:me` starts one of your own."
        )

    @explains(NoSuchGame)
    def no_such_game(self, error: NoSuchGame) -> str:
        """`read` is not the id of a game that was played in this room."""
        return f"There is no game {quote(error.read)} here. Without an ID, `board` and `review` show the last one."

    @explains(NoSuchPlayer)
    def no_such_player(self, error: NoSuchPlayer) -> str:
        """Nobody with this name has played here."""
        return f"Nobody called {quote(error.name)} has played here yet."

    @explains(NoPendingGuess)
    def no_pending_guess(self, error: NoPendingGuess) -> str:
        """No guess waits for the reader's feedback, or there is none to change."""
        return "No guess is waiting for your feedback right now. `board` shows the game."

    @explains(NoConversation)
    def no_conversation(self, error: NoConversation) -> str:
        """The reader has not asked the coach, the conversation has `ended`, or there is nothing to change in it now."""
        if error.begun:
            return "There is nothing to change right now. `suggest` shows the current state."
        if error.ended:
            return "Nothing happened in this conversation for too long, so it has ended. `suggest` starts another one."
        return "You haven't asked for advice yet. Start with `suggest` and the guesses and feedback so far, if any."

    @explains(GameStillRunning)
    def game_still_running(self, error: GameStillRunning) -> str:
        """The game cannot be reviewed before it has ended."""
        return f"Game #{error.game} is still running. You can review it when it is over."

    @explains(NothingToReview)
    def nothing_to_review(self, error: NothingToReview) -> str:
        """The game ended without a guess, or the reader has finished none here."""
        if error.game is None:
            return "You have no finished game to review here. `play` starts one."
        return f"Nobody guessed in game #{error.game}, so there is nothing to review."

    # Commands and options

    @explains(UnknownStrategy)
    def unknown_strategy(self, error: UnknownStrategy) -> str:
        """`read` is not the name of a strategy."""
        listed = ", ".join(f"`{each}`" for each in STRATEGY_NAMES)
        return f"There is no strategy {quote(error.read)}. Use one of {listed}."

    @explains(UnknownBonus)
    def unknown_bonus(self, error: UnknownBonus) -> str:
        """`read` is not a bonus for guesses that may win."""
        return f"{quote(error.read)} is not a bonus. Write a number to subtract (`2`) or a factor (`x0.95`)."

    @explains(UnknownCommand)
    def unknown_command(self, error: UnknownCommand) -> str:
        """There is no command `read`; `nearest` is a similar one, if any."""
        if error.nearest:
            return f"There is no command {quote(error.read)}. Did you mean `{error.nearest}`?"
        return f"There is no command {quote(error.read)}. `help` lists all of them."

    @explains(UnknownOption)
    def unknown_option(self, error: UnknownOption) -> str:
        """The command has no option `read`, only `options`, or none at all."""
        if not error.options:
            return f"`{error.command}` takes no options, but you typed {quote(error.read)}."
        options = ", ".join(f"`{option}:`" for option in error.options)
        return f"`{error.command}` has no option {quote(error.read)}. It takes {options}."

    @explains(OptionAlone)
    def option_alone(self, error: OptionAlone) -> str:
        """`read` is an option without a command before it; `command` is one that has it."""
        if error.command is None:
            return f"{quote(error.read)} is not an option of any command. Options follow a command: `play tries:8`."
        return f"An option follows a command, as in {quote(f'{error.command} {error.read}')}."

    @explains(MissingOption)
    def missing_option(self, error: MissingOption) -> str:
        """The command needs an option that is missing."""
        return f"`{error.command}` needs `{error.option}`. `help {error.command}` shows an example."

    @explains(BadOption)
    def bad_option(self, error: BadOption) -> str:
        """`read` is not one of `choices` or, if there are none, not a number from `low` to `high`."""
        choices = ", ".join(f"`{choice}`" for choice in error.choices)
        expected = f"one of {choices}" if choices else f"a number from {error.low} to {error.high}"
        example = error.choices[0] if error.choices else error.low
        return f"`{error.option}:` takes {expected}, not {quote(error.read)}. Example: `{error.option}:{example}`."


def _code(rules: Rules) -> str:
    return f"`{example_code(rules)}`"


def _turn(rules: Rules) -> str:
    return f"`{example_code(rules)} {format_feedback(example_feedback(rules), rules)}`"
