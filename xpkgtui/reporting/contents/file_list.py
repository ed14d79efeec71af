"""The files of one image, as `ls` lists them."""

from xpkgtui.errors import Failure
from xpkgtui.inspection.messages.requests import View
from xpkgtui.inspection.rows.files import FileRow
from xpkgtui.reporting.answer import CommandAnswer, lack
from xpkgtui.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing:
    """The files of one image, or why they cannot be listed."""

    platform: str = ""
    """The name of the entry of an index that is listed; empty where there is no index."""
    view: View
    rows: tuple[FileRow, ...] | None = None
    """The files; None if they could not be listed."""
    failure: Failure | None = None

    def answer(self, source: str) -> CommandAnswer:
        """How far they could be listed."""
        is_partial = self.failure is not None and self.rows is not None
        lacking = lack(source, "some of the files", self.failure.title) if self.failure and is_partial else ()
        return CommandAnswer(source=source, failure=self.failure, inside=lacking)
