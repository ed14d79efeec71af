"""The facts of the Package record: what unpacking makes of the package, and which files vanish silently."""

from collections.abc import Iterator

from xpkgtui.formats.fact import Fact, amount, first, listed
from xpkgtui.formats.package_objects import ObjectHead, PackageObjects
from xpkgtui.formats.stack.files import Sort, inside, sorts_of
from xpkgtui.formats.stack.record import Record, Recorded, record_of

_MOST = 64
"""Files that are parsed for the record."""
_BYTES = 2 << 20
"""Their bytes."""
_READ = {Sort.APP, Sort.BEHAVIOR, Sort.GROUP, Sort.RESOURCE, Sort.INSTALL, Sort.CRD}


def record_facts(record: Record) -> Iterator[Fact]:
    """What unpacking makes of the package."""
    yield (
        "makes",
        f"a {'StackDefinition' if record.behavior else 'Package'} and {amount(len(record.kept), 'definition')}",
    )
    rows = (("definition", _in_words(record, one)) for one in record.listed)
    yield from first(rows, len(record.listed), "definition", "definitions")
    yield "controller", _runs(record)
    if record.icons:
        yield "icons", listed(record.icons)
    asked = list(record.permissions())
    allowed = (
        ("may", f"everything with {listed(one.resources)} of {one.group or 'the core group'}") for one in asked
    )
    yield from first(allowed, len(asked), "may", "permissions", 8)
    icons = frozenset(record.icons)
    lost = [
        (path, str(why))
        for _, path, why in record.bindable.unbound(one.target for one in record.kept)
        if path not in icons
    ]
    yield from first((("unbound", f"{path}: {why}") for path, why in lost), len(lost), "unbound", "files")
    if others := [path for path in record.files if not sorts_of(path)]:
        yield "not read", listed(others)


def unpacked(package: PackageObjects) -> Record:
    """What unpacking makes of the files, of which the first ones are parsed."""
    values: dict[str, object] = {}
    left = _BYTES
    for head in package.heads:
        if not head.file or _READ.isdisjoint(sorts_of(head.file)) or is_later(head, package):
            continue
        left -= head.end - head.start
        if left < 0 or len(values) >= _MOST:
            break
        values[inside(head.file)] = package.read(head)
    return record_of(values, list(map(inside, package.files)))


def is_later(head: ObjectHead, package: PackageObjects) -> bool:
    """Whether another document of its file comes before it."""
    return any(other.file == head.file and other.line < head.line for other in package.heads)


def _in_words(record: Record, one: Recorded) -> str:
    named = f"{one.kind or one.name or '(no name)'} of {one.group or '(no group)'}"
    if one not in record.kept:
        return f"{named} in {one.path}: lost, another file defines the same"
    bound = list(record.bound(one).files)
    return f"{named} with {', '.join(bound)}" if bound else named


def _runs(record: Record) -> str:
    if record.controller is None:
        return "none: nothing answers to the definitions"
    is_behavior = Sort.BEHAVIOR in sorts_of(record.controller)
    return f"{record.controller}: {'a controller that runs templates' if is_behavior else 'its Deployment'}"
