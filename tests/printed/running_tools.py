"""Printed commands of tools that take minutes to build, run to the letter where they are: `tests/run --commands`.

cosign 3, opm, helm, podman, and the CLI of Crossplane 2.
"""

import json
import os
import shutil
import subprocess
from functools import cache
from pathlib import Path

import pytest
from builders.oci.sigstore import Instance
from builders.oci.sigstore_services import Services
from builders.packages.folders import write_folder
from builders.program.headless import run
from builders.registry.packages import meta, push
from builders.registry.registries import PASSWORD, USER, DebianRegistry
from printed.running import follow, needs

CATALOG = """schema: olm.package
name: lamp
defaultChannel: stable
---
schema: olm.channel
package: lamp
name: stable
entries: [{name: lamp.v1.0.0}, {name: lamp.v1.1.0, replaces: lamp.v1.0.0}]
"""
BUNDLE = """---
schema: olm.bundle
name: lamp.v{0}
package: lamp
image: reg.example.org/lamp:v{0}
properties: [{{type: olm.package, value: {{packageName: lamp, version: {0}}}}}]
"""
DEFINITION = """apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: pots.example.org}
spec:
  group: example.org
  names: {kind: Pot, plural: pots, singular: pot, listKind: PotList}
  scope: Cluster
  versions:
  - name: v1
    served: true
    storage: true
    schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: {size: {type: integer}}}}}}
"""
POT = "apiVersion: example.org/v1\nkind: Pot\nmetadata: {name: one}\nspec: {size: large}\n"


@cache
def newer_cli() -> str:
    """The folder of the CLI of Crossplane 2; empty where the path has none."""
    for folder in os.environ["PATH"].split(os.pathsep):
        if found := shutil.which("crossplane", path=folder):
            asked = [found, "xpkg", "get-crds", "--help"]
            if not subprocess.run(asked, capture_output=True, check=False).returncode:
                return folder
    return ""


needs_newer_cli = pytest.mark.skipif(not newer_cli(), reason="the CLI of Crossplane 2 is not on the path")


