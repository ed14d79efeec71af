"""An example of a package, and what the API server makes of it; what a format knows of examples."""

from collections.abc import Callable, Iterator
from enum import StrEnum
from typing import TYPE_CHECKING

from xpkgtui.values import dataclass

if TYPE_CHECKING:
    from xpkgtui.formats.package_objects import ObjectHead, PackageObjects


class ExampleVerdict(StrEnum):
    """What becomes of an example under kubectl's strict validation, as JSON spells it."""

    ACCEPTED = "accepted"
    REFUSED = "refused"
    UNDECIDED = "undecided"
    BUILT_IN = "built-in"
    """It is of a kind of Kubernetes or of the package manager, and not judged."""
    ELSEWHERE = "elsewhere"
    """Its definition is, or may be, in a package that this one depends on."""
    UNDEFINED = "undefined"
    """The package does not define its kind."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExampleText:
    """A text with examples, and where it lies."""

    data: bytes
    file: str
    """The file, or the entry of the layer."""
    layer: int | None = None
    """The layer that has the file; None where there is no image."""
    line: int = 1
    """The line of the file in which the text begins."""
    document: int | None = None
    """The document of the package that has the text; None for a file of its own."""
    field: str = ""
    """The field of that document."""
    is_json: bool = False
    """Whether the text is JSON inside a document: one object, or a list of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldProblem:
    """A field of an example that is wrong, or that is not known."""

    field: str
    """Its path in the API server's spelling; `<nil>` is the whole object."""
    message: str = ""
    """The API server's message without the field; empty for a field that is only not known."""
    line: int | None = None
    """Its line in the file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """One example."""

    file: str
    layer: int | None = None
    document: int | None = None
    """Its number in the file, or the document of the package that has it; from 1."""
    field: str = ""
    """The place inside that document: `metadata.annotations["alm-examples"][2]`."""
    line: int
    """The line of its first key."""
    api_version: str = ""
    kind: str = ""
    name: str = ""
    verdict: ExampleVerdict
    reason: str = ""
    """Why it is not judged, or not an object, in a clause."""
    message: str = ""
    """What the API server says of it; empty where it says nothing."""
    errors: tuple[FieldProblem, ...] = ()
    unknown: tuple[FieldProblem, ...] = ()
    """Fields that the definition does not have: kubectl refuses them, the API server by itself drops them."""
    defaulted: tuple[str, ...] = ()
    """Fields that are set although the example does not have them."""
    dropped: tuple[str, ...] = ()
    """Fields that the definition has and that are dropped all the same: nulls, and the status."""
    is_broken: bool = False
    """Whether its text is not an object at all."""

    @property
    def is_refused(self) -> bool:
        """Whether kubectl or the API server refuses it."""
        return self.verdict is ExampleVerdict.REFUSED

    @property
    def words(self) -> str:
        """The object in sentences: `Bucket example`."""
        return f"{self.kind} {self.name or '(no name)'}" if self.kind else "the document"


@dataclass(frozen=True, slots=True, kw_only=True)
class ExampleList:
    """The examples of a package."""

    examples: tuple[Example, ...] = ()
    kinds: int = 0
    """The kinds that the package defines."""
    without: tuple[str, ...] = ()
    """The kinds that no example is of: `Bucket s3.example.org`."""
    places: tuple[str, ...] = ()
    """Where examples were looked for, and what was found there, in sentences."""
    unread: str = ""
    """Why the list is not whole."""


def always(_package: "PackageObjects") -> "Callable[[ObjectHead], bool]":
    """Users write objects of every kind."""
    return lambda _head: True


@dataclass(frozen=True, slots=True, kw_only=True)
class PackageExamples:
    """What a format knows of the examples of its packages."""

    folder: str = ""
    """The folder of sources that has examples; empty where there is none."""
    is_written: "Callable[[PackageObjects], Callable[[ObjectHead], bool]]" = always
    """Says of a document whether users write objects of what it defines, so that they look for an example."""
    inside: str = ""
    """What of the package itself has examples, in words; empty where nothing has."""
    of_package: "Callable[[PackageObjects], Iterator[ExampleText]] | None" = None
    """The examples in the objects of a package; None where they have none."""
    owner_of: "Callable[[PackageObjects], Callable[[str, str], tuple[ExampleVerdict, str]]]"
    """Says of a group and a kind that the package does not define who does, and why that is supposed."""
