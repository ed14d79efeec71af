"""Rules about Bundles and BundleDeployments."""

from collections.abc import Iterator

from xpkgtui.documents.document import BrokenDocument
from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.rukpak.sources import NAMED_BY, movable
from xpkgtui.formats.rukpak.subject import Bundles, RukpakDocument
from xpkgtui.formats.rukpak.summary import BUNDLE, DEPLOYMENT, RUKPAK
from xpkgtui.golang.printing import type_of_go
from xpkgtui.rules.finding import Stage
from xpkgtui.rules.rule import Problem, Where, rule
from xpkgtui.untyped import field as at
from xpkgtui.untyped import text

_ERROR = {RUKPAK: "E"}
_DECODING = "error unmarshaling JSON: while decoding JSON: "
_KNOWN = ("core-rukpak-io-plain", "core-rukpak-io-registry", "core-rukpak-io-helm")


def _refused(item: RukpakDocument, id: str) -> Iterator[Problem]:  # noqa: A002
    for one in item.refusals:
        if one.rule == id:
            yield Problem(message=one.message, more=one.more, says=one.says, path=one.path)
    for one in item.later:
        if one.rule == id:
            message = f"{one.message}; {one.more}" if one.more else one.message
            more = "the Bundle that is made of the template is refused"
            path = FieldPath(("spec", "template", *one.path.parts)) if one.path else None
            yield Problem(level=1, message=message, more=more, says=one.says, path=path)


@rule("RPK001", "an unknown version or provisioner class", {RUKPAK: "EI"}, stage=Stage.INSTALL)
def version_and_class(item: RukpakDocument) -> Iterator[Problem]:
    """The object is of core.rukpak.io/v1alpha1, and provisionerClassName is given, in lowercase letters and hyphens.

    Why: The class says which provisioner unpacks the object; without a provisioner of that name nothing happens.
    This is only an info, because a cluster may have other provisioners. Later versions of RukPak have v1alpha2.
    When it bites: When the object is created.
    Fix: Use a Bundle or BundleDeployment of core.rukpak.io/v1alpha1, with the class core-rukpak-io-plain,
    core-rukpak-io-registry or core-rukpak-io-helm.
    Source: rukpak 0.12, manifests/apis/crds.
    """
    if item.is_own and item.kind not in (BUNDLE, DEPLOYMENT):
        kind, version = text(at(item.value, "kind")), text(at(item.value, "apiVersion"))
        message = f"RukPak 0.12 does not know {kind or 'objects'} of {version}"
        yield Problem(message=message, path=FieldPath.of("apiVersion"))
    yield from _refused(item, "RPK001")
    path = ("spec", "template", "spec") if item.kind == DEPLOYMENT else ("spec",)
    name = text(at(item.value, *path, "provisionerClassName"))
    if item.kind and name and name not in _KNOWN and not item.refusals:
        message = f"{name} is not a class of RukPak's own provisioners"
        yield Problem(level=1, message=message, path=FieldPath((*path, "provisionerClassName")))


@rule("RPK002", "a name is too long", _ERROR, stage=Stage.INSTALL)
def short_names(item: RukpakDocument) -> Iterator[Problem]:
    """The name of a Bundle has at most 52 characters, that of a BundleDeployment at most 45.

    Why: RukPak makes names of other objects from it, and these may have 63 characters.
    When it bites: When the object is created.
    Fix: Choose a shorter name.
    Source: rukpak 0.12, manifests/apis/crds/patches.
    """
    yield from _refused(item, "RPK002")


@rule("RPK003", "the source is missing, or type names another one", {RUKPAK: "EW"}, stage=Stage.INSTALL)
def one_source(item: RukpakDocument) -> Iterator[Problem]:
    """spec.source has one of git, image, configMaps, upload and http, and type names it.

    Why: The definition counts the sources, and the webhook requires the one that type names. Sources in the template
    of a BundleDeployment are not counted, so only its Bundle is refused later.
    When it bites: When the object is created. For a template, when its Bundle is created.
    Fix: Keep one source, and set type to its name.
    Source: rukpak 0.12, manifests/apis/crds/patches, internal/webhook/bundle.go.
    """
    yield from _refused(item, "RPK003")


@rule("RPK004", "a git source is incomplete", {RUKPAK: "EW"}, stage=Stage.INSTALL)
def git_source(item: RukpakDocument) -> Iterator[Problem]:
    """A git source has a repository, one of branch, tag and commit, and a directory inside the repository.

    Why: The webhook refuses a directory that begins with ../; it accepts /etc and .. itself.
    When it bites: When the object is created.
    Fix: Add the missing field, or correct the directory.
    Source: rukpak 0.12, manifests/apis/crds, internal/webhook/bundle.go.
    """
    yield from _refused(item, "RPK004")


