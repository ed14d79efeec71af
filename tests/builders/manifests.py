"""Manifests of a set, as people write them."""

from collections.abc import Sequence

from builders.orchard import HOST


def package(kind: str, name: str, image: str, *more: str, notes: str = "") -> str:
    """The manifest of a package object, whose spec.package stands in line 6, or one later with annotations."""
    extra = "".join(f"\n  {one}" for one in more)
    mark = f"\n  annotations: {{{notes}}}" if notes else ""
    return (
        f"apiVersion: pkg.crossplane.io/v1\nkind: {kind}\nmetadata:\n  name: {name}{mark}\nspec:\n"
        f"  package: {HOST}/{image}{extra}\n"
    )


def config(spec: str, name: str = "own") -> str:
    """A DeploymentRuntimeConfig."""
    head = f"apiVersion: pkg.crossplane.io/v1beta1\nkind: DeploymentRuntimeConfig\nmetadata:\n  name: {name}\n"
    return f"{head}spec:\n  {spec}\n"


def policy(*patterns: str, name: str = "default") -> str:
    """An activation policy."""
    head = f"kind: ManagedResourceActivationPolicy\nmetadata:\n  name: {name}\n"
    listed = "".join(f"\n  - {one!r}" for one in patterns)
    return f"apiVersion: apiextensions.crossplane.io/v1alpha1\n{head}spec:\n  activate:{listed}\n"


def images(prefix: str, more: str) -> str:
    """An ImageConfig."""
    head = "apiVersion: pkg.crossplane.io/v1beta1\nkind: ImageConfig\nmetadata:\n  name: mirror\nspec:\n"
    return f"{head}  matchImages:\n  - type: Prefix\n    prefix: {prefix}\n  {more}\n"


def composition(function: str, kind: str = "Box") -> str:
    """A Composition of one step."""
    head = "apiVersion: apiextensions.crossplane.io/v1\nkind: Composition\nmetadata:\n  name: box\nspec:\n"
    of = f"  compositeTypeRef:\n    apiVersion: example.org/v1\n    kind: {kind}\n  mode: Pipeline\n"
    return f"{head}{of}  pipeline:\n  - step: one\n    functionRef:\n      name: {function}\n"


def definition(plural: str = "boxes", claim: str = "") -> str:
    """A CompositeResourceDefinition."""
    head = (
        f"kind: CompositeResourceDefinition\nmetadata:\n  name: {plural}.example.org\nspec:\n  group: example.org\n"
    )
    names = f"  names: {{kind: {plural.capitalize()[:3]}, plural: {plural}}}\n" + (
        f"  claimNames: {{kind: Claim, plural: {claim}}}\n" if claim else ""
    )
    versions = (
        "  versions:\n  - {name: v1, served: true, referenceable: true, schema: {openAPIV3Schema: {type: object}}}\n"
    )
    return f"apiVersion: apiextensions.crossplane.io/{'v1' if claim else 'v2'}\n{head}{names}{versions}"


def composing(api_version: str, kind: str) -> str:
    """A Composition of one base."""
    given = (
        "    input:\n      apiVersion: pt.fn.crossplane.io/v1beta1\n      kind: Resources\n      resources:\n"
        f"      - name: one\n        base:\n          apiVersion: {api_version}\n          kind: {kind}\n"
    )
    return composition("auto") + given


def many(*documents: str) -> str:
    """Documents of one file."""
    return "---\n".join(documents)


def in_cluster(*documents: str) -> str:
    """What a cluster has: a list of it."""
    items = ("".join(f"  {line}\n" for line in one.splitlines()).replace("  api", "- api", 1) for one in documents)
    return "apiVersion: v1\nkind: List\nitems:\n" + "".join(items)


def revision(kind: str, name: str, image: str, *definitions: str) -> str:
    """The active revision of a package, which has established definitions."""
    refs = "".join(
        f"\n  - {{apiVersion: apiextensions.k8s.io/v1, kind: CustomResourceDefinition, name: {one}}}"
        for one in definitions
    )
    return (
        f"apiVersion: pkg.crossplane.io/v1\nkind: {kind}Revision\nmetadata:\n  name: {name}-1\n"
        f"  labels: {{pkg.crossplane.io/package: {name}}}\n"
        f"spec: {{desiredState: Active, image: '{HOST}/{image}', revision: 1}}\n"
        f"status:\n  objectRefs:{refs or ' []'}\n"
    )


def locked(*packages: Sequence[str]) -> str:
    """The Lock of some Providers: name, repository and version of each, then the repositories that it asks for."""
    rows = ""
    for name, repository, version, *needs in packages:
        asks = ", ".join(
            f"{{apiVersion: pkg.crossplane.io/v1, kind: Provider, package: {HOST}/{one}, constraints: '>=v0.0.0'}}"
            for one in needs
        )
        rows += (
            f"- {{name: {name}-1, apiVersion: pkg.crossplane.io/v1, kind: Provider, version: {version}, "
            f"source: {HOST}/{repository}, dependencies: [{asks}]}}\n"
        )
    return f"apiVersion: pkg.crossplane.io/v1beta1\nkind: Lock\nmetadata: {{name: lock}}\npackages:\n{rows}"


def crossplane_runs(version: str) -> str:
    """The Deployment of a Crossplane."""
    image = f"xpkg.crossplane.io/crossplane/crossplane:v{version}"
    containers = f'{{containers: [{{name: crossplane, image: "{image}"}}]}}'
    head = "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: crossplane, namespace: crossplane-system}\n"
    return f"{head}spec: {{template: {{spec: {containers}}}}}\n"


CROSSPLANE_ACCOUNT = (
    "apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRoleBinding\nmetadata: {{name: own}}\n"
    "subjects:\n- {{kind: ServiceAccount, name: crossplane, namespace: crossplane-system}}\n"
    "roleRef: {{apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: {}}}\n"
)
"""Binds a ClusterRole to the ServiceAccount of Crossplane."""
