"""The objects of a set as Crossplane's controllers read them."""

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from xpkgtui.errors import Malformed
from xpkgtui.formats.xpkg.dependencies.lock import PACKAGE_API
from xpkgtui.formats.xpkg.dependencies.references import UNQUALIFIED, PackageReference, dns_label
from xpkgtui.golang.printing import quoted
from xpkgtui.patterns import late
from xpkgtui.untyped import field, listing, mapping, text
from xpkgtui.values import dataclass

PACKAGE_KINDS = ("Configuration", "Provider", "Function")
"""The kinds of package objects, in the order in which Crossplane starts their controllers."""
PAUSED = "crossplane.io/paused"
_DEFAULTS: Mapping[str, Any] = {
    "revisionActivationPolicy": "Automatic",
    "revisionHistoryLimit": 1,
    "packagePullPolicy": "IfNotPresent",
    "ignoreCrossplaneConstraints": False,
    "skipDependencyResolution": False,
    "runtimeConfigRef": {
        "apiVersion": "pkg.crossplane.io/v1beta1",
        "kind": "DeploymentRuntimeConfig",
        "name": "default",
    },
}
_FULL = late(r"[^./]+(\.[^./]+)+(/[^/:@]+)+(:[^:@]+(@sha256.+)?|@sha256.+)")
_EXAMPLE = f"sha256:{4 * '1234567890abcdef'}"
_API = late(rb"""(?m)^[ {-]*["']?apiVersion["']?: *["']?pkg\.crossplane\.io/v1""")
_KIND = late(rb"""(?m)^[ {-]*["']?kind["']?: *["']?(Configuration|Provider|Function)["']?,?\s*$""")
_GONE = "controllerConfigRef"
"""A field that the API server drops without a word."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PackageManifest:
    """A package object: what makes Crossplane install a package."""

    kind: str
    name: str
    package: str
    """Its `spec.package`."""
    api_version: str = PACKAGE_API
    is_manual: bool = False
    """Whether a person activates its revisions."""
    skips_dependencies: bool = False
    ignores_crossplane: bool = False
    is_never_pulled: bool = False
    runtime_config: str = "default"
    is_paused: bool = False
    history: int = 1
    """Revisions that are kept beside the current one; 0 for all."""
    controller_config: str = ""
    """The name of the ControllerConfig that it names; Crossplane 2 drops the field."""
    spec: str = "{}"
    """Its spec without defaults, as sorted JSON: a change of it is a new generation."""

    @property
    def key(self) -> tuple[str, str]:
        """Kind and name."""
        return self.kind, self.name

    def with_spec(self) -> "PackageManifest":
        """The object as one that has nothing but its package."""
        return replace(self, spec=json.dumps({"package": self.package}))


def refusal(manifest: PackageManifest) -> str:
    """What the API server of Crossplane 2 says of a package without a registry; empty where it has one."""
    if _FULL.fullmatch(manifest.package):
        return ""
    return (
        f'{manifest.kind}.pkg.crossplane.io "{manifest.name}" is invalid: spec.package: Invalid value: '
        f"{quoted(manifest.package)}: {UNQUALIFIED}. For example, 'registry.example.com/repo/package:tag' or "
        f"'registry.example.com/repo/package[:tag]@{_EXAMPLE}'."
    )


def package_manifest(value: object) -> PackageManifest:
    """The package object of a manifest."""
    spec = mapping(field(value, "spec"))
    annotations = mapping(field(value, "metadata", "annotations"))
    kept = {key: one for key, one in spec.items() if key != _GONE and _DEFAULTS.get(key) != one}
    reference = mapping(spec.get("runtimeConfigRef"))
    if kept.get("runtimeConfigRef") is not None and text(reference.get("name")) == "default":
        del kept["runtimeConfigRef"]
    return PackageManifest(
        kind=text(field(value, "kind")),
        name=text(field(value, "metadata", "name")),
        package=text(spec.get("package")),
        api_version=text(field(value, "apiVersion")) or PACKAGE_API,
        is_manual=spec.get("revisionActivationPolicy") not in (None, "Automatic"),  # whatever else is written
        skips_dependencies=spec.get("skipDependencyResolution") is True,
        ignores_crossplane=spec.get("ignoreCrossplaneConstraints") is True,
        is_never_pulled=spec.get("packagePullPolicy") == "Never",
        runtime_config=text(reference.get("name")) or "default",
        history=_number(spec.get("revisionHistoryLimit"), 1),
        controller_config=text(field(spec, _GONE, "name")),
        is_paused=annotations.get(PAUSED) == "true",
        spec=json.dumps(kept, sort_keys=True, default=str),
    )


def object_of(manifest: PackageManifest) -> dict[str, Any]:
    """The manifest of a package object, as `package_manifest` reads it."""
    metadata: dict[str, Any] = {"name": manifest.name}
    if manifest.is_paused:
        metadata["annotations"] = {PAUSED: "true"}
    spec = json.loads(manifest.spec)
    if manifest.controller_config:
        spec[_GONE] = {"name": manifest.controller_config}
    return {"apiVersion": manifest.api_version, "kind": manifest.kind, "metadata": metadata, "spec": spec}


def _number(value: object, otherwise: int) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) else otherwise


LACKING = (
    "spec.deploymentTemplate.spec.selector",
    "spec.deploymentTemplate.spec.template",
    "spec.deploymentTemplate.spec.template.spec.containers",
)
"""Fields that a runtime config has to have where it describes a Deployment."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RuntimeConfig:
    """A DeploymentRuntimeConfig, as far as what it makes can fail."""

    name: str
    account: str = ""
    """The name of the service account that it makes; empty for that of the revision."""
    deployment: str = ""
    service: str = ""
    pod_account: str = ""
    """The service account that the pods name themselves."""
    replicas: int | None = None
    containers: tuple[tuple[str, bool], ...] = ()
    """The names of its containers, each with whether it has an image."""


def runtime_config(value: object) -> RuntimeConfig:
    """The DeploymentRuntimeConfig of a manifest."""
    deployment = field(value, "spec", "deploymentTemplate")
    spec = mapping(field(deployment, "spec"))
    pod = field(spec, "template", "spec")
    replicas = spec.get("replicas")
    containers = listing(field(pod, "containers"))
    return RuntimeConfig(
        name=text(field(value, "metadata", "name")),
        account=text(field(value, "spec", "serviceAccountTemplate", "metadata", "name")),
        deployment=text(field(deployment, "metadata", "name")),
        service=text(field(value, "spec", "serviceTemplate", "metadata", "name")),
        pod_account=text(field(pod, "serviceAccountName")),
        replicas=replicas if isinstance(replicas, int) and not isinstance(replicas, bool) else None,
        containers=tuple((text(field(one, "name")), bool(text(field(one, "image")))) for one in containers),
    )


def source_of(package: str) -> str:
    """Registry and repository of a reference, as they are spelled."""
    try:
        return PackageReference.parse(package).source
    except Malformed:
        return package


def version_of(package: str) -> str:
    """The tag or the digest of a reference; empty for what is none."""
    try:
        return PackageReference.parse(package).identifier
    except Malformed:
        return ""


def derived_name(source: str) -> str:
    """The name that Crossplane gives to an object that it makes for a dependency on this source."""
    try:
        return dns_label(PackageReference.parse(source).repository)
    except Malformed:
        return ""


def kinds_that_install(head: bytes) -> tuple[str, ...]:
    """The kinds of the package objects in a text, by their first lines."""
    documents = (one for one in head.split(b"\n---") if _API.search(one))
    return tuple(kind.decode() for one in documents for kind in _KIND.findall(one))
