"""Packages in a registry that depend on each other."""

import json
from pathlib import Path

from builders.oci.images import package, write_layout
from builders.registry.registries import DebianRegistry

API = "pkg.crossplane.io/v1"


def definition(text: str) -> str:
    """A CustomResourceDefinition as JSON: `plural.group`, then its versions if they are others than v1.

    The last version is the stored one.
    """
    name, *named = text.split()
    plural, _, group = name.partition(".")
    kind = plural.capitalize()
    schema = {"openAPIV3Schema": {"type": "object"}}
    versions = [
        {"name": one, "served": True, "storage": one == (named or ["v1"])[-1], "schema": schema}
        for one in named or ["v1"]
    ]
    return json.dumps(
        {
            "apiVersion": "apiextensions.k8s.io/v1",
            "kind": "CustomResourceDefinition",
            "metadata": {"name": name},
            "spec": {
                "group": group,
                "names": {"kind": kind, "plural": plural, "singular": plural, "listKind": f"{kind}List"},
                "scope": "Cluster",
                "versions": versions,
            },
        }
    )


class Shelf:
    """A folder of a registry to which packages are pushed."""

    def __init__(self, registry: DebianRegistry, root: str, folder: Path) -> None:
        self._registry = registry
        self._root = root
        self._folder = folder
        self._count = 0

    def name(self, package: str) -> str:
        """The repository of a package."""
        return f"{self._registry.host}/{self._root}/{package}"

    def push(
        self,
        name: str,
        tag: str,
        *wanted: str,
        kind: str = "Configuration",
        labels: dict[str, str] | None = None,
        definitions: tuple[str, ...] = (),
        crossplane: str = "",
        behind: str = "",
    ) -> str:
        """Pushes one version that depends on packages, each `name constraint` or `Kind name constraint`.

        `behind` are documents that stand behind all others.
        """
        depends = [self._dependency(one) for one in wanted]
        spec: dict[str, object] = {"dependsOn": depends} if depends else {}
        if crossplane:
            spec["crossplane"] = {"version": crossplane}
        meta = {
            "apiVersion": "meta.pkg.crossplane.io/v1",
            "kind": kind,
            "metadata": {"name": name, "labels": labels or {}},
            "spec": spec,
        }
        stream = "\n---\n".join((json.dumps(meta), *map(definition, definitions))) + "\n" + behind
        self._count += 1
        layout = write_layout(self._folder / str(self._count), package(stream))
        return self._registry.push_layout(f"{self._root}/{name}", tag, layout)

    def _dependency(self, text: str) -> dict[str, str]:
        kind = "Configuration"
        first, _, rest = text.partition(" ")
        if first in ("Configuration", "Provider", "Function"):
            kind, (first, _, rest) = first, rest.partition(" ")
        package = first if "/" in first else self.name(first)
        return {"apiVersion": API, "kind": kind, "package": package, "version": rest}


def lock(*packages: dict[str, object]) -> str:
    """A Lock of packages, as `kubectl get lock lock -o json` prints it."""
    return json.dumps({"apiVersion": "pkg.crossplane.io/v1beta1", "kind": "Lock", "packages": list(packages)})


def locked(source: str, version: str, *wanted: tuple[str, str], kind: str = "Configuration") -> dict[str, object]:
    """One package of a lock, which depends on (repository, constraint)."""
    name = source.partition("/")[2].replace("/", "-")
    return {
        "name": f"{name}-0123456789ab",
        "apiVersion": API,
        "kind": kind,
        "source": source,
        "version": version,
        "dependencies": [
            {"package": package, "constraints": constraint, "apiVersion": API, "kind": "Configuration"}
            for package, constraint in wanted
        ],
    }
