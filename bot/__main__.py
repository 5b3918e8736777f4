"""`python -m bot` is `hitblow`."""

from bot.cli.main import main

main()
