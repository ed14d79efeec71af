"""Hostile catalogs: very many entries, bundles, channels, packages, deprecations, properties and patterns."""

import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from benchmarks.hostile_case import Case, one_file, tree

_COMMANDS = (("check",), ("show",), ("upgrades",))
Document = dict[str, Any]
Documents = Iterator[Document]


def _written(document: Document) -> str:
    return json.dumps(document, separators=(",", ":"))


def _lines(value: Any, indent: str) -> Iterator[str]:
    """The lines of a value in YAML's block style."""
    items: Iterable[tuple[str, object]] = value.items() if isinstance(value, dict) else (("-", one) for one in value)
    for key, item in items:
        lead = f"{indent}{key}" if key == "-" else f"{indent}{key}:"
        if not isinstance(item, (dict, list)):
            yield f"{lead} {json.dumps(item)}"
        elif key == "-":
            first, *others = _lines(item, f"{indent}  ")
            yield f"{lead} {first.lstrip()}"
            yield from others
        else:
            yield lead
            yield from _lines(item, f"{indent}  ")


def _package(name: str = "p", channel: str = "c") -> Document:
    return {"schema": "olm.package", "name": name, "defaultChannel": channel}


def _channel(entries: Iterable[Document], name: str = "c", package: str = "p") -> Document:
    return {"schema": "olm.channel", "package": package, "name": name, "entries": list(entries)}


def _bundle(number: int, package: str = "p", properties: Iterable[Document] = (), version: str = "") -> Document:
    value = {"packageName": package, "version": version or f"1.{number}.0"}
    return {
        "schema": "olm.bundle",
        "name": f"b{number}",
        "package": package,
        "image": f"example.com/b:{number}",
        "properties": [{"type": "olm.package", "value": value}, *properties],
    }


def _chain(many: int) -> Iterator[Document]:
    """Entries of which each replaces the one before."""
    yield {"name": "b0"}
    yield from ({"name": f"b{number}", "replaces": f"b{number - 1}"} for number in range(1, many))


def _whole(many: int) -> Documents:
    """A sound catalog of one package."""
    yield from (_package(), _channel(_chain(many)))
    yield from (_bundle(number) for number in range(many))


def _channels(many: int) -> Documents:
    """A package of which each channel has its only bundle."""
    yield from (_package(), _bundle(0))
    yield from (_channel([{"name": "b0"}], f"c{number}") for number in range(many))


def _packages(many: int) -> Documents:
    """Packages of one channel and one bundle each."""
    for number in range(many):
        name = f"p{number}"
        yield from (_package(name), _channel([{"name": f"b{number}"}], package=name), _bundle(number, name))


def _circle(many: int) -> Documents:
    """Entries in a circle, which the head leads into."""
    around = [{"name": f"b{number}", "replaces": f"b{(number + 1) % many}"} for number in range(many)]
    yield from (_package(), _channel([{"name": "head", "replaces": "b0"}, *around]))


def _ranges(many: int) -> Documents:
    """Entries with a range of their own each."""
    entries = [
        {"name": f"b{number}", "replaces": f"b{number - 1}", "skipRange": f">=0.{number}.0 <1.{number}.0"}
        for number in range(many)
    ]
    yield from (_package(), _channel(entries), *(_bundle(number) for number in range(many)))


def _skips(many: int) -> Documents:
    """One entry that skips all others, and each other that skips it."""
    others: list[Document] = [{"name": f"b{number}", "skips": ["b0"]} for number in range(1, many)]
    first = {"name": "b0", "skips": [f"b{number}" for number in range(1, many)]}
    yield from (_package(), _channel([first, *others]))


def _deprecated(many: int) -> Documents:
    """One document of deprecations over a package of as many channels, of which each is deprecated."""
    entries = [
        {"reference": {"schema": "olm.channel", "name": f"c{number}"}, "message": "m"} for number in range(many)
    ]
    yield from _channels(many)
    yield {"schema": "olm.deprecations", "package": "p", "entries": entries}


def _properties(many: int) -> Documents:
    """A bundle of as many requirements that nothing meets."""
    each = (
        {"type": "olm.package.required", "value": {"packageName": f"q{number}", "versionRange": ">=1.0.0"}}
        for number in range(many)
    )
    yield from (_package(), _channel([{"name": "b0"}]), _bundle(0, properties=each))


