"""An example of a package, and what the API server makes of it; what a format knows of examples."""

from collections.abc import Callable, Iterator
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.definitions.objects.faults import NOWHERE
from xpkgtui.formats.package_objects import PackageObjects
from xpkgtui.patterns import late
from xpkgtui.rules.rule import Problem, Where
from xpkgtui.values import dataclass
from xpkgtui.visible import few

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


_FEW = 3
"""Fields that are named in a message."""
DOUBT = 1
"""The level of what is not known, or not judged."""


def refusals(example: Example) -> Iterator[Problem]:
    """The API server refuses it, or that is not known; unknown fields are another matter."""
    if example.is_broken:
        message = f"{example.words[:1].upper()}{example.words[1:]} cannot be read as an object: {example.reason}"
        yield Problem(level=int(not example.is_refused), message=message, where=Where(line=example.line))
    elif example.errors:
        first = example.errors[0]
        more = sum(one.field != NOWHERE for one in example.errors[1:])
        others = f" (and {more} more)" if more else ""
        message = f"The API server refuses {example.words}: {first.field}: {first.message}{others}"
        where = Where(line=first.line or example.line)
        # Unknown fields come first where kubectl asks; these come then, or at once without kubectl.
        says = None if example.unknown else example.message
        yield Problem(message=message, says=says, path=path_of(first.field), where=where)
    elif example.is_refused and not example.unknown:
        message = f"The API server refuses {example.words}: {example.reason}"
        yield Problem(message=message, says=example.message or None, where=Where(line=example.line))
    if example.is_broken:
        return
    if example.verdict is ExampleVerdict.UNDECIDED:
        message = f"xpkgtui does not know whether the API server accepts {example.words}: {example.reason}"
        yield Problem(level=DOUBT, message=message, where=Where(line=example.line))
    elif example.verdict is ExampleVerdict.UNDEFINED:
        message = f"{example.words} was not judged: {example.reason}"
        yield Problem(level=DOUBT, message=message, where=Where(line=example.line))


def unknown_fields(example: Example) -> Iterator[Problem]:
    """It has fields that its definition does not have."""
    if example.unknown:
        first = example.unknown[0]
        named = few([one.field for one in example.unknown], _FEW)
        noun = "a field" if len(example.unknown) == 1 else f"{len(example.unknown)} fields"
        message = f"{example.words} has {noun} that its definition does not have: {named}"
        where = Where(line=first.line or example.line)
        yield Problem(message=message, says=example.message, path=path_of(first.field), where=where)


def lost_values(example: Example) -> Iterator[Problem]:
    """It has values that are dropped although its definition has the fields."""
    if example.dropped:
        message = f"Of {example.words} the API server does not keep {few(example.dropped, _FEW)}"
        yield Problem(message=message, path=path_of(example.dropped[0]), where=Where(line=example.line))


_INDEX = late(r"\[(\d{1,9})\]")
_STEP = late(r"\[([^\]]*)\]|([^.\[]+)")


def path_of(spelled: str) -> FieldPath:
    """The path that a text spells, whatever object it is of."""
    parts = (found[1] if found[1] is not None else found[2] for found in _STEP.finditer(spelled))
    return FieldPath(tuple(int(part) if part.isdecimal() and len(part) < 10 else part for part in parts))


def field_path(spelled: str, value: Any) -> FieldPath:
    """The path of a field in an object, as far as the object has it: `spec.tags[0]`, `spec.labels[a.b/c]`."""
    parts: list[str | int] = []
    rest = spelled
    while rest:
        step = _of_list(rest, value) if isinstance(value, list) else _of_mapping(rest, value)
        if step is None:
            break
        part, rest = step
        parts.append(part)
        value = value[part]
    return FieldPath(tuple(parts))


def _of_list(rest: str, value: list[Any]) -> tuple[str | int, str] | None:
    found = _INDEX.match(rest)
    if found is None or int(found[1]) >= len(value):
        return None
    return int(found[1]), rest[found.end() :]


def _of_mapping(rest: str, value: Any) -> tuple[str | int, str] | None:
    """The longest key that the path can go on with: keys may have dots."""
    if not isinstance(value, dict):
        return None
    plain = rest.removeprefix(".")
    found = [(key, f"[{key}]") for key in value if rest.startswith(f"[{key}]")]
    found += [(key, key) for key in value if plain == key or plain.startswith((f"{key}.", f"{key}["))]
    if not found:
        return None
    key, spelled = max(found, key=lambda one: len(one[1]))
    return key, (rest if spelled.startswith("[") and rest.startswith(spelled) else plain)[len(spelled) :]


_GROUPS = frozenset({"", "apps", "autoscaling", "batch", "extensions", "policy"})
_DOMAIN = ".k8s.io"
_OTHERS = ("gateway.networking", "snapshot.storage", "metrics", "cluster.x", "kustomize.config", "x")
"""Groups of this domain that no API server has by itself."""


Owner = Callable[[str, str], tuple[ExampleVerdict, str]]
"""Says of a group and a kind what becomes of its examples, and why."""


def unknown_owner(_package: "PackageObjects") -> Owner:
    """Only what Kubernetes itself defines is known."""
    return owner


def owner(group: str, kind: str, *, noun: str = "package") -> tuple[ExampleVerdict, str]:
    """Kubernetes, or an unknown one; `noun` is what the package is called."""
    lead = group.removesuffix(_DOMAIN)
    is_other = any(lead == one or lead.endswith(f".{one}") for one in _OTHERS)
    if group in _GROUPS or (lead != group and not is_other):
        return (ExampleVerdict.BUILT_IN, "Kubernetes itself defines it, so the package has no definition of it")
    return ExampleVerdict.UNDEFINED, f"the {noun} does not define {kind} of {group}"
