"""The image that is installed: what the objects of a package manager name, and how its digest is known."""

import contextlib
import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from shlex import quote

from xpkgtui.errors import Malformed, NotFound, Unreachable, XpkgError
from xpkgtui.limits import OverLimit, ReachedLimit
from xpkgtui.oci.descriptor import Digest
from xpkgtui.patterns import late
from xpkgtui.sources.cluster.kubectl import ClusterClient, UnknownKind, objects
from xpkgtui.sources.cluster.naming import ClusterName, InstalledKind, is_definition_name
from xpkgtui.sources.installed import ClusterCondition, ClusterObject, ClusterState
from xpkgtui.untyped import field, listing, mapping, text
from xpkgtui.values import dataclass
from xpkgtui.visible import clip, plural

_NAME = 100
_MESSAGE = 4_096
"""Characters of a message; those of Crossplane may quote a whole list of dependencies."""


def of_kind(value: object, kind: str) -> Mapping[str, object]:
    """The object, which is of that kind; raises `Unreachable` where it is another one."""
    found = text(field(value, "kind"))
    if found != kind:
        raise Unreachable(f"kubectl answered with something else: {clip(found, _NAME) or 'no kind'}, not {kind}")
    return mapping(value)


def told(value: Mapping[str, object], facts: Mapping[str, object]) -> ClusterObject:
    """An object with its conditions, and with those facts that are not empty."""
    return ClusterObject(
        kind=_brief(value.get("kind")),
        name=_brief(field(value, "metadata", "name")),
        namespace=_brief(field(value, "metadata", "namespace")),
        facts=tuple((label, said) for label, fact in facts.items() if (said := _fact(fact))),
        conditions=tuple(_conditions(value)),
    )


def _conditions(value: Mapping[str, object]) -> Iterator[ClusterCondition]:
    for one in listing(field(value, "status", "conditions")):
        if type_ := _brief(field(one, "type")):
            yield ClusterCondition(
                type=type_,
                status=_brief(field(one, "status")),
                reason=_brief(field(one, "reason")),
                message=clip(text(field(one, "message")), _MESSAGE),
            )


def _brief(value: object) -> str:
    return clip(text(value), _NAME * 3)


def _fact(value: object) -> str:
    return (
        str(value)
        if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 1 << 63
        else _brief(value)
    )


_CRDS = "customresourcedefinitions.apiextensions.k8s.io"
_AT_ONCE = 10
"""Definitions of one question: each may have 1.5 MB."""


def lock_and_configs(cluster: ClusterClient) -> tuple[str, str]:
    """The Lock and the ImageConfigs as JSON; empty where the cluster has none."""
    lock = _found(cluster, "locks.pkg.crossplane.io", "lock", "--ignore-not-found")
    return lock, _found(cluster, "imageconfigs.pkg.crossplane.io")


_OF_SETS = (
    *(f"{one}.pkg.crossplane.io" for one in ("locks", "providers", "configurations", "functions")),
    *(f"{one}revisions.pkg.crossplane.io" for one in ("provider", "configuration", "function")),
    *("imageconfigs.pkg.crossplane.io", "deploymentruntimeconfigs.pkg.crossplane.io"),
    "controllerconfigs.pkg.crossplane.io",
    "managedresourceactivationpolicies.apiextensions.crossplane.io",
    "compositeresourcedefinitions.apiextensions.crossplane.io",
    "compositions.apiextensions.crossplane.io",
)
"""What `plan` asks of a cluster, kind by kind: one that it lacks would fail a whole call. No Secrets."""
_BESIDE = (
    ("deployments.apps", "--all-namespaces", "--selector=app=crossplane"),
    ("clusterroles.rbac.authorization.k8s.io", "--selector=rbac.crossplane.io/aggregate-to-crossplane=true"),
)
"""Where Crossplane's version stands, and what it may do."""


def installed_set(cluster: ClusterClient) -> str:
    """All that is installed of packages and beside them, as documents of JSON."""
    found = [_found(cluster, one) for one in _OF_SETS]
    for words in _BESIDE:
        with contextlib.suppress(XpkgError):  # what these say is not known where they may not be read
            found.append(_found(cluster, *words))
    return "\n---\n".join(filter(None, found))


