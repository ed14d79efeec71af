"""What screens ask of the application."""

from textual.message import Message

from xpkgtui.app.state.replies import Wish


class SourceWanted(Message):
    """Another source is to be opened."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.source = source


class ReopenWanted(Message):
    """The same source is to be opened again."""

    def __init__(self, *, refresh: bool = False) -> None:
        super().__init__()
        self.refresh = refresh


class PlatformWanted(Message):
    """Another entry of the index is to be looked at."""

    def __init__(self, digest: str, place: str = "") -> None:
        super().__init__()
        self.digest = digest
        self.place = place


class ConsentWanted(Message):
    """What was too dear to be read unasked is to be read."""


class AnswerWanted(Message):
    """A folder, a text or facts are needed to fill a pane."""

    def __init__(self, wish: Wish) -> None:
        super().__init__()
        self.wish = wish


class ProfileWanted(Message):
    """The next rule profile is to judge."""


class StopWanted(Message):
    """Whatever is loading is to stop."""


class DocumentWanted(Message):
    """An object is to be shown."""

    def __init__(self, document: int) -> None:
        super().__init__()
        self.document = document


class ManualWanted(Message):
    """A rule's manual page is to be shown."""

    def __init__(self, rule: str) -> None:
        super().__init__()
        self.rule = rule
