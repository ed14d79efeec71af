"""Messages from screens to the application."""

from typing import TYPE_CHECKING

from textual.message import Message

from xpkgtui.app.commands.typed import TypedCommand
from xpkgtui.app.state.outcomes import Beside, FindField, OpenAt, Reopen, Retry, ShowSources, StopLoading
from xpkgtui.app.state.schemas.selection import SchemaSelection
from xpkgtui.inspection.messages.requests import Open, OpenPlatform, PaneRequest, Preview, WhatIf

if TYPE_CHECKING:  # a screen paints before anything is copied
    from xpkgtui.app.copy.offer import Offers


Sent = (
    Open
    | OpenAt
    | OpenPlatform
    | WhatIf
    | Preview
    | PaneRequest
    | Reopen
    | Retry
    | ShowSources
    | StopLoading
    | TypedCommand
    | FindField
    | Beside
)
"""What screens ask for."""


class Requested(Message):
    """A request for the port, or about those that were sent; a source gets its options from the application."""

    def __init__(self, request: Sent) -> None:
        super().__init__()
        self.request = request


class ProfileRequested(Message):
    """Judge by the next rule profile."""


class CopyAsRequested(Message):
    """Show what can be copied."""

    def __init__(self, offers: "Offers") -> None:
        super().__init__()
        self.offers = offers


class DocumentRequested(Message):
    """Show an object."""

    def __init__(self, document: int) -> None:
        super().__init__()
        self.document = document


class FileRequested(Message):
    """Show a file of the view that is listed."""

    def __init__(self, path: str) -> None:
        super().__init__()
        self.path = path


class ManualRequested(Message):
    """Show a rule's manual page."""

    def __init__(self, rule: str) -> None:
        super().__init__()
        self.rule = rule


class SchemaLeft(Message):
    """The screen of schemas was closed; the screen of the package goes on where it was left."""

    def __init__(self, selection: SchemaSelection, *, why: bool = False) -> None:
        super().__init__()
        self.selection = selection
        self.why = why
        """Whether Why is to be shown."""


class FieldRequested(Message):
    """Show a field of a definition; without a path the definition."""

    def __init__(self, document: int, version: str, path: str) -> None:
        super().__init__()
        self.document = document
        self.version = version
        """The key of the version that has it."""
        self.path = path
