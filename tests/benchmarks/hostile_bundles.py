"""Hostile bundles, plain bundles, RukPak streams and stacks: very many objects, and very many files."""

from collections.abc import Callable, Iterable, Iterator

from benchmarks.hostile_case import Case, one_file, tree
from builders.packages.bundles import ANNOTATIONS, CRD, CSV, CSV_FILE
from builders.packages.plain_bundles import thing
from builders.packages.rukpak_objects import IMAGE, bundle
from builders.packages.stacks import APP, crd

_OBJECTS, _FILES = 40_000, 20_000
Files = Iterator[tuple[str, str]]


def _operator(files: Iterable[tuple[str, str]], csv: str = CSV) -> Files:
    yield CSV_FILE, csv
    yield "metadata/annotations.yaml", ANNOTATIONS
    yield from files


def _owned(many: int) -> str:
    """A ClusterServiceVersion that owns very many definitions, none of which is there."""
    lead, mark, behind = CSV.partition("    owned:\n")
    rows = (f"    - {{name: b{n}.example.com, version: v1, kind: B{n}}}\n" for n in range(many))
    return lead + mark + "".join(rows) + behind


def _thing(number: int) -> str:
    return thing(f"c{number}")


def _documents(many: int) -> str:
    return "---\n".join(map(_thing, range(many)))


def _definition(number: int) -> str:
    return CRD.replace("berth", f"berth{number}").replace("Berth", f"Berth{number}")


def _files(form: str, text: Callable[[int], str], many: int = _FILES) -> Files:
    """Files by their number."""
    return ((form.format(number), text(number)) for number in range(many))


def _stack(*files: tuple[str, str]) -> Files:
    yield ".registry/app.yaml", APP
    yield from files


def _lines(lead: str, form: str, many: int) -> str:
    return lead + "".join(form.format(number) for number in range(many))


def _whole(number: int) -> Files:
    """A folder with a definition and everything that is bound to it."""
    folder = f".registry/c{number}"
    yield f"{folder}/boat.crd.yaml", crd(f"Boat{number}")
    yield f"{folder}/icon.svg", "<svg/>"
    yield f"{folder}/resource.yaml", f"id: Boat{number}\n"
    yield f"{folder}/group.yaml", "title: x\n"


_DEPENDENCY = "- {{type: olm.package, value: {{packageName: p{0}, version: x}}}}\n"
_ITEM = "- {{apiVersion: v1, kind: ConfigMap, metadata: {{name: c{0}}}}}\n"
_LIST = "apiVersion: v1\nkind: List\nitems:\n"
_SOURCES: dict[str, Callable[[], Files]] = {
    "bundle: objects in a file": lambda: _operator([("manifests/z.yaml", _documents(_OBJECTS))]),
    "bundle: objects in files": lambda: _operator(_files("manifests/c{}.yaml", _thing)),
    "bundle: definitions in files": lambda: _operator(_files("manifests/c{}.yaml", _definition)),
    "bundle: definitions that are not there": lambda: _operator((), _owned(_OBJECTS)),
    "bundle: dependencies": lambda: _operator(
        [("metadata/dependencies.yaml", _lines("dependencies:\n", _DEPENDENCY, _OBJECTS))]
    ),
    "bundle: files that are not YAML": lambda: _operator(_files("manifests/c{}.yaml", lambda _: "a: [\n")),
    "plain: objects in a file": lambda: iter([("manifests/a.yaml", _documents(_OBJECTS))]),
    "plain: the same object in a file": lambda: iter([("manifests/a.yaml", "---\n".join([thing()] * _OBJECTS))]),
    "plain: objects in files": lambda: _files("manifests/c{}.yaml", _thing),
    "plain: a list of objects": lambda: iter([("manifests/a.yaml", _lines(_LIST, _ITEM, 100_000))]),
    "plain: files that are not YAML": lambda: _files("manifests/c{}.yaml", lambda _: "a: [\n"),
    "stack: definitions": lambda: _stack(*_files(".registry/c{}/boat.crd.yaml", lambda at: crd(f"Boat{at}"))),
    "stack: the same definition": lambda: _stack(*_files(".registry/c{}/boat.crd.yaml", lambda _: crd())),
    "stack: files of no use": lambda: _stack(
        (".registry/boat.crd.yaml", crd()), *_files(".registry/c{}/x.yaml", lambda _: "a: 1\n")
    ),
    "stack: texts of kinds": lambda: _stack(
        (".registry/boat.crd.yaml", crd()),
        *_files(".registry/c{}/resource.yaml", lambda at: f"id: Boat\ntitle: {at}\n"),
    ),
    "stack: definitions with what is bound": lambda: _stack(
        *(one for at in range(_FILES // 4) for one in _whole(at))
    ),
    "stack: documents in a file": lambda: _stack(
        (".registry/boat.crd.yaml", "---\n".join(crd(f"Boat{at}") for at in range(_OBJECTS)))
    ),
}
BUNDLES = (
    *(Case(name, tree(files)) for name, files in _SOURCES.items()),
    Case("rukpak: objects", one_file(lambda: (bundle(IMAGE, f"b{at}") for at in range(_OBJECTS)), ".yaml")),
    Case("rukpak: faulty objects", one_file(lambda: (bundle("type: foo", "b") for _ in range(_OBJECTS)), ".yaml")),
)
"""Each takes less than 25 MB."""
