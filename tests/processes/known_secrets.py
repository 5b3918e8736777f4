"""The program with secrets, game ids and nonces that are known: `python -m tests.processes.known_secrets ARGUMENTS`."""

from unittest.mock import patch

from typing_extensions import override

from bot.cli.main import main
from core.game.codes import Code, parse_code
from core.game.rules import Rules
from tests.fakes.random_source import FakeRandomSource


class KnownSecrets(FakeRandomSource):
    """Draws 3102 or, under other rules than 4x10, the symbols from the third on."""

    @override
    def code(self, rules: Rules) -> Code:
        if str(rules) == "4x10":
            return parse_code("3102", rules)
        return tuple((position + 3) % rules.symbols for position in range(rules.positions))


if __name__ == "__main__":
    with patch("bot.app.RandomSource", KnownSecrets):
        main(prog_name="hitblow")
