"""The facts of the files of `.registry`: what the package manager makes of each, and of all of them."""

from collections.abc import Iterator

from xpkgtui.formats.fact import Fact, brief, first, identity, listed
from xpkgtui.formats.go_decoding.loosely import lowered
from xpkgtui.formats.package_objects import ObjectHead, PackageObjects
from xpkgtui.formats.stack.binding import Definition
from xpkgtui.formats.stack.files import Sort, inside, sorts_of
from xpkgtui.formats.stack.record import Record, Recorded, record_of
from xpkgtui.untyped import field, listing, mapping, text
from xpkgtui.visible import plural

_EXTENSIONS, _CRD = "apiextensions.k8s.io", "CustomResourceDefinition"
_TEXTS = (
    ("title", "title"),
    ("version", "version"),
    ("overviewShort", "in short"),
    ("company", "company"),
    ("category", "category"),
    ("license", "license"),
    ("website", "website"),
    ("source", "source"),
)
_INSTALLED = {
    "Cluster": "Cluster: installed by a ClusterPackageInstall, for all namespaces; a PackageInstall fails",
    "Namespaced": "Namespaced: installed by a PackageInstall, for its namespace; a ClusterPackageInstall fails",
}
_LONGEST_README = 4_000
_TAKEN = {
    Sort.APP: "the description of the package",
    Sort.BEHAVIOR: "the behavior: templates that run for each object of a kind",
    Sort.GROUP: "texts of a group, for every definition in its folder and below",
    Sort.RESOURCE: "texts of the kind that its id names",
    Sort.CRD: "a definition",
    Sort.INSTALL: "the controller",
    Sort.ICON: "an icon",
    Sort.UI: "a form, copied as it is",
}
_READ = {Sort.APP, Sort.BEHAVIOR, Sort.GROUP, Sort.RESOURCE, Sort.INSTALL, Sort.CRD}


def of_object(value: object, package: PackageObjects) -> Iterator[Fact]:
    """The facts of a file, by what its name makes of it."""
    path = inside(package.shown.file or "") if package.shown else ""
    sorts = sorts_of(path)
    if text(field(value, "kind")):
        yield identity(value)
    if path:
        yield "file", path
    if package.shown is not None and is_later(package.shown, package):
        yield "is read", "no: only the first document of a file is"
        return
    yield "is read", f"as {' and '.join(_TAKEN[sort] for sort in sorts)}" if sorts else "no: nothing reads its name"
    if Sort.APP in sorts:
        yield from _of_app(value, package, path)
    elif Sort.CRD in sorts:
        yield from _of_definition(value, package, path)
    elif Sort.BEHAVIOR in sorts:
        yield from _of_behavior(value)
    elif Sort.INSTALL in sorts:
        yield from _of_install(value)
    elif Sort.GROUP in sorts or Sort.RESOURCE in sorts or Sort.UI in sorts:
        yield from _of_texts(value, package, path)


def _of_app(value: object, package: PackageObjects, path: str) -> Iterator[Fact]:
    found = mapping(value)
    app = unpacked(package).app
    if app and app != path:
        yield "counts", f"no: {app} is read later and replaces it"
    texts = ((label, " ".join(brief(lowered(found, key)).split())) for key, label in _TEXTS)
    yield from (one for one in texts if one[1])
    kind, scope = brief(lowered(found, "packageType")), text(lowered(found, "permissionScope"))
    yield "type", kind or "not given"
    yield "scope", _INSTALLED.get(scope, f"{scope or 'not given'}: fits neither kind of installation")
    for label in ("maintainers", "owners"):
        if people := [mapping(one) for one in listing(lowered(found, label))]:
            yield label, listed(f"{brief(one.get('name'))} {brief(one.get('email'))}".strip() for one in people)
    if keywords := listing(lowered(found, "keywords")):
        yield "keywords", listed(keywords)
    wanted = listing(lowered(found, "dependsOn"))
    yield from first((("depends on", _wanted(one)) for one in wanted), len(wanted), "depends on", "dependencies")
    yield from record_facts(unpacked(package))
    for label in ("overview", "readme"):
        if words := text(lowered(found, label)).strip():
            yield label, brief(words, _LONGEST_README)


