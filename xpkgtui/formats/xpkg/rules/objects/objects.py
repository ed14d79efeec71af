"""Rules about the objects that a package may hold (701, 702, 706) and should hold (724)."""

from collections.abc import Hashable, Iterator

from xpkgtui.documents.document import PackageDocument
from xpkgtui.documents.position import FieldPath
from xpkgtui.documents.yaml.refusals import OddityKind
from xpkgtui.formats.role import Role
from xpkgtui.formats.xpkg.objects.kinds import (
    META_GROUP,
    PACKAGES,
    SPECIFIED,
    GroupVersionKind,
    complaint,
    packages_of,
    permitted_kinds,
)
from xpkgtui.formats.xpkg.rules.rule import Problem, Stage, Where, Within, rule, silenced
from xpkgtui.formats.xpkg.subject.subjects import DocumentSubject, PackageSubject
from xpkgtui.formats.xpkg.subject.summaries import DocumentSummary
from xpkgtui.formats.xpkg.summary import Profile
from xpkgtui.formats.xpkg.tools.editions import EDITIONS
from xpkgtui.golang.printing import LARGEST_STORED, size_of_json
from xpkgtui.untyped import field, mapping
from xpkgtui.visible import all_of
from xpkgtui.visible import size as visible_size

_CRD, _MRD = "CustomResourceDefinition", "ManagedResourceDefinition"
_EXPECTED = {"Provider": (_CRD, _MRD), "Configuration": ("CompositeResourceDefinition", "Composition")}


@rule("XPKG724", "the package lacks what its type is for", "I", stage=Stage.INSTALL)
def package_holds_something(subject: PackageSubject) -> Iterator[Problem]:
    """A Provider holds a definition; a Configuration holds a definition of composite resources or a Composition.

    Why: A package without them is valid. It may exist to bring its dependencies, or it lost its objects at the build.
    When it bites: If the objects were left out by mistake, for example because of a wrong `--package-root`.
    Fix: No action needed for a package that is empty on purpose.
    Source: xpkg specification, "zero or more".
    """
    meta, kinds = subject.meta, _EXPECTED.get(subject.type or "")
    if meta is None or kinds is None or not subject.is_whole or any(one.refused for one in subject.seen):
        return
    if not any(one.named is not None and one.named.kind in kinds for one in subject.objects):
        only = ", only dependencies" if meta.facts.dependencies else ""
        message = f"{meta.title} holds no {kinds[0]} and no {kinds[1]}{only}"
        yield Problem(message=message, where=Where(document=meta.number), path=FieldPath.of("kind"))


_FORMAT_V2 = (_CRD, "CompositeResourceDefinition", "Composition")


@rule("XPKG701", "the package type does not allow an object", "EW", spec="E", build="E", stage=Stage.LINT, met=(1, 0))
def kinds_are_permitted(subject: PackageSubject) -> Iterator[Problem]:
    """Every object is of a kind that this package type allows.

    Why: A Provider may hold definitions and webhook configurations. A Configuration may hold composite resource
    definitions, compositions, operations and activation policies. A Function may hold definitions only. The
    specification defines neither operations nor managed resource definitions.
    When it bites: `crossplane xpkg build` and Crossplane up to 2.1 refuse the package, so that a folder of sources
    is refused. Crossplane 2.2 and later skip the object at installation, with a warning event.
    Fix: Move the object to a package that may hold it, or apply it separately.
    Source: xpkg specification; crossplane-runtime pkg/xpkg/lint.go.
    """
    package, edition = subject.type, subject.target.edition
    checks = edition.checks.get(package or "")
    if package is None or (checks is None and not subject.profile.is_document):
        return
    for one in subject.objects:
        if one.named is None or _is_permitted(package, one.named, subject):
            continue
        elsewhere = [name for name in PACKAGES if _is_permitted(name, one.named, subject)]
        younger = EDITIONS[EDITIONS.index(edition) + 1 :] if edition in EDITIONS and checks else ()
        later = next((each.first for each in younger if each.permits(package, one.named)), "")
        hint = (
            f"Crossplane {later} and later take it there"
            if later
            else f"a {' or '.join(elsewhere)} may hold it"
            if elsewhere
            else f"it may hold {all_of(_permitted(package, subject.profile))}"
        )
        yield Problem(
            level=int(not (subject.manager.edition.blocks or subject.case.source.is_assembled)),
            message=f"{one.title} may not be in a {package} package",
            more=f"{hint}",
            says=complaint(checks, either=edition.either) if checks and not subject.profile.is_document else None,
            where=Where(document=one.number, line=one.line),
        )