@rule("RPK005", "a source has no reference or URL", {RUKPAK: "EW"}, stage=Stage.INSTALL)
def reference(item: RukpakDocument) -> Iterator[Problem]:
    """image.ref and http.url are set.

    Why: The definition requires them. An empty value is accepted, but cannot be unpacked.
    When it bites: When the object is created. If the value is empty, when it is unpacked.
    Fix: Set image.ref or http.url.
    Source: rukpak 0.12, manifests/apis/crds.
    """
    yield from _refused(item, "RPK005")
    source, path = item.source
    for block, name in (("image", "ref"), ("http", "url")):
        if item.kind and at(source, block, name) == "":
            message, more = f"{block}.{name} is empty", "it is accepted, and cannot be unpacked"
            yield Problem(level=1, message=message, more=more, path=FieldPath((*path, block, name)))


@rule("RPK006", "ConfigMaps are missing, mutable or outside the bundle", {RUKPAK: "EW"}, stage=Stage.INSTALL)
def config_maps(item: RukpakDocument) -> Iterator[Problem]:
    """configMaps has entries, their paths are inside the bundle, and their ConfigMaps are immutable.

    Why: The webhook refuses others, but accepts a ConfigMap that does not exist yet. xpkgtui knows only the
    ConfigMaps in the same stream.
    When it bites: When the object is created.
    Fix: Write `immutable: true` into the ConfigMap, and use paths inside the bundle.
    Source: rukpak 0.12, internal/webhook/bundle.go.
    """
    yield from _refused(item, "RPK006")


@rule("RPK007", "a BundleDeployment has no template", {RUKPAK: "EW"}, stage=Stage.INSTALL)
def template(item: RukpakDocument) -> Iterator[Problem]:
    """A BundleDeployment has a template with a spec.

    Why: RukPak makes Bundles from this template.
    When it bites: When the object is created.
    Fix: Write the spec of a Bundle to spec.template.spec.
    Source: rukpak 0.12, manifests/apis/crds.
    """
    yield from _refused(item, "RPK007")


@rule("RPK008", "the content can change", {RUKPAK: "W"}, stage=Stage.INSTALL)
def pinned(item: RukpakDocument) -> Iterator[Problem]:
    """An image has a digest, and a git source has a commit.

    Why: The spec of a Bundle is immutable, but a tag or branch can move, and a URL can serve other bytes: what runs
    is then not what was tested.
    When it bites: When the Bundle is unpacked again.
    Fix: Use the digest of the image, or a full commit.
    Source: OLM bundle formats, further immutability considerations.
    """
    source, path = item.source
    if item.kind in (BUNDLE, DEPLOYMENT) and (why := movable(source)):
        where = FieldPath((*path, *NAMED_BY.get(text(at(source, "type")), ())))
        yield Problem(message=f"The content of {item.object_name} can change: {why}", path=where)


@rule("RPK009", "the spec of a Bundle changed", _ERROR, stage=Stage.INSTALL)
def unchanged(bundles: Bundles) -> Iterator[Problem]:
    """Two Bundles of one name, in a stream or in sources of one `check`, have the same spec.

    Sources are compared in the order of the call: `xpkgtui check old.yaml new.yaml`. Fields that the definition does
    not have do not count, nor do empty ones.

    Why: Objects are created one after another. The second one is an update, and spec is immutable.
    When it bites: When the second one is applied.
    Fix: Give it another name. Or delete the first one, and with it the content that was unpacked. Or use a
    BundleDeployment, which makes new Bundles.
    Source: rukpak 0.12, internal/webhook/bundle.go, ValidateUpdate.
    """
    specs = {
        one.name: (one.fixed, f" in {known.source}")
        for known in reversed(bundles.before)
        for one in reversed(known.objects)
        if one.kind == BUNDLE
    }
    for one in bundles.named:
        there, where = specs.setdefault(one.name, (one.fixed, ""))
        if there != one.fixed:
            message = f"Bundle {one.name} already exists{where}, with another spec"
            yield Problem(
                message=message, says="bundle.spec is immutable", where=Where(document=one.number, line=one.line)
            )


@rule("RPK010", "a document of RukPak cannot be read", _ERROR, stage=Stage.PARSE)
def readable(item: RukpakDocument) -> Iterator[Problem]:
    """Every document is YAML or JSON.

    Why: An API server accepts nothing else.
    When it bites: When the object is created.
    Fix: Correct the document.
    Source: k8s.io/apimachinery, pkg/util/yaml.
    """
    if isinstance(item.document, BrokenDocument):
        is_cut = item.document.limit is not None
        lead = "" if item.document.message.startswith("error converting") else "error converting YAML to JSON: "
        says = None if is_cut else lead + item.document.message
        yield Problem(message=f"Document {item.chunk.number} cannot be read", says=says, undecided=is_cut)
    elif item.value is not None and not isinstance(item.value, dict):
        kind = type_of_go(item.value)
        says = f"{_DECODING}json: cannot unmarshal {kind} into Go value of type map[string]interface {{}}"
        yield Problem(message=f"Document {item.chunk.number} is not an object", says=says)


def separators(bundles: Bundles) -> Iterator[Problem]:
    """What is said of a separator with text behind it."""
    problem = bundles.problem
    if problem is not None and problem.limit is None:
        message, more = "A separator has text after it", "documents from here on are not read"
        yield Problem(message=message, more=more, says=problem.message, where=Where(line=problem.line))


_separators_stand_alone = readable.about(separators)
