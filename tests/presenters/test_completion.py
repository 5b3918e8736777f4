from bot.commands.catalogue import BY_NAME
from bot.commands.command import Option
from bot.locales import words_for
from bot.presenters.help import complete
from bot.presenters.rules import describe_rules
from core.game.rules import Rules

EN = words_for("en")


def option(command: str, name: str) -> Option:
    found = BY_NAME[command].option(name)
    assert found is not None
    return found


def values(command: str, name: str, typed: str, rules: str | None = None) -> list[str]:
    return [value for _, value in complete(option(command, name), typed, rules, EN)]


def test_rules_are_found_by_name_and_by_notation() -> None:
    assert "mastermind" in values("play", "rules", "mast")
    assert "mastermind" in values("play", "rules", "4x6r")
    assert values("play", "rules", "9x9") == []


def test_rules_are_described_in_the_reader_s_language() -> None:
    (offer,) = complete(option("play", "rules"), "mastermind", None, words_for("ja"))
    assert offer[0] == f"mastermind (4x6r-colors): {describe_rules(Rules.parse('mastermind'), words_for('ja'))}"


def test_a_guess_in_a_history_is_completed_with_every_possible_feedback() -> None:
    offered = values("suggest", "history", "0123 0H2B, 1435")
    assert len(offered) == 14
    assert "0123 0H2B, 1435 0H1B" in offered


def test_partly_typed_feedback_is_completed() -> None:
    assert values("suggest", "history", "1435 2") == ["1435 2H0B", "1435 2H1B", "1435 2H2B"]


def test_a_history_is_completed_under_the_given_rules() -> None:
    assert values("suggest", "history", "0123", rules="3x10") == []
    assert values("suggest", "history", "012", rules="3x10")[0] == "012 0H0B"


def test_text_that_cannot_be_completed_has_no_completions() -> None:
    assert values("suggest", "history", "") == values("suggest", "history", "hello", rules="none") == []
    assert values("review", "game", "k") == []


def test_strategies_and_commands_are_offered() -> None:
    assert values("suggest", "strategy", "ent") == ["entropy"]
    assert values("help", "command", "giv") == ["giveup"]
