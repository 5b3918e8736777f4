"""Programs that packages of the development set-up bring with them."""

from importlib.metadata import files
from pathlib import Path


def program(package: str) -> str:
    """The path of the one program that a package installs, wherever the environment is."""
    [found] = {
        str(Path(str(file.locate())).resolve())
        for file in files(package) or ()
        if file.parent.name in {"bin", "Scripts"}
    }
    return found
