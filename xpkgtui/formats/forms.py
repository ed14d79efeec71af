"""The port of other forms of what is in a package: drawings and texts that are made of several documents."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Protocol

from xpkgtui.values import dataclass

if TYPE_CHECKING:
    from xpkgtui.formats.package_objects import PackageObjects

DRAWING = "drawing"
"""The language of a form that is drawn with lines: a row of it is never broken."""
JSON = "json"


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """One form, as a value that travels to the screen."""

    name: str
    """The name as a request and the command line spell it: `mermaid`."""
    title: str
    """What a list of copies, or a tab, calls it: `Mermaid`."""
    key: str
    """The letter that copies it."""
    kinds: tuple[str, ...]
    """The kinds of documents that it is made of; empty for one of the package as a whole."""
    language: str = ""
    is_tab: bool = False
    """Whether Detail shows it in a tab."""
    opens: tuple[str, ...] = ()
    """The kinds of documents that open on this tab."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedForm:
    """Which form is asked for, and of what."""

    name: str
    document: int | None = None
    """The document that it is of; None for the package as a whole."""
    package: str = ""
    """The one package to show, where a source has several; empty for all."""
    channel: str = ""
    """The one channel to show; empty for all."""
    version: str = ""
    """The version, or the name, that is installed."""
    width: int = 0
    """The cells that a drawing may take; 0 where it is made for no screen."""


class Forms(Protocol):
    """The forms of a format."""

    def write(self, asked: AskedForm, package: "PackageObjects") -> str:
        """The text; names in it are safe for a person. Raises `NotFound` where there is nothing of that name."""
        ...

    def lacks(self, asked: AskedForm, package: "PackageObjects") -> str:
        """What of the package a text does not tell because it cannot be read, in a clause."""
        ...

    def notes(self, package: "PackageObjects") -> "Iterator[tuple[int, str]]":
        """What a list says of documents beside their names, by their numbers; each as soon as it is known."""
        ...
