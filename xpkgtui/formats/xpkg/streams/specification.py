"""The xpkg specification v1.9 at a stream: what its text says of documents, meta objects and kinds."""

from xpkgtui.documents.document import BrokenDocument
from xpkgtui.documents.oddities import OddityKind
from xpkgtui.documents.stream import SeparatorProblem
from xpkgtui.documents.yaml.refusals import Reason
from xpkgtui.formats.role import Role
from xpkgtui.formats.xpkg.objects.checks import ERRATUM
from xpkgtui.formats.xpkg.objects.kinds import GroupVersionKind, packages_of
from xpkgtui.formats.xpkg.streams.decoded import Decoded
from xpkgtui.formats.xpkg.streams.programs import Empty, Outcome, Shared, object_of

_CRD = "CustomResourceDefinition"
_PACKAGES = ("Provider", "Configuration")
KINDS = {
    "Provider": (_CRD, "ValidatingWebhookConfiguration", "MutatingWebhookConfiguration"),
    "Configuration": ("CompositeResourceDefinition", "Composition"),
    "Function": (_CRD,),
}
"""The kinds as the specification lists them, those of its next version for functions."""
_TOLERATED = frozenset({Reason.DIRECTIVE, Reason.VALUE})
"""YAML that the text does not forbid, although Crossplane cannot read it."""


class Specification:
    """The text, document by document, as if it were a program that stops at the first violation."""

    def __init__(self, shared: Shared = object_of) -> None:
        self.outcome = Outcome()
        self._shared = shared
        self._metas = 0
        self._package = ""
        self._kinds: dict[GroupVersionKind, int] = {}
        self._unread = False

    @property
    def is_stopped(self) -> bool:
        """Whether a document violates the text."""
        return self.outcome.refusal is not None

    def skip(self, empty: Empty) -> None:
        """Documents without content are none."""

    def take(self, document: Decoded) -> None:
        """Judges a document by itself."""
        found = document.document
        if self.outcome.limited(document):
            return None
        if isinstance(found, BrokenDocument) and found.reason in _TOLERATED:
            self._unread = True
            return None
        if (fault := _fault(document)) is not None:
            return self.outcome.parse_error(fault, document.chunk)
        named = document.named
        assert named is not None  # a document without kind has a fault
        role = _role(named)
        self.outcome.objects.append(self._shared(document, role))
        if role is Role.META:
            self._metas += 1
            self._package = named.kind
        else:
            self._kinds.setdefault(named, document.chunk.number)
        return None

    def end(self, problem: SeparatorProblem | None) -> None:
        """Judges the package; the text knows no separator that stands otherwise than YAML allows."""
        outcome = self.outcome
        if self.is_stopped:
            return None
        if problem is not None and problem.limit is not None:
            outcome.limit = outcome.limit or problem.limit
        if self._metas != 1:
            if self._metas or not (self._unread or outcome.limit):
                count = f"has {self._metas} meta objects" if self._metas else "has no meta object"
                outcome.lint_error(f"the package {count}, and the specification asks for one")
            return None
        if self._package not in _PACKAGES:
            return outcome.lint_error(f"the specification does not define the package type {self._package}")
        for named in self._kinds:
            if not _is_permitted(self._package, named):
                return outcome.lint_error(f"the specification does not allow {named.kind} in a {self._package}")
        return None


def _fault(document: Decoded) -> str | None:
    """What the text forbids in one document, in words."""
    found = document.document
    number = document.chunk.number
    if isinstance(found, BrokenDocument):
        return f"document {number} is not YAML: {found.message}"
    if any(note.kind is OddityKind.UTF_16 for note in found.oddities):
        return f"document {number} is UTF-16, packages are UTF-8"
    named = document.named
    if named is None:
        return f"document {number} {document.identity.fault}"
    if any(note.kind is OddityKind.DUPLICATE_KEY for note in found.oddities):
        return f"document {number} has a key twice"
    if named.role is None and (named.group, named.kind) != ERRATUM:
        return f"the specification does not know {named.api_version} {named.kind}"
    return document.mistyped


def _role(named: GroupVersionKind) -> Role:
    return Role.META if named.role is Role.META else Role.OBJECT


def _is_permitted(package: str, named: GroupVersionKind) -> bool:
    if (named.group, named.kind) == ERRATUM:
        return package == "Provider"
    return bool(packages_of(named)) and named.kind in KINDS[package]
