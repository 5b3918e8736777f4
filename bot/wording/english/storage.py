"""What can be wrong with the database and the books, in English."""

from bot.model.errors import (
    StorageAddressInvalid,
    StorageBusy,
    StorageDamaged,
    StorageDiskFault,
    StorageDriverMissing,
    StorageFolderMissing,
    StorageForeign,
    StorageFull,
    StorageNewer,
    StorageReadOnly,
    StorageReplaced,
    StorageUnfinished,
    StorageUnreachable,
)
from bot.wording.refusals import explains
from core.solver.errors import BookDamaged


class EnglishStorage:
    """Errors of the database and of books. Players read them, so none of them names a location."""

    @explains(StorageUnreachable)
    def storage_unreachable(self, error: StorageUnreachable) -> str:
        """The database cannot be opened or connected to."""
        return "The database cannot be reached just now, so nothing was changed. Please try again later."

    @explains(StorageFolderMissing)
    def storage_folder_missing(self, error: StorageFolderMissing) -> str:
        """The folder of the file does not exist; for the operator. The file follows."""
        return "The folder of the database does not exist. Correct the address, or create the folder."

    @explains(StorageReadOnly)
    def storage_read_only(self, error: StorageReadOnly) -> str:
        """The database, or the folder it is in, cannot be written."""
        return "The database is read-only, so nothing can be played."

    @explains(StorageReplaced)
    def storage_replaced(self, error: StorageReplaced) -> str:
        """The database was deleted or replaced while the program had it open."""
        return "The database was replaced while the bot was running. Nothing can be saved until the bot is restarted."

    @explains(StorageUnfinished)
    def storage_unfinished(self, error: StorageUnfinished) -> str:
        """The database is a copy that was interrupted."""
        return "The database is an unfinished copy. Run `hitblow db copy` again to finish it."

    @explains(StorageNewer)
    def storage_newer(self, error: StorageNewer) -> str:
        """The database was upgraded by a newer version of the program."""
        return "The database needs a newer version of hitblow. Please upgrade; nothing was changed."

    @explains(StorageBusy)
    def storage_busy(self, error: StorageBusy) -> str:
        """Another process kept the database locked for too long."""
        return "The database is busy just now. Nothing was lost; please try again."

    @explains(StorageFull)
    def storage_full(self, error: StorageFull) -> str:
        """The disk, or what this user may use of it, is full."""
        return "The disk of the database is full, so nothing was changed. Please try again later."

    @explains(StorageDamaged)
    def storage_damaged(self, error: StorageDamaged) -> str:
        """The file is damaged or is not a database."""
        return "The database is damaged, or its file is not a database. Nothing was changed."

    @explains(StorageDiskFault)
    def storage_disk_fault(self, error: StorageDiskFault) -> str:
        """The disk cannot be read or written."""
        return "The disk of the database cannot be read or written, so nothing was changed."

    @explains(StorageForeign)
    def storage_foreign(self, error: StorageForeign) -> str:
        """The database has no tables of this program."""
        return "The database belongs to another program or has no tables yet, so it is not used. Nothing was changed."

    @explains(StorageAddressInvalid)
    def storage_address_invalid(self, error: StorageAddressInvalid) -> str:
        """An address of a database cannot be read; for the operator. The address follows."""
        return (
            "The address of the database cannot be read. Use `sqlite:///FILE`, or "
            "`postgresql://USER:PASSWORD@HOST/NAME` with special characters in the password encoded, "
            "such as `%40` for `@`."
        )

    @explains(StorageDriverMissing)
    def storage_driver_missing(self, error: StorageDriverMissing) -> str:
        """The library for PostgreSQL is not installed; for the operator."""
        return "The driver for PostgreSQL is not installed: `pip install 'hitblow[postgresql]'`."

    @explains(BookDamaged)
    def book_damaged(self, error: BookDamaged) -> str:
        """The file of a book differs from the one that was shipped; guesses are found by search instead."""
        damage = f"The book for {error.rules} is damaged ({error.fault})."
        return f"{damage} Reinstall hitblow. Until then, guesses are found by search."