def stored_versions(
    name: ClusterName, definitions: tuple[str, ...], cluster: ClusterClient
) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """`status.storedVersions` of the definitions that the cluster has of those, by their names."""
    if name.kind is InstalledKind.CLUSTER_EXTENSION:
        owner = f"--selector=olm.operatorframework.io/owner-name={name.name}"
        return tuple(_stored(cluster.get(_CRDS, owner)))
    found: list[tuple[str, tuple[str, ...]]] = []
    for first in range(0, len(definitions), _AT_ONCE):
        names = filter(is_definition_name, definitions[first : first + _AT_ONCE])
        found += _stored(cluster.get(_CRDS, *names, "--ignore-not-found"))
    return tuple(found)


def _stored(answer: dict[str, object]) -> Iterator[tuple[str, tuple[str, ...]]]:
    for one in objects(answer):
        crd = of_kind(one, "CustomResourceDefinition")
        versions = listing(field(crd, "status", "storedVersions"))
        yield text(field(crd, "metadata", "name")), tuple(filter(None, map(text, versions)))


def _found(cluster: ClusterClient, *words: str) -> str:
    try:
        answer = cluster.get(*words)
    except UnknownKind:
        return ""
    return json.dumps(answer) if objects(answer) else ""


_CROSSPLANE = {
    InstalledKind.PROVIDER: "Provider",
    InstalledKind.CONFIGURATION: "Configuration",
    InstalledKind.FUNCTION: "Function",
}
_DEFINITIONS = ("CustomResourceDefinition", "CompositeResourceDefinition", "ManagedResourceDefinition", "")
"""Crossplane 2.4 names objects without their kinds where it updated a package's in one reconcile."""
_BUNDLE = "olm.operatorframework.io/bundle-reference"
_OWNER = "olm.operatorframework.io/owner-name"
_OLM_REVISIONS = (
    ("clusterobjectsets.olm.operatorframework.io", "ClusterObjectSet"),
    ("clusterextensionrevisions.olm.operatorframework.io", "ClusterExtensionRevision"),
)
"""What OLM v1 keeps of each installation, the newest name first."""
_MARK = late(r"-([0-9a-f]{12})\Z")
_MOST_DEFINITIONS = 5_000
_MOST_GENERATIONS = 10_000


@dataclass(frozen=True, slots=True, kw_only=True)
class InstalledImage:
    """The image as the cluster names it, and what marks its digest."""

    reference: str
    """Foreign text, which may have a digest or only a tag."""
    state: ClusterState
    mark: str = ""
    """The end of the name of the revision, twelve digits that Crossplane makes of the digest; empty for none."""
    generation: int = 0
    """How often the package was changed: Crossplane 2.4 mixes this into the mark."""
    revision: str = ""
    """The name of the revision."""

    def is_made_of(self, digest: Digest) -> bool:
        """Whether the revision was made of the image with that digest, as far as its mark says."""
        if not self.mark or digest.hex.startswith(self.mark):
            return bool(self.mark)
        numbers = range(self.generation, 0, -1)[:_MOST_GENERATIONS]
        mixed = (hashlib.sha256(f"{digest.hex}|{number}".encode()).hexdigest()[:12] for number in numbers)
        return self.mark in mixed


def find(name: ClusterName, cluster: ClusterClient) -> InstalledImage:
    """The image that is installed; raises `NotFound` where nothing is, or the cluster does not name it."""
    if name.kind in _CROSSPLANE:
        return _of_crossplane(name, cluster)
    return (_of_extension if name.kind is InstalledKind.CLUSTER_EXTENSION else _of_service_version)(name, cluster)


def running(image: InstalledImage, cluster: ClusterClient) -> Iterator[Digest]:
    """The digests of the images that the pods of a revision run, of those that it was made of."""
    pods = cluster.get("pods", "--all-namespaces", f"--selector=pkg.crossplane.io/revision={image.revision}")
    for pod in objects(pods):
        for status in listing(field(pod, "status", "containerStatuses")):
            with contextlib.suppress(Malformed):
                digest = Digest.parse(text(field(status, "imageID")).rpartition("@")[2])
                if image.is_made_of(digest):
                    yield digest