@rule(
    "XPKG702",
    "Crossplane does not know an object's kind",
    "E",
    build="E",
    stage=Stage.PARSE,
    silenced_by=silenced(Within.DOCUMENT, "XPKG704"),
)
def kinds_are_known(subject: DocumentSubject) -> Iterator[Problem]:
    """Every object has a group, version and kind that Crossplane's parser knows.

    Why: A single unknown object makes the parser refuse the whole package. Examples of unknown objects: ConfigMap,
    ClusterRole, ProviderConfig, EnvironmentConfig, everything of pkg.crossplane.io, claims and composite resources.
    When it bites: At parsing, at build and at installation.
    Fix: Remove the object from the package and apply it separately.
    Source: crossplane-runtime pkg/xpkg/scheme.go; crossplane issues 3865 and 6525.
    """
    named = subject.named
    if named is None or subject.role is not Role.BROKEN or named.group.startswith("meta.pkg."):
        return
    fix, hint, kind = "", "", f"{named.api_version} {named.kind}"
    message = f"Crossplane does not know {kind}"
    if named.role is not None:
        message = f"Crossplane {subject.target.version} does not know {kind}"
    elif named.kind.endswith("List") and isinstance(field(subject.value, "items"), list):
        message = f"Crossplane reads no lists of objects, such as {kind}"
        fix = "Write each of its items as a document of its own, with `---` between them."
    elif named.group == "pkg.crossplane.io" and named.kind in PACKAGES:
        message, hint = f"{kind} installs a package, and belongs in none", f"its meta object is in {META_GROUP}"
    else:
        near = next(iter(subject.near.of(named)), "")
        if near and (named.group not in _CLUSTER or near.startswith(f"{named.group}/")):
            hint, fix = f"did you mean {near.replace(', ', ' ')}?", _respelled(near)
        elif named.group in _CLUSTER:
            message = f"Crossplane takes no {kind} from a package"
    yield Problem(
        message=f"{subject.title}: {message}",
        more=hint,
        says=subject.target.edition.unregistered(named),
        fix=fix,
        path=FieldPath.of("kind"),
    )


@rule("XPKG706", "an object appears twice", "W", stage=Stage.INSTALL)
def objects_are_unique(subject: PackageSubject) -> Iterator[Problem]:
    """No two objects have the same group, kind and name.

    Why: Crossplane applies one over the other, in no fixed order, again and again.
    When it bites: If the two objects differ.
    Fix: Remove one of them, or give it a name of its own.
    Source: crossplane issue 3466.
    """
    first: dict[Hashable, DocumentSummary] = {}
    for one in subject.objects:
        if one.same is None:
            continue
        earlier = first.setdefault(one.same, one)
        if earlier is not one:
            message = f"{one.title} appears twice, in documents {earlier.number} and {one.number}"
            yield Problem(message=message, where=Where(document=one.number, line=one.line))


def _is_permitted(package: str, named: GroupVersionKind, subject: PackageSubject) -> bool:
    if subject.profile.is_document:
        return bool(packages_of(named)) and named.kind in _permitted(package, subject.profile)
    return subject.target.edition.permits(package, named)


def _permitted(package: str, profile: Profile) -> tuple[str, ...]:
    if profile is Profile.FORMAT_V2:
        return _FORMAT_V2
    if profile is not Profile.SPEC:
        return permitted_kinds(package)
    return SPECIFIED[package]


def _respelled(known: str) -> str:
    api_version, _, kind = known.partition(", ")
    return (
        f"If you mean that kind, write `apiVersion: {api_version}` and `kind: {kind}`. Otherwise remove the object."
    )


