"""Random catalogs: channels of 1 to 200 entries, planted faults, several files and forms, ignore files."""

import json
from collections.abc import Callable
from random import Random
from typing import Any

from differential.yaml_writing import written

Blob = dict[str, Any]
_SIZES = (1, 2, 2, 3, 3, 4, 5, 6, 8, 12)
_LARGE = (20, 40, 90, 200)
_RANGES = ("^1", ">=v1.0.0", "1.0", "", ">=1.0.0 <2.0.0 || 3.x", "<=1.0.0-next", ">= 1.0.0")
_VERSIONS = ("v1", "1.0", "1.0.0", "01.0.0", "", "1.0.0-rc.1", "1.0.0+b", 5, "1.0.0.1")
_IMAGES = ("", "A/b", "a@sha256:ab", "a@md5:" + "a" * 32, "a b", "quay.io/a/b@sha256:" + "a" * 64, 5, "localhost/x:1")
_PROPERTIES: tuple[Any, ...] = (
    {"type": "olm.gvk", "value": 5},
    {"type": "olm.gvk", "value": {"group": "g", "kind": "K", "version": 1}},
    {"type": "x"},
    {"type": "x", "value": None},
    {"value": 1},
    {"type": "olm.package", "value": None},
    {"type": "olm.package", "value": {"packageName": "p", "version": "1.0.0"}},
    {"type": "olm.bundle.object", "value": {"data": "YQ=="}},
    {"type": "olm.bundle.object", "value": {"data": "*"}},
    {"type": "olm.bundle.object"},
    {"type": "olm.channel", "value": {"priority": "x"}},
    {"type": "olm.csv.metadata", "value": {"annotations": {"a": 1}}},
    {"type": "olm.csv.metadata", "value": {"installModes": [{"type": "x", "supported": "y"}]}},
    {"type": "olm.package.required", "value": {"packageName": "q", "versionRange": "v1"}},
    {"type": "olm.package.required", "value": {"packageName": "q", "versionRange": ">=1.0.0"}},
    {"type": "olm.gvk.required", "value": {"group": "g", "kind": "K", "version": "v1"}},
    {"type": "olm.constraint", "value": {"any": 5}},
    {"type": "olm.constraint", "value": {"failureMessage": "x", "gvk": {"group": "g", "kind": "K", "version": "v1"}}},
    5,
)
_DEPRECATED: tuple[Any, ...] = (
    {"schema": "x"},
    {"schema": "olm.package", "name": "n"},
    {"schema": "olm.bundle", "name": "no"},
    {"schema": "olm.channel", "name": "no"},
    {},
    5,
)
_ODD: tuple[Any, ...] = (
    {"schema": "x.y"},
    {"a": 1},
    {},
    [],
    5,
    "text",
    None,
    {"schema": "a", "Schema": "b"},
    {"schema": "olm.foo", "name": 4},
    {"schema": "olm.package", "name": None},
    {"schema": "olm.package", "name": True, "package": [1]},
    {"Schema": "olm.channel", "Name": "c", "PACKAGE": "p0"},
    {"schema": "olm.package", "name": "p9", "icon": {"base64data": "**", "mediatype": "image/png"}},
    {"schema": "olm.package", "name": "p9", "icon": {"base64data": "YQ"}},
    {"schema": "olm.channel", "name": "c", "package": "p0", "entries": {"name": "a"}},
    {"schema": "olm.bundle", "name": "b", "package": "p0", "relatedImages": {"a": 1}},
    {"schema": "olm.bundle", "name": "b", "package": "p0", "relatedImages": [{"image": 3}]},
)
_TEXTS = (
    "# a header\n---\nschema: x.y\n",
    "a: [\n",
    "schema: x.y\n--- more\nschema: x.y\n",
    "schema: x.y\n--- # a comment\nschema: x.y\n",
    "schema: x.y\n...\nschema: z\n",
    "schema: x.y\n---\n---\nschema: x.y\n",
    "schema: x.y\n---\n\tname: a\n",
    "schema: x.y\nname: a\nname: b\n",
    "schema: &a x.y\nname: *a\n",
    "schema: x.y\nname: 2020-01-01\n",
    "schema: x.y\nname: yes\n",
    "schema: x.y\nname: 0x10\n",
    "schema: x.y\nvalue: .nan\n",
    "just text\n",
    "# Title\n\nSome *text*: with a colon\n",
    "",
    "\n\n",
    "# nothing\n",
    '{"schema": "x.y"}{"schema": "x.y"}\n',
    '{"schema": "x.y"}\n{"x"}\n',
    '{"schema": "x.y"} x\n',
    '{"schema": "x.y",}\n',
    '{"schema": "x.y"}\n---\nschema: x.y\n',
    '{"schema": "x.y"}\n{"schema": "x.y"}\n---\nschema: x.y\n',
    '{"schema": "x.y"}\n{"schema": "x.y"',
    '{"a": {"schema": "x.y"}}\n',
    '[{"schema": "x.y"}]\n',
    '\ufeff{"schema": "x.y"}\n',
    "\ufeffschema: x.y\n",
)
_NAMES = ("index.yaml", "catalog.json", "channels.yml", "README.md", ".hidden", "notes.txt", "a b.yaml", "x")
_FOLDERS = ("", "", "harbour", "harbour/old", "docs", ".git", "z")
_PATTERNS = (
    "*",
    "!*.yaml",
    "!*.json",
    "*.md",
    "**/*.md",
    "docs/",
    "docs",
    "/x",
    "x",
    "harbour/old",
    "harbour/**",
    "**/old/*.yaml",
    "!harbour/old/index.yaml",
    "[^i]*",
    "[!i]*",
    "[",
    "?",
    "a b.yaml",
    "  *.txt  ",
    "# a comment",
    "**",
    "/",
    "!",
    "h*r/*",
    "a\\ b.yaml",
    "**/x",
    "harbour/**/index.yaml",
    ".hidden",
    ".*",
)