def _of_crossplane(name: ClusterName, cluster: ClusterClient) -> InstalledImage:
    kind = _CROSSPLANE[name.kind]
    package = of_kind(cluster.get(f"{name.kind}s.pkg.crossplane.io", name.name), kind)
    selector = f"--selector=pkg.crossplane.io/package={name.name}"
    answer = cluster.get(f"{name.kind}revisions.pkg.crossplane.io", selector)
    revisions = [of_kind(one, f"{kind}Revision") for one in objects(answer)]
    spec, status = mapping(package.get("spec")), mapping(package.get("status"))
    about = told(package, {"package": spec.get("package"), "current": status.get("currentRevision")})
    active = [one for one in revisions if field(one, "spec", "desiredState") == "Active"]
    if not active:
        raise NotFound(
            f"{name.title} has no active revision",
            hint="Open what it asks for by its reference.",
            tried=(plural(len(revisions), "revision"), *_troubles(about)),
        )
    newest = max(active, key=_number)
    revision = text(field(newest, "metadata", "name"))
    mark = _MARK.search(revision)
    generation = field(package, "metadata", "generation")
    image = text(field(newest, "status", "resolvedImage")) or text(field(newest, "spec", "image"))
    facts = {"revision": field(newest, "spec", "revision"), "image": field(newest, "spec", "image")}
    if (resolved := field(newest, "status", "resolvedImage")) != facts["image"]:
        facts["pulled as"] = resolved
    state = ClusterState(context=name.context, objects=(about, told(newest, facts)), definitions=_definitions(newest))
    return InstalledImage(
        reference=_named(image, name, about),
        state=state,
        mark=mark[1] if mark else "",
        generation=generation if isinstance(generation, int) else 0,
        revision=revision if is_definition_name(revision) else "",
    )


def _whole(names: Iterable[str]) -> tuple[str, ...]:
    """The names of definitions, each once; raises `OverLimit` where they are too many to ask for."""
    found = tuple(dict.fromkeys(filter(is_definition_name, names)))
    if len(found) > _MOST_DEFINITIONS:
        most = f"xpkgtui asks a cluster for at most {_MOST_DEFINITIONS:,} definitions of a package"
        reached = ReachedLimit(name="definitions", most=_MOST_DEFINITIONS, needed=len(found), fixed=most)
        raise OverLimit("The definitions that are installed were not asked for", reached)
    return found


def _definitions(revision: Mapping[str, object]) -> tuple[str, ...]:
    refs = listing(field(revision, "status", "objectRefs"))
    return _whole(text(field(one, "name")) for one in refs if text(field(one, "kind")) in _DEFINITIONS)


def _of_extension(name: ClusterName, cluster: ClusterClient) -> InstalledImage:
    extension = of_kind(cluster.get("clusterextensions.olm.operatorframework.io", name.name), "ClusterExtension")
    bundle = mapping(field(extension, "status", "install", "bundle"))
    facts = {
        "package": field(extension, "spec", "source", "catalog", "packageName"),
        "bundle": bundle.get("name"),
        "version": bundle.get("version"),
    }
    about = told(extension, facts)
    revisions = [
        one
        for one in _olm_revisions(name, cluster)
        if field(one, "spec", "lifecycleState") != "Archived" and _has_succeeded(one)
    ]
    if not bundle:
        hint = "Look for what it would install in its catalog: xpkgtui upgrades CATALOG"
        raise NotFound(f"{name.title} installs nothing yet", hint=hint, tried=_troubles(about))
    if not revisions:
        said = " ".join(filter(None, (text(bundle.get("name")), text(bundle.get("version")))))
        raise NotFound(
            f"{name.title} has installed {clip(said, 200) or 'a bundle'}, and no object but a Secret names its image",
            hint="xpkgtui reads no Secret. Where OLM v1 installs with Helm, this prints the bundle-reference, which "
            f"can be opened: {_secret_of(name)}",
            tried=(*(f"no {resource} of it has succeeded" for resource, _ in _OLM_REVISIONS), *_troubles(about)),
        )
    newest = max(revisions, key=_number)
    image = text(field(newest, "metadata", "annotations", _BUNDLE))
    state = ClusterState(
        context=name.context,
        objects=(about, told(newest, {"revision": field(newest, "spec", "revision"), "image": image})),
    )
    return InstalledImage(reference=_named(image, name, about), state=state)


