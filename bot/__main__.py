"""`python -m bot` is `hitblow`."""

from bot.cli import main

main()