class _Faulty:
    """Choices that are wrong with some probability."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        self.rate = chance.choice((0.0, 0.0, 0.004, 0.01, 0.03, 0.08))

    def happens(self, weight: float = 1) -> bool:
        return self.chance.random() < self.rate * weight

    def of(self, right: Any, wrong: tuple[Any, ...], weight: float = 1) -> Any:
        return self.chance.choice(wrong) if self.happens(weight) else right


def generated(chance: Random) -> dict[str, Any]:
    """A folder of files; most are right, and many have one fault."""
    faulty = _Faulty(chance)
    blobs = [blob for number in range(chance.choice((1, 1, 1, 2, 3))) for blob in _package(faulty, f"p{number}")]
    if faulty.happens(2):
        blobs.insert(chance.randrange(len(blobs) + 1), chance.choice(_ODD))
    if chance.random() < 0.3:
        chance.shuffle(blobs)
    files: dict[str, str] = {}
    paths = sorted({_path(chance) for _ in range(chance.choice((1, 1, 1, 2, 3, 5)))})
    for number, path in enumerate(paths):
        part = blobs[number :: len(paths)] if chance.random() < 0.5 else _share(blobs, number, len(paths))
        files[path] = _FORMS[chance.choice((0, 0, 0, 1, 2, 3, 4))](part, chance)
    if faulty.happens(4) or chance.random() < 0.1:
        files[_path(chance)] = chance.choice(_TEXTS)
    for _ in range(chance.choice((0, 0, 0, 1, 2))):
        folder = chance.choice(_FOLDERS)
        name = f"{folder}/.indexignore" if folder else ".indexignore"
        files[name] = "".join(f"{chance.choice(_PATTERNS)}\n" for _ in range(chance.randrange(4)))
    case: dict[str, Any] = {"files": files}
    if faulty.happens(2):
        name = _path(chance)
        if name not in files:
            case["links"] = {name: chance.choice(("nowhere", ".", *(one.rpartition("/")[2] for one in files)))}
            case["links"] = {link: to for link, to in case["links"].items() if not link.endswith(to)}
    return case


def _share(blobs: list[Any], number: int, count: int) -> list[Any]:
    size = -(-len(blobs) // count)
    return blobs[number * size : (number + 1) * size]


def _path(chance: Random) -> str:
    folder, name = chance.choice(_FOLDERS), chance.choice(_NAMES)
    return f"{folder}/{name}" if folder else name


def _package(faulty: _Faulty, name: str) -> list[Any]:
    chance = faulty.chance
    count = chance.choice(_LARGE) if chance.random() < 0.02 else chance.choice(_SIZES)
    names = [f"{name}.v{number}" for number in range(count)]
    package: Blob = {
        "schema": "olm.package",
        "name": faulty.of(name, ("a.b", "", "A", 5, "x" * 64, "p0", "-a", "a.-b")),
        "defaultChannel": faulty.of("c0", ("", "no", 5)),
    }
    blobs: list[Any] = [package]
    if faulty.happens():
        blobs.append(package)
    channels = chance.choice((1, 1, 2, 3))
    for number in range(channels):
        listed = names if number == 0 else sorted(chance.sample(names, chance.randint(1, count)), key=names.index)
        blobs.append(_channel(faulty, name, f"c{number}", listed))
    blobs += [_bundle(faulty, name, number, each) for number, each in enumerate(names) if not faulty.happens(0.5)]
    if chance.random() < 0.2:
        blobs.append(_deprecations(faulty, name, names))
        if faulty.happens():
            blobs.append(blobs[-1])
    return blobs


def _channel(faulty: _Faulty, package: str, name: str, names: list[str]) -> Blob:
    chance, entries, before = faulty.chance, [], ""
    for each in names:
        entry: Blob = {"name": faulty.of(each, ("", 5, "zz"), 0.5)}
        if before:
            entry["replaces"] = faulty.of(before, (chance.choice(names), "", "gone", each), 0.5)
        elif chance.random() < 0.1:
            entry["replaces"] = "gone"
        if chance.random() < 0.15:
            entry["skips"] = [faulty.of(chance.choice(names), ("", each)) for _ in range(chance.randint(1, 2))]
        if chance.random() < 0.15:
            entry["skipRange"] = faulty.of(f">=1.0.0 <1.{chance.randrange(6)}.0", _RANGES, 2)
        entries.append(entry)
        before = each
    if faulty.happens():
        entries.append(chance.choice(entries))
    if faulty.happens():
        entries = []
    if chance.random() < 0.2:
        chance.shuffle(entries)
    channel = {"schema": "olm.channel", "name": faulty.of(name, ("", "c0"))}
    return channel | {"package": faulty.of(package, ("q", "")), "entries": entries}


def _bundle(faulty: _Faulty, package: str, number: int, name: str) -> Blob:
    chance = faulty.chance
    value = {
        "packageName": faulty.of(package, ("q", ""), 0.5),
        "version": faulty.of(f"1.{number}.0", _VERSIONS, 0.5),
    }
    if faulty.happens(0.5):
        value["release"] = chance.choice(("1", "01", "a_b", "x" * 21, "alpha.1"))
        name = chance.choice((name, f"{package}-v1.{number}.0-1"))
    properties: list[Any] = [{"type": "olm.package", "value": value}]
    if chance.random() < 0.2:
        properties.append({"type": "olm.gvk", "value": {"group": "g", "kind": "K", "version": "v1"}})
    if faulty.happens():
        properties.append(chance.choice(_PROPERTIES))
    if faulty.happens(0.3):
        properties = []
    bundle: Blob = {
        "schema": "olm.bundle",
        "name": faulty.of(name, ("zz", "", "p0.v0"), 0.3),
        "package": faulty.of(package, ("", "q"), 0.3),
        "image": faulty.of(f"quay.io/a/b:v{number}", _IMAGES, 0.5),
        "properties": properties,
    }
    if chance.random() < 0.1:
        bundle["relatedImages"] = [{"name": "a", "image": faulty.of("quay.io/a/c:1", _IMAGES)}]
    return bundle


def _deprecations(faulty: _Faulty, package: str, names: list[str]) -> Blob:
    chance = faulty.chance
    right = (
        {"schema": "olm.package"},
        {"schema": "olm.bundle", "name": names[0]},
        {"schema": "olm.channel", "name": "c0"},
    )
    entries = [
        {"reference": faulty.of(one, _DEPRECATED, 2), "message": faulty.of("Use another.", ("",), 2)}
        for one in chance.sample(right, chance.randint(1, 3))
    ]
    if faulty.happens():
        entries.append(entries[0])
    return {"schema": "olm.deprecations", "package": faulty.of(package, ("", "q"), 2), "entries": entries}


def _yaml(blobs: list[Any], chance: Random) -> str:
    start = chance.choice(("", "", "---\n", "# a comment\n"))
    return start + "---\n".join(written(blob, chance).lstrip("\n") + "\n" for blob in blobs)


def _lines(blobs: list[Any], chance: Random) -> str:
    return "".join(json.dumps(blob, ensure_ascii=chance.random() < 0.5) + "\n" for blob in blobs)


def _joined(blobs: list[Any], chance: Random) -> str:
    return "".join(map(json.dumps, blobs))


def _indented(blobs: list[Any], chance: Random) -> str:
    return "\n".join(json.dumps(blob, indent=chance.choice((2, 4))) for blob in blobs)


def _separated(blobs: list[Any], chance: Random) -> str:
    return "---\n".join(json.dumps(blob) + "\n" for blob in blobs)


_FORMS: tuple[Callable[[list[Any], Random], str], ...] = (_yaml, _lines, _joined, _indented, _separated)