def _secret_of(name: ClusterName) -> str:
    """The command that prints the annotations of the Secret of the release.

    `operator-controller` owns it in place of Helm, and what can be no label, as a reference, is an annotation
    (helm-operator-plugins, `storage.newIndexLabelsAndAnnotations`).
    """
    context = f" --context={quote(name.context)}" if name.context else ""
    labels = f"owner=operator-controller,status=deployed,name={name.name}"
    return f"kubectl get secrets -A{context} -l {labels} -o jsonpath='{{..annotations}}'"


def _olm_revisions(name: ClusterName, cluster: ClusterClient) -> Sequence[Mapping[str, object]]:
    for resource, kind in _OLM_REVISIONS:
        with contextlib.suppress(UnknownKind):
            answer = cluster.get(resource, f"--selector={_OWNER}={name.name}")
            if found := [of_kind(one, kind) for one in objects(answer)]:
                return found
    return ()


def _has_succeeded(revision: Mapping[str, object]) -> bool:
    conditions = listing(field(revision, "status", "conditions"))
    return any(field(one, "type") == "Succeeded" and field(one, "status") == "True" for one in conditions)


def _of_service_version(name: ClusterName, cluster: ClusterClient) -> InstalledImage:
    resource, within = "clusterserviceversions.operators.coreos.com", f"--namespace={name.namespace}"
    version = of_kind(cluster.get(resource, name.name, within), "ClusterServiceVersion")
    status = mapping(version.get("status"))
    facts = {key: status.get(key) for key in ("phase", "reason", "message")}
    about = told({**version, "status": {}}, {"version": field(version, "spec", "version"), **facts})
    # A copy of it is installed from another namespace.
    home = text(field(version, "metadata", "labels", "olm.copiedFrom"))
    within = f"--namespace={home}" if is_definition_name(home) else within
    plans = objects(cluster.get("installplans.operators.coreos.com", within))
    found = [(plan, path) for plan in plans for path in _bundles(plan, name.name)]
    plan, image = max(found, key=lambda pair: text(field(pair[0], "metadata", "creationTimestamp")), default=({}, ""))
    owned = listing(field(version, "spec", "customresourcedefinitions", "owned"))
    names = dict.fromkeys(text(field(one, "name")) for one in owned)
    beneath: tuple[ClusterObject, ...] = ()
    if image:
        facts = {"phase": field(plan, "status", "phase"), "bundle": image}
        beneath = (told({**of_kind(plan, "InstallPlan")}, facts),)
    state = ClusterState(context=name.context, objects=(about, *beneath), definitions=_whole(names))
    return InstalledImage(reference=_named(image, name, about), state=state)


def _bundles(plan: object, name: str) -> Iterator[str]:
    for one in listing(field(plan, "status", "bundleLookups")):
        if field(one, "identifier") == name and text(field(one, "path")):
            yield text(field(one, "path"))


def _named(image: str, name: ClusterName, about: ClusterObject) -> str:
    if image:
        return image
    hint = "Open it by its reference."
    raise NotFound(f"the cluster names no image of {name.title}", hint=hint, tried=_troubles(about))


def _number(revision: Mapping[str, object]) -> int:
    number = field(revision, "spec", "revision")
    return number if isinstance(number, int) else 0


def _troubles(about: ClusterObject) -> tuple[str, ...]:
    """The conditions that are not met, which may say why."""
    return tuple(
        f"{one.type} is {one.status}: {one.message or one.reason}" for one in about.conditions if one.status != "True"
    )
