"""Packages of Crossplane that depend on each other, pushed to a registry.

meta("Provider", "nop")                                              # the text of a meta object
meta("Configuration", "all", ("Provider", "host/acme/nop", ">=v1"))  # one with dependencies
push(registry, "acme/nop", "v1.0.0", meta("Provider", "nop"))        # its digest
serve(faulty, "acme/nop", "v1.0.0", meta("Provider", "nop"))         # the same from a registry that misbehaves
"""

import json
import tempfile
from pathlib import Path

from builders.oci.images import BuiltImage, BuiltIndex, package, write_layout
from builders.registry.faulty import FaultyRegistry, Reply
from builders.registry.registries import DebianRegistry


def meta(kind: str, name: str, *dependencies: tuple[str, str, str], spec: str = "") -> str:
    """A meta object; a dependency is a kind, a repository and a constraint."""
    rows = "".join(
        f"  - {{apiVersion: pkg.crossplane.io/v1, kind: {one}, package: '{where}', version: '{version}'}}\n"
        for one, where, version in dependencies
    )
    listed = f"  dependsOn:\n{rows}" if rows else ""
    return (
        f"apiVersion: meta.pkg.crossplane.io/v1\nkind: {kind}\nmetadata: {{name: {name}}}\n"
        f"spec:\n  crossplane: {{version: '>=v1.14.0'}}\n{spec}{listed}"
    )


def push(registry: DebianRegistry, repository: str, tag: str, built: BuiltImage | BuiltIndex | str) -> str:
    """Pushes an image, an index or a package with this text; its digest."""
    with tempfile.TemporaryDirectory() as folder:
        write_layout(Path(folder), package(built) if isinstance(built, str) else built)
        return registry.push_layout(repository, tag, Path(folder))


def serve(registry: FaultyRegistry, repository: str, tag: str, text: str) -> str:
    """Serves a package with this text, and its tag in the list of tags; its digest."""
    built = package(text)
    for name, data in built.blobs().items():
        registry.routes[f"/v2/{repository}/blobs/{name}"] = Reply(body=data)
    listing = f"/v2/{repository}/tags/list"
    known = registry.routes.get(listing)
    tags = json.loads(known.body)["tags"] if isinstance(known, Reply) else []
    registry.routes[listing] = Reply(body=json.dumps({"name": repository, "tags": [*tags, tag]}).encode())
    return registry.add_manifest(repository, tag, built.manifest)
