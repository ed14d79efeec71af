"""The rule about the types of fields."""

from collections.abc import Iterator, Mapping

from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.go_decoding.loosely import first_mismatch
from xpkgtui.formats.go_decoding.shapes import Struct
from xpkgtui.formats.registry_v1.decoding.conversion import first_fault
from xpkgtui.formats.registry_v1.decoding.types import SERVICE_VERSION, type_of
from xpkgtui.formats.registry_v1.rules.by_tool import by, unloaded
from xpkgtui.formats.registry_v1.subject import Item
from xpkgtui.formats.registry_v1.tools import OLMV1, RUKPAK, SPEC
from xpkgtui.formats.registry_v1.tools.turns import FileStep, LoadingStep, OpmTurn, met
from xpkgtui.rules.finding import Stage
from xpkgtui.rules.rule import Problem, rule

_LOADING = "error loading objs in directory: "
_BEFORE_VERSION = ("apiVersion", "kind", "metadata")
"""Fields that Go converts before spec.version; `spec` itself, and spec.install, too."""


def _converted(path: FieldPath) -> Mapping[str, tuple[int, int]]:
    """Returns where the tools that convert a document field by field meet one."""
    first, *more = *path.parts, ""
    before = first in _BEFORE_VERSION or (first == "spec" and more[0] in ("", "install"))
    step = FileStep.FIELDS_BEFORE if before else FileStep.FIELDS_BEHIND
    return met(opm=step, sdk=LoadingStep.TYPES, olmv1=step, rukpak=step)


@rule(
    "OLM044",
    "fields are of their types",
    by(opm="E", sdk="E", olmv1="E", rukpak="E", spec="E"),
    stage=Stage.PARSE,
    met=_converted(FieldPath()),
)
def fields_fit(item: Item) -> Iterator[Problem]:
    """The fields of a ClusterServiceVersion, and of definitions, have values of their types.

    Why: Tools decode both into Go types. opm and OLM v1 go field by field and stop at the first that does not fit;
    operator-sdk reads a number as text where text belongs.
    When it bites: When a bundle is validated or installed.
    Fix: Write a value of the type that the message names; put numbers and booleans into quotes where text belongs.
    Source: apimachinery, runtime/converter.go; sigs.k8s.io/yaml.
    """
    if not item.is_csv and not item.is_crd:
        return
    struct = type_of(SERVICE_VERSION if item.is_csv else f"{item.api_version} {item.kind}")
    if not isinstance(item.value, dict):
        return
    kind = "CSV" if item.is_csv else "CRD"
    wrong = first_mismatch(item.value, struct, struct.name, converts=True) if struct is not None else None
    if wrong is not None:
        message = f"{item.words} has {wrong.found or 'something else'} at {wrong.path}, where {wrong.wanted} belongs"
        at = _converted(wrong.path)
        words = f"error unmarshaling JSON: while decoding JSON: {wrong.message}"
        name = item.file.rpartition("/")[2]
        if item.is_first:
            says = f"{_LOADING}unable to parse {kind} {name}: {words}"
            yield Problem(message=message, says=says, met=at, path=wrong.path, profiles=("sdk", "hub"))
            if item.is_crd:
                yield Problem(message=message, says=words, met=at, path=wrong.path, profiles=("opm",))
        if not item.is_csv:
            yield Problem(message=message, path=wrong.path, profiles=("spec",))
    yield from _strictly(item, struct) if wrong is None else ()
    newest = type_of(f"apiextensions.k8s.io/v1 {item.kind}") if item.is_crd else struct
    fault = first_fault(item.value, newest) if newest is not None else None
    if fault is not None:
        message, at = f"{item.words} has a value of another type at {fault.path}", _converted(fault.path)
        if item.is_first and item.is_csv:
            yield Problem(message=message, says=fault.message or None, met=at, path=fault.path, profiles=("opm",))
        refusals = unloaded(item.file, olmv1=fault.message, rukpak=fault.message) if fault.message else None
        yield Problem(message=message, says=refusals, met=at, path=fault.path, profiles=(OLMV1, RUKPAK, SPEC))


def _strictly(item: Item, struct: Struct | None) -> Iterator[Problem]:
    """What opm says of a definition when it decodes it once more, without reading numbers as text."""
    is_read = item.is_crd and item.is_first
    wrong = first_mismatch(item.value, struct, struct.name, converts=False) if struct and is_read else None
    if wrong is not None:
        message = f"{item.words} has {wrong.found or 'something else'} at {wrong.path}, where {wrong.wanted} belongs"
        version = item.api_version.rpartition("/")[2]
        says = f"Error: Value error decoding {version} CRD: {wrong.message}: error getting bundle CSV"
        at = met(opm=OpmTurn.DECODED)
        yield Problem(message=message, says=says, met=at, path=wrong.path, profiles=("opm",))
