"""Facts of definitions of managed resources, and of policies that activate them."""

from collections.abc import Iterator
from fnmatch import fnmatchcase

from xpkgtui.formats.fact import Fact, amount, brief, first, spec
from xpkgtui.formats.package_objects import PackageObjects
from xpkgtui.formats.xpkg.facts.definitions import conversion, defined, names, of_versions
from xpkgtui.formats.xpkg.objects.kinds import EXTENSIONS
from xpkgtui.untyped import field, listing

_LONGEST = 200
"""Characters of a pattern that is matched, and of the names that it is matched with."""
_STARS = 4
_MOST = 5_000
"""Names that patterns are matched with."""


def of_mrd(value: object, _package: PackageObjects) -> Iterator[Fact]:
    """The facts of a ManagedResourceDefinition."""
    wanted = spec(value)
    yield from defined(wanted)
    yield "serves as", "managed resource"
    yield "state", brief(wanted.get("state")) or "Inactive, by default: a policy has to activate it"
    yield "scope", brief(wanted.get("scope")) or "Namespaced, by default"
    yield from names(wanted)
    yield from of_versions(wanted)
    details = listing(wanted.get("connectionDetails"))
    facts = (("secret key", _detail(detail)) for detail in details)
    yield from first(facts, len(details), "secret key", "keys")
    yield from conversion(wanted)


def of_mrap(value: object, package: PackageObjects) -> Iterator[Fact]:
    """The facts of a ManagedResourceActivationPolicy."""
    patterns = listing(spec(value).get("activate"))
    known = [
        row.name
        for row in package.of_kind("ManagedResourceDefinition", EXTENSIONS)
        if row.name and len(row.name) <= _LONGEST
    ]
    facts = (("activates", _pattern(pattern, known)) for pattern in patterns)
    yield from first(facts, len(patterns), "activates", "patterns")
    if not patterns:
        yield "activates", "nothing"


def _detail(detail: object) -> str:
    name, description = brief(field(detail, "name")) or "(no name)", brief(field(detail, "description"))
    return f"{name}: {description}" if description else name


def _pattern(pattern: object, known: list[str]) -> str:
    shown = brief(pattern)
    if not isinstance(pattern, str) or not 0 < len(known) <= _MOST or not _is_plain(pattern):
        return shown
    count = sum(fnmatchcase(name, pattern) for name in known)
    return f"{shown}: {amount(count, 'definition')} of this package"


def _is_plain(pattern: str) -> bool:
    """Whether Go's pattern means the same in Python and is cheap to match."""
    return len(pattern) <= _LONGEST and pattern.count("*") <= _STARS and not set(pattern) & set("[]\\")
