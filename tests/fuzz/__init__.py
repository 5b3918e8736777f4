"""Random input for every entry of the bot: `python -m tests.fuzz 200000` for all, `--only slack` for one."""
