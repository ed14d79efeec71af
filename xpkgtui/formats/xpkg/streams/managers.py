"""One edition of the package manager at its stream: its schemes while it parses, its linter at the end."""

from xpkgtui.documents.stream import SeparatorProblem
from xpkgtui.errors import Malformed
from xpkgtui.formats.role import Role
from xpkgtui.formats.stream_verdict import StreamObject
from xpkgtui.formats.xpkg.objects.checks import complaint
from xpkgtui.formats.xpkg.objects.identity import identify
from xpkgtui.formats.xpkg.objects.kinds import GroupVersionKind, not_registered
from xpkgtui.formats.xpkg.streams.decoded import Decoded
from xpkgtui.formats.xpkg.streams.editions import Edition, Skips
from xpkgtui.formats.xpkg.streams.programs import Empty, Outcome, Shared, object_of
from xpkgtui.untyped import field
from xpkgtui.versions.constraint import Constraint
from xpkgtui.versions.version import Dialect

NOT_ONE_META = "not exactly one package meta type"


def not_package(kind: str) -> str:
    """The linter's message about a meta object that is not of the kind that installs it."""
    return f"package meta type is not {kind}"


def bad_constraint(text: str, dialect: Dialect) -> str | None:
    """The linter's message about `spec.crossplane.version`; None where it is a valid constraint."""
    try:
        Constraint.parse(text, dialect)
    except Malformed as error:
        return f"package version constraints are poorly formatted: {error}"
    return None


class Manager:
    """An edition in the middle of a stream."""

    def __init__(self, edition: Edition, shared: Shared = object_of) -> None:
        self.edition = edition
        self.outcome = Outcome()
        self._shared = shared
        self._metas: list[tuple[StreamObject, GroupVersionKind, str | None]] = []
        """The first two meta objects, and their constraint where they have one."""
        self._kinds: dict[tuple[str, str], StreamObject] = {}
        """The first object of each group and kind."""

    @property
    def is_stopped(self) -> bool:
        """Whether it has refused a document."""
        return self.outcome.refusal is not None

    def skip(self, empty: Empty) -> None:
        """Passes over a chunk without content, or takes it for a document without kind."""
        skips = self.edition.skips
        if skips is Skips.COMMENTS:
            return
        if skips is Skips.NOTHING or not empty.is_blank:
            self.outcome.parse_error(identify(None).says, empty.chunk)

    def take(self, document: Decoded) -> None:
        """Decodes a document with its schemes."""
        if self.outcome.limited(document):
            return None
        chunk, named = document.chunk, document.named
        if named is None:
            return self.outcome.parse_error(document.unreadable or "", chunk)
        role = self.edition.role_of(named)
        if role is None:
            return self.outcome.parse_error(not_registered(named), chunk)
        if (mistyped := document.mistyped) is not None:
            is_retried = role is Role.META and self.edition.tries_twice
            return self.outcome.parse_error(not_registered(named) if is_retried else mistyped, chunk)
        one = self._shared(document, role)
        self.outcome.objects.append(one)
        if role is Role.OBJECT:
            self._kinds.setdefault((named.group, named.kind), one)
        elif len(self._metas) < 2:
            self._metas.append((one, named, _constraint(document)))
        return None

    def end(self, problem: SeparatorProblem | None) -> None:
        """Stops at a separator, or lints."""
        if self.is_stopped:
            return
        if problem is not None:
            self.outcome.separator(problem)
        if not self.is_stopped:
            self._lint()

    def _lint(self) -> None:
        """The linter's checks in its order; it stops at the first that fails."""
        outcome, edition = self.outcome, self.edition
        if len(self._metas) != 1:
            # A meta object may be among what was not read, but two are two.
            if self._metas or outcome.limit is None:
                outcome.lint_error(NOT_ONE_META)
            return None
        ((meta, named, constraint),) = self._metas
        if not named.is_package or named.kind not in edition.installs:
            return outcome.lint_error(not_package(edition.installs[0]), meta)
        if constraint is not None and (message := bad_constraint(constraint, edition.dialect)) is not None:
            return outcome.lint_error(message, meta)
        checks = edition.checks.get(named.kind) if edition.blocks else None
        if checks is None:
            return None
        permitted = {(one.group, one.kind) for one in checks}
        first = next((one for kind, one in self._kinds.items() if kind not in permitted), None)
        if first is not None:
            outcome.lint_error(complaint(checks, either=edition.either), first)
        return None


def _constraint(document: Decoded) -> str | None:
    """`spec.crossplane.version` as Go decodes it: absent is empty; None without `spec.crossplane`."""
    crossplane = field(document.value, "spec", "crossplane")
    if not isinstance(crossplane, dict):
        return None
    version = crossplane.get("version")
    return version if isinstance(version, str) else ""