def _required(many: int) -> Documents:
    """Bundles that require a version which no bundle of their package has."""
    one = {"type": "olm.package.required", "value": {"packageName": "p", "versionRange": ">=9.0.0 <10.0.0"}}
    yield from (_package(), _channel(_chain(many)))
    yield from (_bundle(number, properties=[one]) for number in range(many))


def _same_version(many: int) -> Documents:
    yield from (_package(), _channel(_chain(many)))
    yield from (_bundle(number, version="1.0.0") for number in range(many))


def _related(many: int) -> Documents:
    """A bundle of as many related images, none of which is a reference."""
    images = [{"name": f"i{number}", "image": f"NO {number}"} for number in range(many)]
    yield from (_package(), _channel([{"name": "b0"}]), _bundle(0) | {"relatedImages": images})


def _patterns(many: int, files: int = 1) -> Iterator[tuple[str, str]]:
    yield ".indexignore", "".join(f"a{number}*/b?c\n" for number in range(many))
    yield "catalog.json", "\n".join(map(_written, _whole(1)))
    yield from ((f"f{number}/x.json", "{}") for number in range(files - 1))


def _entries(many: int) -> Documents:
    """Entries of a channel that nothing connects, and that have no bundles."""
    yield from (_package(), _channel({"name": f"b{number}"} for number in range(many)))


def _chained(many: int) -> Documents:
    yield from (_package(), _channel(_chain(many)))


def _bundles(many: int) -> Documents:
    yield _package()
    for number in range(many):
        yield _bundle(number)


def _circling(many: int) -> Documents:
    """A circle of entries that have bundles."""
    yield from _circle(many)
    for number in range(many):
        yield _bundle(number)


def _of_no_package(many: int) -> Documents:
    for number in range(many):
        yield _channel([{"name": "b"}], f"c{number}", "q")


def _alone(many: int) -> Documents:
    for number in range(many):
        yield _package(f"p{number}")


def _json(name: str, make: Callable[[int], Documents], many: int) -> Case:
    return _case(name, lambda: map(_written, make(many)), many, ".json")


def _yaml(name: str, make: Callable[[int], Documents], many: int) -> Case:
    return _case(f"{name}, in YAML", lambda: ("\n".join(_lines(one, "")) for one in make(many)), many, ".yaml")


def _case(name: str, documents: Callable[[], Iterable[str]], many: int, ending: str) -> Case:
    return Case(f"catalog: {name}".format(f"{many:,}"), one_file(documents, ending), _COMMANDS)


CATALOGS = (
    _json("{} entries of a channel", _entries, 150_000),
    _json("{} entries in a chain", _chained, 150_000),
    _json("{} entries in a circle", _circle, 100_000),
    _json("{} bundles in a circle", _circling, 20_000),
    _json("{} entries with ranges", _ranges, 20_000),
    _json("{} skips", _skips, 100_000),
    _json("{} bundles", _whole, 40_000),
    _json("{} bundles in no channel", _bundles, 40_000),
    _json("{} bundles of one version", _same_version, 40_000),
    _json("{} bundles that require", _required, 40_000),
    _json("{} channels", _channels, 45_000),
    _json("{} channels of no package", _of_no_package, 45_000),
    _json("{} deprecations", _deprecated, 20_000),
    _json("{} packages", _packages, 15_000),
    _json("{} packages alone", _alone, 45_000),
    _json("{} requirements of a bundle", _properties, 80_000),
    _json("{} related images", _related, 100_000),
    _yaml("{} entries of a channel", _entries, 150_000),
    _yaml("{} entries in a circle", _circle, 20_000),
    _yaml("{} bundles in a circle", _circling, 20_000),
    _yaml("{} bundles", _whole, 40_000),
    _yaml("{} channels", _channels, 45_000),
    _yaml("{} packages", _packages, 15_000),
    Case("catalog: 100,000 patterns", tree(lambda: _patterns(100_000)), _COMMANDS),
    Case("catalog: 10,000 patterns, 10,000 files", tree(lambda: _patterns(10_000, 10_000)), _COMMANDS),
)
"""Each takes less than 25 MB."""
