"""Starts hitblow with its own packages, installed as the top-level module `hitblow`.

A folder on PYTHONPATH may have a `bot` or a `core` of its own, which must not be imported instead.
"""

import json
import sys
from importlib.metadata import distribution
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import url2pathname


def _folder() -> Path:
    """The folder with the packages: that of this file or, of an editable installation, the checkout."""
    folder = Path(__file__).parent
    if (folder / "bot").is_dir():
        return folder
    origin = json.loads(distribution("hitblow").read_text("direct_url.json") or "{}")
    return Path(url2pathname(urlsplit(origin.get("url", "")).path))


sys.path.insert(0, str(_folder()))  # processes that are started from here get the same path


def main() -> None:
    """Run the command line."""
    from bot.cli.main import main as run

    run()
