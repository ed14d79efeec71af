"""Rules about single documents: that they can be read, and say what they are."""

from collections.abc import Iterator
from posixpath import join

from xpkgtui.documents.document import BrokenDocument
from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.catalog.model.blobs import (
    BUNDLE,
    CHANNEL,
    DEPRECATIONS,
    METADATA,
    OBJECT,
    PACKAGE,
    TEMPLATES,
    Bundle,
    rendering,
)
from xpkgtui.formats.catalog.model.graph import Graph
from xpkgtui.formats.catalog.rules.rule import rule
from xpkgtui.formats.catalog.subject import CatalogDocument, CatalogSubject
from xpkgtui.rules.finding import Stage
from xpkgtui.rules.rule import Problem, Where
from xpkgtui.visible import plural

_CONVERTING = "error converting YAML to JSON: "
_KNOWN = (PACKAGE, CHANNEL, BUNDLE, DEPRECATIONS)


def _faults(document: CatalogDocument, wanted: str) -> Iterator[Problem]:
    fault = document.fault
    if fault is not None and fault.rule == wanted and not isinstance(document.document, BrokenDocument):
        yield Problem(message=f"Document {document.chunk.number} {fault.message}", says=fault.says, path=fault.path)


@rule("FBC002", "a document of the catalog cannot be read", "EW EW EW", stage=Stage.PARSE)
def document_loads(document: CatalogDocument) -> Iterator[Problem]:
    """Every file that is not ignored can be read, and each document is a mapping with the fields of its schema.

    Why: If one document cannot be loaded, opm refuses the whole catalog. The same is true for a link that leads
    nowhere or to a folder, and for text after `---` that is not a comment.
    When it bites: When opm reads the catalog.
    Fix: Correct the document. If its file does not belong to the catalog, add the file to .indexignore.
    Source: operator-registry, alpha/declcfg/load.go.
    """
    found = document.document
    if isinstance(found, BrokenDocument):
        message = f"Document {document.chunk.number} cannot be read: {found.message}"
        if found.limit is not None:
            yield Problem(message=message, fix=found.limit.advice, level=1, undecided=True)
            return
        says = found.message if found.message.startswith("invalid Yaml") else _CONVERTING + found.message
        yield Problem(message=message, says=says)
        return
    yield from _faults(document, "FBC002")


@rule("FBC003", "a document lacks its schema, package or name", "EW EW EW", stage=Stage.PARSE)
def names_are_text(document: CatalogDocument) -> Iterator[Problem]:
    """Every document has a schema that is not empty; its package and its name, where given, are text and not empty.

    Why: The schema says how the document is read; opm loads no document without one. A document of comments alone,
    such as a header before `---`, has none.
    When it bites: When opm reads the catalog.
    Fix: Add the schema, and quote names that YAML reads as numbers or booleans.
    Source: operator-registry, alpha/declcfg/declcfg.go; the text on file-based catalogs.
    """
    yield from _faults(document, "FBC003")
    if document.fault is not None:
        return
    for key, value in document.fields.items():
        if key.casefold() in ("package", "name") and value == "":
            message = f"Document {document.chunk.number} has an empty {key.casefold()}"
            yield Problem(message=message, path=FieldPath.of(key), level=1)


@rule("FBC004", "a key is spelled in two ways", "E E E", stage=Stage.PARSE)
def keys_once(document: CatalogDocument) -> Iterator[Problem]:
    """No two keys at the top of a document differ only in upper and lower case.

    Why: opm ignores the case of these keys, and refuses a document with two of them.
    When it bites: When opm reads the catalog.
    Fix: Keep one of the two keys.
    Source: operator-registry, alpha/declcfg/declcfg.go (extractUniqueMetaKeys).
    """
    yield from _faults(document, "FBC004")


@rule("FBC050", "embedded objects are unreadable or in two forms", "EWI EWI EWI", stage=Stage.PARSE)
def embedded_objects(document: CatalogDocument) -> Iterator[Problem]:
    """Each olm.bundle.object property holds base64 data. It is the older form, and is not mixed with
    olm.csv.metadata. The head of a channel has one of them.

    Why: opm reads embedded objects when it loads a bundle. The newer form is the metadata of the
    ClusterServiceVersion. OLM v0 leaves a channel out of the PackageManifest whose head has neither; a Subscription
    still installs it.
    When it bites: When opm reads the catalog; for a head without either when people look for the operator.
    Fix: Render the bundle again; `opm render --migrate` turns objects into olm.csv.metadata.
    Source: operator-registry, alpha/declcfg/load.go (readBundleObjects).
    """
    yield from _faults(document, "FBC050")
    blob = document.blob
    if not isinstance(blob, Bundle):
        return
    objects, metadata = blob.of_type(OBJECT), blob.of_type(METADATA)
    path = (
        FieldPath.of("properties", (metadata[-1] if metadata else objects[0]).index) if objects or metadata else None
    )
    if len(metadata) > 1:
        yield Problem(message=f"The bundle {blob.name} has {len(metadata)} properties {METADATA}", level=1, path=path)
    if objects and metadata:
        message = f"The bundle {blob.name} embeds objects, and has {METADATA} in their place"
        yield Problem(message=message, level=1, path=path)


