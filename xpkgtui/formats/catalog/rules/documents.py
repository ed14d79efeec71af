"""Rules about single documents: that they can be read, and say what they are."""

from collections.abc import Iterator

from xpkgtui.documents.document import BrokenDocument
from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.catalog.rules.rule import rule
from xpkgtui.formats.catalog.rules.subject import CatalogDocument, CatalogSubject
from xpkgtui.rules.finding import Stage
from xpkgtui.rules.rule import Problem

_CONVERTING = "error converting YAML to JSON: "


def _faults(document: CatalogDocument, wanted: str) -> Iterator[Problem]:
    fault = document.fault
    if fault is not None and fault.rule == wanted and not isinstance(document.document, BrokenDocument):
        message = f"Document {document.chunk.number} {fault.message}"
        yield Problem(message=message, says=fault.says, path=fault.path)


@rule("FBC002", "every document is a mapping of the shape that its schema has", "E E E", stage=Stage.PARSE)
def document_loads(document: CatalogDocument) -> Iterator[Problem]:
    """Each document can be read, and is a mapping with the fields that its schema has.

    Why: One document that does not load is enough for opm to refuse all of it.
    When it bites: When opm reads the catalog.
    Fix: Correct the document, or name its file in .indexignore where it does not belong to the catalog.
    Source: operator-registry, alpha/declcfg/load.go.
    """
    found = document.document
    if isinstance(found, BrokenDocument):
        message = f"Document {document.chunk.number} cannot be read: {found.message}"
        says = found.message if found.message.startswith("invalid Yaml") else _CONVERTING + found.message
        yield Problem(message=message, says=None if found.limit else says, undecided=found.limit is not None)
        return
    yield from _faults(document, "FBC002")


@rule("FBC003", "every document says its schema; schema, package and name are text", "EW EW EW", stage=Stage.PARSE)
def names_are_text(document: CatalogDocument) -> Iterator[Problem]:
    """Every document has a schema that is not empty; its package and its name, where given, are text and not empty.

    Why: The schema says how the document is read; opm loads no document without one.
    When it bites: When opm reads the catalog.
    Fix: Name the schema, and quote names that YAML reads as numbers or bools.
    Source: operator-registry, alpha/declcfg/declcfg.go; the text on file-based catalogs.
    """
    yield from _faults(document, "FBC003")
    if document.fault is not None:
        return
    for key, value in document.fields.items():
        if key.casefold() in ("package", "name") and value == "":
            message = f"Document {document.chunk.number} has an empty {key.casefold()}"
            yield Problem(message=message, path=FieldPath.of(key), level=1)


@rule("FBC004", "no key of a document is spelled in two ways", "E E E", stage=Stage.PARSE)
def keys_once(document: CatalogDocument) -> Iterator[Problem]:
    """No two keys at the top of a document differ in upper and lower case alone.

    Why: opm ignores the case of these keys, and refuses to choose between two.
    When it bites: When opm reads the catalog.
    Fix: Keep one of them.
    Source: operator-registry, alpha/declcfg/declcfg.go (extractUniqueMetaKeys).
    """
    yield from _faults(document, "FBC004")


@rule("FBC050", "an embedded object can be read", "EW EW EW", stage=Stage.PARSE)
def embedded_objects(document: CatalogDocument) -> Iterator[Problem]:
    """Each olm.bundle.object holds base64 data; it is an older way, and not mixed with olm.csv.metadata.

    Why: opm reads embedded objects while it loads a bundle. Metadata of the ClusterServiceVersion replaced them.
    When it bites: When opm reads the catalog.
    Fix: Render the bundle anew; `opm render --migrate` turns objects into olm.csv.metadata.
    Source: operator-registry, alpha/declcfg/load.go (readBundleObjects).
    """
    yield from _faults(document, "FBC050")


RULES = (document_loads, names_are_text, keys_once, embedded_objects)


@rule("FBC005", "no document is of comments alone", "E E E", stage=Stage.PARSE)
def no_empty_documents(catalog: CatalogSubject) -> Iterator[Problem]:
    """No document of a file has only comments, as a header followed by `---` is.

    Why: opm reads it as a document without a schema.
    When it bites: When opm reads the catalog.
    Fix: Remove the `---` behind the comment, or the comment.
    Source: observed with operator-registry 1.73.
    """
    for chunk in catalog.stream.chunks:
        if chunk.empty:
            message = f"Document {chunk.number} has nothing but comments or blanks"
            says = "object '' is missing root schema field"
            yield Problem(message=message, says=says, document=chunk.number, line=chunk.first_line)


@rule("FBC007", "separators stand alone", "E E E", stage=Stage.PARSE)
def separators_alone(catalog: CatalogSubject) -> Iterator[Problem]:
    """After `---` a line has nothing but a comment.

    Why: opm stops reading there.
    When it bites: When opm reads the catalog.
    Fix: Begin the document on the next line.
    Source: k8s.io/apimachinery, pkg/util/yaml.
    """
    problem = catalog.stream.problem
    if problem is not None:
        undecided = problem.limit is not None
        yield Problem(message=f"{problem.message}", says=problem.message, line=problem.line, undecided=undecided)


PACKAGE_RULES = (no_empty_documents, separators_alone)