@pytest.fixture
def signed(registry: DebianRegistry, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[str, str]:
    """The name of a package that is signed as XPKG219 says, and the options with which it was signed."""
    name = f"{registry.host}/signed/nop@{push(registry, 'signed/nop', 'v1.0.0', meta('Provider', 'nop'))}"
    with Services(Instance(), tmp_path) as services:
        for variable, value in {"COSIGN_YES": "true", "COSIGN_PASSWORD": "", **services.environment}.items():
            monkeypatch.setenv(variable, value)
        options = f"--key own.key {' '.join(services.options)}"
        old = "--new-bundle-format=false --use-signing-config=false"
        (tmp_path / "predicate").write_text('{"a": 1}')
        follow(
            [
                "cosign generate-key-pair --output-key-prefix own",
                f"cosign sign {old} {options} {name}",
                f"cosign attest {old} {options} --type custom --predicate predicate {name}",
            ],
            tmp_path,
        )
    return name, options


@needs("cosign")
def test_a_package_is_signed_as_crossplane_reads_it_and_copied_and_saved_with_its_signature(
    signed: tuple[str, str], registry: DebianRegistry, tmp_path: Path
) -> None:
    name, _ = signed
    checked = (
        "--verify",
        "--key",
        str(tmp_path / "own.pub"),
        "--log-key",
        str(tmp_path / "SIGSTORE_REKOR_PUBLIC_KEY"),
    )
    assert run("referrers", name, *checked, "--no-cache").exit_code == 0
    follow([f"cosign verify --key own.pub {name}"], tmp_path)
    follow([f"cosign verify-attestation --key own.pub --type custom {name}"], tmp_path)
    copied = f"{registry.host}/copied/nop:v1.0.0"
    follow([f"cosign copy {name} {copied}", f"cosign save --dir saved {name}"], tmp_path)
    assert run("referrers", copied, *checked, "--no-cache").exit_code == 0
    assert run("check", str(tmp_path / "saved")).exit_code == 0


@needs("opm")
def test_a_catalog_is_validated_drawn_rendered_and_its_dockerfile_names_its_folder(tmp_path: Path) -> None:
    whole = CATALOG + BUNDLE.format("1.0.0") + BUNDLE.format("1.1.0")
    template = "schema: olm.template.basic\nentries: [{schema: olm.package, name: lamp, defaultChannel: stable}]\n"
    write_folder(tmp_path, {"configs/lamp/catalog.yaml": whole, "FILE": template})
    follow(["opm validate configs", "opm generate dockerfile configs"], tmp_path)
    assert "operators.operatorframework.io.index.configs.v1=/configs" in (tmp_path / "configs.Dockerfile").read_text()
    assert "lamp.v1.1.0" in follow(["opm alpha render-graph configs"], tmp_path)
    assert "lamp.v1.1.0" in follow(["opm render --migrate configs"], tmp_path)
    assert '"name": "lamp"' in follow(["opm alpha render-template basic FILE"], tmp_path)
    assert run("check", str(tmp_path / "configs")).exit_code == 0


@needs("helm")
def test_a_chart_is_checked_rendered_and_packed(registry: DebianRegistry, tmp_path: Path) -> None:
    chart = {"FOLDER/Chart.yaml": "apiVersion: v2\nname: c\nversion: 0.1.0\n", "FOLDER/templates/pot.yaml": POT}
    write_folder(tmp_path, chart)
    follow(["helm lint FOLDER", "helm package FOLDER"], tmp_path)
    assert "size: large" in follow(["helm template FOLDER"], tmp_path)
    (tmp_path / "pulled").mkdir()
    follow([f"helm push c-0.1.0.tgz oci://{registry.host}/charts --plain-http"], tmp_path)
    follow([f"helm pull oci://{registry.host}/charts/c --plain-http"], tmp_path / "pulled")
    assert (tmp_path / "pulled/c-0.1.0.tgz").read_bytes() == (tmp_path / "c-0.1.0.tgz").read_bytes()


@needs("podman")
def test_an_image_of_podman_is_saved_as_an_archive_that_opens(
    private_registry: DebianRegistry, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STORAGE_DRIVER", "vfs")
    monkeypatch.setenv("REGISTRY_AUTH_FILE", str(tmp_path / "auth.json"))
    write_folder(
        tmp_path, {"Containerfile": "FROM scratch\nCOPY package.yaml /\n", "package.yaml": meta("Provider", "p")}
    )
    login = f"podman login --tls-verify=false -u {USER} -p '{PASSWORD}' {private_registry.host}"
    follow(["podman build -f Containerfile -t xpkgtui-tried .", login], tmp_path)
    try:
        follow(["podman save --format oci-archive -o image.tar xpkgtui-tried"], tmp_path)
    finally:
        follow(["podman rmi xpkgtui-tried"], tmp_path)
    assert run("show", str(tmp_path / "image.tar")).exit_code == 0
    assert private_registry.host in json.loads((tmp_path / "auth.json").read_text())["auths"]


@needs_newer_cli
def test_a_package_is_built_taken_out_pushed_and_its_definitions_are_written(
    registry: DebianRegistry, tmp_path: Path
) -> None:
    write_folder(tmp_path, {"package/crossplane.yaml": meta("Provider", "p"), "package/pots.yaml": DEFINITION})
    name = f"{registry.host}/pushed/p:v1.0.0"
    build = "crossplane xpkg build --package-root=package --package-file=package.xpkg"
    extract = "crossplane xpkg extract --from-xpkg package.xpkg -o package.yaml.gz"
    own = f"export PATH={newer_cli()}:$PATH"
    follow([own, build, extract, f"crossplane xpkg push -f package.xpkg {name}"], tmp_path)
    follow([own, "crossplane xpkg get-crds package -o crds"], tmp_path)
    assert "kind: Pot" in follow(["gzip -dc package.yaml.gz"], tmp_path)
    assert "pots.example.org" in (tmp_path / "crds/example.org/v1/pot.yaml").read_text()
    assert run("check", name, "--no-cache").exit_code == 0