def _of_definition(value: object, package: PackageObjects, path: str) -> Iterator[Fact]:
    spec = mapping(field(value, "spec"))
    kind = text(field(spec, "names", "kind"))
    yield "defines", f"{kind or '(no kind)'} in {brief(spec.get('group')) or '(no group)'}"
    yield "scope", brief(spec.get("scope")) or "not given"
    recorded = f"{brief(spec.get('group'))}/{text(spec.get('version'))}"
    yield (
        "recorded as",
        recorded if text(spec.get("version")) else f"{recorded} without a version: spec.version is absent",
    )
    record = unpacked(package)
    bound = record.bindable.of(Definition(path=path, kind=kind))
    yield "group texts", f"{bound.group}: in its folder or above, the nearest" if bound.group else "none"
    yield from ((f"group {label}", brief(words)) for label, words in record.texts(bound.group).items())
    yield "kind texts", f"{bound.resource}: its id is this kind" if bound.resource else "none"
    yield from ((f"kind {label}", brief(words)) for label, words in record.texts(bound.resource).items())
    yield "icon", f"{bound.icon}: {_chosen(bound.icon)}" if bound.icon else "none"
    yield "form", f"{' then '.join(bound.ui_schemas)}, joined" if bound.ui_schemas else "none"
    plural = brief(field(spec, "names", "plural"))
    subs = [f"{plural}/{name}" for name in ("status", "scale") if name in mapping(spec.get("subresources"))]
    yield "permissions", f"everything with {', '.join([plural, *subs, f'{plural}/finalizers'])}"


def _of_behavior(value: object) -> Iterator[Fact]:
    kind, api_version = (brief(field(value, "crd", name)) for name in ("kind", "apiVersion"))
    yield "runs for", f"{kind or '(no kind)'} of {api_version or '(no version)'}"
    yield "engine", brief(field(value, "engine", "type")) or "not given"
    yield "run by", brief(field(value, "engine", "controllerImage")) or "the default image of the package manager"
    image = brief(field(value, "source", "image")) or "the image of the package"
    yield "templates", f"{brief(field(value, 'source', 'path')) or '(no path)'} of {image}"


def _of_install(value: object) -> Iterator[Fact]:
    if text(field(value, "kind")) != "Deployment":
        yield "installed", "no: only a Deployment is"
        return
    pod = field(value, "spec", "template", "spec")
    for one in listing(field(pod, "containers")):
        image = brief(field(one, "image")) or "the image of the package"
        yield "container", f"{brief(field(one, 'name')) or '(no name)'} of {image}"
    yield "kept", "its spec; name, labels and the rest come from the package manager"


def _of_texts(value: object, package: PackageObjects, path: str) -> Iterator[Fact]:
    for key, words in mapping(value).items():
        if isinstance(words, str | int | float):
            yield brief(key, 40), brief(words)
    record = unpacked(package)
    kinds = [one.kind or one.name for one in record.kept if path in record.bound(one).files]
    unbound = record.bindable.unbound(one.target for one in record.kept)
    why = next((why for _, name, why in unbound if name == path), "")
    yield "bound to", listed(kinds) if kinds else f"nothing: {why}"


def _wanted(one: object) -> str:
    if crd := brief(field(one, "crd")):
        return f"{crd}: permitted, not installed"
    return f"{brief(field(one, 'package')) or '(nothing)'}: has no effect"


def _chosen(path: str) -> str:
    return "for all in its folder and below" if path.rpartition("/")[2].startswith("icon.") else "of this kind"


def record_facts(record: Record) -> Iterator[Fact]:
    """What unpacking makes of the package."""
    yield (
        "makes",
        f"a {'StackDefinition' if record.behavior else 'Package'} and {plural(len(record.kept), 'definition')}",
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
    """What unpacking makes of the files."""
    values: dict[str, object] = {}
    for head in package.heads:
        if head.file and not _READ.isdisjoint(sorts_of(head.file)) and not is_later(head, package):
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
