"""Sending the commands to Discord when they have changed, for it counts how often that is done."""

import hashlib
import json
import logging
from typing import Any

from discord import app_commands

from bot.services.published import PublishedCommands

log = logging.getLogger(__name__)


async def publish(tree: app_commands.CommandTree[Any], application: str, published: PublishedCommands) -> None:
    """Publish the commands of the tree, unless they are those that the application has published last.

    What Discord has is not asked for: it adds defaults of its own, so a comparison would find changes for ever.

    Raises:
        StorageError: the storage fails.
        discord.HTTPException: Discord refuses them.
    """
    digest = await _digest(tree)
    if await published.digest(application) == digest:
        return
    await tree.sync()
    await published.save(application, digest)
    log.info("published the commands")


async def _digest(tree: app_commands.CommandTree[Any]) -> str:
    """The SHA-256 of the commands as they would be sent, translations included."""
    translator = tree.translator
    payloads = [
        await command.get_translated_payload(tree, translator) if translator else command.to_dict(tree)
        for command in tree.get_commands()
    ]
    return hashlib.sha256(json.dumps(payloads, sort_keys=True).encode()).hexdigest()
