"""How a package is installed, as far as source and image say."""

import json

import pytest
from builders.oci.layers import file, layer
from builders.program.headless import headless
from builders.registry.registries import DebianRegistry

META = "apiVersion: meta.pkg.crossplane.io/v1\nkind: Provider\nmetadata: {name: sea}\n"


@pytest.mark.registry
def test_a_package_in_a_registry_has_the_names_of_its_revision(registry: DebianRegistry) -> None:
    settings = {"Entrypoint": ["/provider"], "Cmd": ["--debug"], "User": "65532", "ExposedPorts": {"9000/tcp": {}}}
    config = {"architecture": "amd64", "os": "linux", "config": settings}
    layers = (layer(file("provider", "x")).blob, layer(file("package.yaml", META)).blob)
    digest = registry.push_image("may/sea", "v1", *layers, config=json.dumps(config).encode(), base=1)
    found = headless("rbac", f"{registry.host}/may/sea:v1", "--crossplane", "2.3").document
    (runs,) = found["runs"]["workloads"]
    assert runs["name"] == f"may-sea-{digest.removeprefix('sha256:')[:12]}"
    (one,) = runs["containers"]
    assert (one["image"], one["command"]) == (f"{registry.host}/may/sea:v1", ["/provider", "--debug"])
    assert (one["user"], one["ports"][-1]) == ("2000, not root (its image says 65532)", "9000/tcp")