@embedded_objects.about
def _older_form(catalog: CatalogSubject) -> Iterator[Problem]:
    """Bundles that embed their objects, a package at a time."""
    of_package: dict[str, list[Bundle]] = {}
    for one in catalog.model.bundles:
        if one.of_type(OBJECT) and not one.of_type(METADATA):
            of_package.setdefault(one.package, []).append(one)
    for package, bundles in of_package.items():
        first, *others = bundles
        of = f"{plural(len(bundles), 'bundle')} of {package}" if others else f"The bundle {first.name}"
        message = f"{of} embed{'' if others else 's'} objects, which is the older form"
        path = FieldPath.of("properties", first.of_type(OBJECT)[0].index)
        yield Problem(message=message, level=2, where=Where(document=first.document), path=path)


@embedded_objects.about
def _told_heads(catalog: CatalogSubject) -> Iterator[Problem]:
    """Heads of channels of which OLM v0 knows no ClusterServiceVersion; one finding where no bundle tells it."""
    told = {one.package for one in catalog.model.bundles if one.of_type(OBJECT) or one.of_type(METADATA)}
    silent = {
        (one.package, one.name): one
        for one in catalog.model.bundles
        if not one.of_type(OBJECT) and not one.of_type(METADATA)
    }
    whole = dict[str, Bundle]()
    for channel in catalog.model.channels if silent else ():
        for one in (silent.get((channel.package, name)) for name in Graph.of(channel).heads):
            if one is not None and channel.package in told:
                message = f"The head {one.name} of {channel.name} has neither {METADATA} nor objects"
                more = "OLM v0 does not list the channel"
                yield Problem(message=message, more=more, level=1, where=Where(document=one.document))
            elif one is not None:
                whole.setdefault(channel.package, one)
    for package, one in whole.items():
        message, more = f"No bundle of {package} has {METADATA} or objects", "OLM v0 does not list the package"
        yield Problem(message=message, more=more, level=2, where=Where(document=one.document))


@rule("FBC005", "a schema that OLM does not know", "W W W", stage=Stage.PARSE)
def known_schemas(document: CatalogDocument) -> Iterator[Problem]:
    """A schema that begins with `olm.` is olm.package, olm.channel, olm.bundle or olm.deprecations.

    Why: These names are reserved. opm keeps a document of another schema and does nothing with it. A template is not
    a catalog yet: what opm prints about the catalog that is made of it is unknown.
    When it bites: OLM does not find what the document describes.
    Fix: Correct the schema. If the file is a template, render it first: `opm alpha render-template`.
    Source: the text on file-based catalogs.
    """
    if document.fault is None and document.schema.startswith("olm.") and document.schema not in _KNOWN:
        if document.schema in TEMPLATES:
            return
        message = f"Document {document.chunk.number} has the schema {document.schema}, which OLM does not know"
        yield Problem(message=message, path=FieldPath.of("schema"))


@known_schemas.about
def _templates(catalog: CatalogSubject) -> Iterator[Problem]:
    """Templates: nothing is known of a catalog that has nothing else."""
    model = catalog.model
    is_alone = not (model.packages or model.channels or model.bundles)
    for one in model.others:
        if one.schema in TEMPLATES:
            message = f"Document {one.document} is a template ({one.schema}), no catalog yet"
            origin = catalog.origins.at(catalog.stream.chunks[one.document - 1].first_line)
            fix = rendering(one.schema, join(catalog.folder, origin.file) if origin else None)
            where, path = Where(document=one.document), FieldPath.of("schema")
            yield Problem(message=message, fix=fix, where=where, path=path, undecided=is_alone)


@names_are_text.about
def _no_empty_documents(catalog: CatalogSubject) -> Iterator[Problem]:
    """A document of comments alone, as a header followed by `---` is, has no schema."""
    for chunk in catalog.stream.chunks:
        if chunk.empty:
            message = f"Document {chunk.number} has nothing but comments or blanks"
            says = "object '' is missing root schema field"
            yield Problem(message=message, says=says, where=Where(document=chunk.number, line=chunk.first_line))


@document_loads.about
def _all_is_read(catalog: CatalogSubject) -> Iterator[Problem]:
    """Files that cannot be read, and the separator at which reading stops."""
    for entry in catalog.files:
        if entry.fails:
            message = f"{entry.name} cannot be read: {entry.unread}"
            yield Problem(message=message, says=entry.unread, where=Where(entry=entry.name, layer=entry.layer))
        elif entry.unread:
            yield Problem(
                message=entry.unread, level=1, undecided=True, where=Where(entry=entry.name, layer=entry.layer)
            )
    problem = catalog.stream.problem
    if problem is not None and problem.limit is None:
        yield Problem(message=problem.message, says=problem.message, where=Where(line=problem.line))