_CLUSTER = ("pkg.crossplane.io", "apiextensions.crossplane.io", "protection.crossplane.io", "ops.crossplane.io")
"""The groups of Crossplane of which a cluster has kinds that its packages may not have."""
_MOST_BYTES = 1 << 20
_GROWTH = 2
"""How many times as large the JSON of a document may be: quotes and braces at most double short texts."""
_MIB = 1 << 20
_MOST_ANNOTATED = 1 << 18
"""Bytes of all annotations of an object, with their keys, that the API server takes."""
_LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration"
_DEFINITION = "CustomResourceDefinition"


@rule("XPKG723", "an object is larger than 1 MiB", "EW", spec="I", stage=Stage.INSTALL)
def object_is_not_too_large(subject: DocumentSubject) -> Iterator[Problem]:
    """An object has at most 1 MiB as JSON.

    Why: etcd, where Kubernetes stores objects, refuses a request of more than 1.5 MiB by default. The API server
    adds managed fields to an object, and stores every change of it whole.
    When it bites: At installation (not in the dry run), with `etcdserver: request is too large`.
    Fix: Shorten descriptions (`controller-gen crd:maxDescLen=0` leaves them out), or remove old versions.
    Source: etcd, --max-request-bytes.
    """
    if size := _size_above(_MOST_BYTES, subject):
        end = "etcd refuses more than 1.5 MiB by default"
        is_refused = size > LARGEST_STORED and subject.is_installed
        yield Problem(
            level=int(not is_refused),
            message=f"{subject.title} has {size / _MIB:.2f} MiB as JSON{', and' if is_refused else ';'} {end}",
            says="etcdserver: request is too large" if is_refused else None,
            path=FieldPath.of("kind"),
        )


@rule("XPKG729", "a definition is too large for `kubectl apply`", "I", spec="", stage=Stage.INSTALL, once_from=0)
def definition_can_be_applied(subject: DocumentSubject) -> Iterator[Problem]:
    """`kubectl apply` can apply a CustomResourceDefinition without `--server-side`.

    Why: `kubectl apply` writes the whole object as JSON into the annotation
    `kubectl.kubernetes.io/last-applied-configuration`. The API server takes 262,144 bytes of annotations for an
    object. Crossplane creates definitions without that annotation, and installs larger ones too.
    When it bites: If you apply the definitions of the package by hand, or with a tool that applies as `kubectl` does:
    `metadata.annotations: Too long: may not be more than 262144 bytes`. Older versions of
    Kubernetes say `metadata.annotations: Too long: must have at most 262144 bytes`.
    Fix: Apply with `kubectl apply --server-side`, or shorten descriptions (`controller-gen crd:maxDescLen=0`).
    Source: Kubernetes apimachinery pkg/api/validation/objectmeta.go (TotalAnnotationSizeLimitB); kubectl
    pkg/util/apply.go; upjet issue 346.
    """
    if subject.named is None or subject.named.kind != _DEFINITION:
        return
    annotations = mapping(field(subject.value, "metadata", "annotations"))
    added = len(_LAST_APPLIED) + 1 + (0 if annotations else len('"annotations":{},'))
    added += sum(len(str(key).encode()) + len(str(value).encode()) for key, value in annotations.items())
    if size := _size_above(_MOST_ANNOTATED - added, subject):
        message = (
            f"{subject.title} has {visible_size(size)} as JSON: `kubectl apply` needs --server-side for it, because "
            f"its annotation takes {_MOST_ANNOTATED:,} bytes"
        )
        yield Problem(message=message, path=FieldPath.of("kind"))


def _size_above(most: int, subject: DocumentSubject) -> int:
    """Bytes of an object as JSON where these are more than `most`, else 0; a short text is not measured."""
    document = subject.document
    if subject.role is not Role.OBJECT or not isinstance(document, PackageDocument):
        return 0
    is_repeated = any(one.kind is OddityKind.ALIAS for one in document.oddities)
    if not is_repeated and subject.chunk.end - subject.chunk.start < most // _GROWTH:
        return 0
    size = size_of_json(subject.value)
    return size if size > most else 0
