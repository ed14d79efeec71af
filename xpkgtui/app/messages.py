"""What screens ask of the application."""

from typing import TYPE_CHECKING

from textual.message import Message

from xpkgtui.app.state.replies import PaneRequest
from xpkgtui.inspection.requests import Open, OpenPlatform

if TYPE_CHECKING:  # a screen paints before anything is copied
    from xpkgtui.app.copy.offer import Offers


class Requested(Message):
    """A request for the port; a source that is opened gets its options from the application."""

    def __init__(self, request: Open | OpenPlatform | PaneRequest) -> None:
        super().__init__()
        self.request = request


class ReopenRequested(Message):
    """The same source is opened again."""

    def __init__(self, *, refresh: bool = False) -> None:
        super().__init__()
        self.refresh = refresh


class ProfileRequested(Message):
    """The next rule profile judges."""


class StopRequested(Message):
    """Whatever is loading stops."""


class CopyAsRequested(Message):
    """A choice of what can be copied is shown."""

    def __init__(self, offers: "Offers") -> None:
        super().__init__()
        self.offers = offers


class DocumentRequested(Message):
    """An object is shown."""

    def __init__(self, document: int) -> None:
        super().__init__()
        self.document = document


class ManualRequested(Message):
    """A rule's manual page is shown."""

    def __init__(self, rule: str) -> None:
        super().__init__()
        self.rule = rule
