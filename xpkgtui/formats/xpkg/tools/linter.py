"""The linter of one edition: what it asks of the parsed objects, in its order, and the message at which it stops."""

from dataclasses import field

from xpkgtui.errors import malformation
from xpkgtui.formats.judging.stream_verdict import StreamObject
from xpkgtui.formats.role import Role
from xpkgtui.formats.xpkg.objects.kinds import GroupVersionKind, complaint
from xpkgtui.formats.xpkg.tools.editions import Edition
from xpkgtui.values import dataclass
from xpkgtui.versions.constraint import Constraint
from xpkgtui.versions.version import Dialect

NOT_ONE_META = "not exactly one package meta type"

Complaint = tuple[str, StreamObject | None]
"""The message, and the object that it is about; it names none."""


def not_package(kind: str) -> str:
    """The message about a meta object that is not of the kind that installs it."""
    return f"package meta type is not {kind}"


def bad_constraint(text: str, dialect: Dialect) -> str | None:
    """The message about `spec.crossplane.version`; None where it is a valid constraint."""
    wrong = malformation(Constraint.parse, text, dialect)
    return None if wrong is None else f"package version constraints are poorly formatted: {wrong}"


@dataclass(slots=True, kw_only=True)
class Contents:
    """The parsed objects, as far as a linter asks about them."""

    metas: list[tuple[StreamObject, GroupVersionKind, str | None]] = field(default_factory=list)
    """The first two meta objects, each with its constraint where it has one."""
    kinds: dict[tuple[str, str], StreamObject] = field(default_factory=dict)
    """The first object of each group and kind."""

    @property
    def constraint(self) -> str | None:
        """The constraint of the only meta object; None where there is none."""
        return self.metas[0][2] if len(self.metas) == 1 else None

    def add(self, one: StreamObject, named: GroupVersionKind, constraint: str | None) -> None:
        """The next object."""
        if one.role is Role.OBJECT:
            self.kinds.setdefault((named.group, named.kind), one)
        elif len(self.metas) < 2:
            self.metas.append((one, named, constraint))


def lint(contents: Contents, edition: Edition, package: str = "") -> Complaint | None:
    """The first check that fails, where the package is installed as `package`; by default as what it is."""
    if len(contents.metas) != 1:
        return NOT_ONE_META, None
    ((meta, named, constraint),) = contents.metas
    is_installable = named.is_package and named.kind in edition.installs
    package = package or (named.kind if is_installable else edition.installs[0])
    if not is_installable or named.kind != package:
        return not_package(package), meta
    if constraint is not None and (message := bad_constraint(constraint, edition.dialect)) is not None:
        return message, meta
    return misplaced(contents, edition, package) if edition.blocks else None


def misplaced(contents: Contents, edition: Edition, package: str) -> Complaint | None:
    """The complaint about the first object that a package of this type may not hold, which newer ones skip."""
    checks = edition.checks.get(package)
    if checks is None:
        return None
    permitted = {(one.group, one.kind) for one in checks}
    first = next((one for kind, one in contents.kinds.items() if kind not in permitted), None)
    return None if first is None else (complaint(checks, either=edition.either), first)
