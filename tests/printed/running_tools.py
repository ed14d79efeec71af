"""Printed commands of tools that take minutes to build, run to the letter where they are: `tests/run --commands`.

cosign 3, opm, helm, podman, and the CLI of Crossplane 2.
"""

import json
import os
import re
import shutil
import subprocess
from functools import cache
from pathlib import Path

import pytest
from builders.oci import layers
from builders.oci.images import image, write_layout
from builders.oci.sigstore import Instance
from builders.oci.sigstore_services import Services
from builders.packages.bundles import LABELS, SOUND, members
from builders.packages.folders import write_folder
from builders.program.headless import run
from builders.registry.packages import meta, push
from builders.registry.registries import PASSWORD, USER, DebianRegistry
from inspection.files.test_repaired import FAULTS, of_three
from printed.running import KIND, NATIVE, crossplane_cli, follow, needs

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


@needs("opm")
def test_a_bundle_is_validated_and_a_database_of_it_becomes_a_catalog(
    registry: DebianRegistry, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = f'[[registry]]\nlocation = "{registry.host}"\ninsecure = true\n'
    (tmp_path / "registries.conf").write_text(plain)
    monkeypatch.setenv("CONTAINERS_REGISTRIES_CONF", str(tmp_path / "registries.conf"))
    first = {path: re.sub(r".*\breplaces: .*\n", "", text) for path, text in SOUND.items()}
    built = image(layers.layer(*members(first)), labels=LABELS)
    registry.push_layout("shop/bundle", "v1", write_layout(tmp_path / "pushed", built))
    name = f"{registry.host}/shop/bundle:v1"
    follow([f"opm alpha bundle validate --image-builder none --tag {name}"], tmp_path)
    made = ["opm", "registry", "add", "--use-http", "--bundle-images", name, "--database", "FILE"]
    done = subprocess.run(made, cwd=tmp_path, capture_output=True, text=True, check=False)
    if "requires cgo" in done.stderr:
        pytest.skip("this opm was built without a C compiler, and reads no database")
    assert done.returncode == 0, done.stderr
    assert "`opm migrate FILE FOLDER`" in run("check", str(tmp_path / "FILE")).stderr
    follow(["opm migrate FILE FOLDER"], tmp_path)
    assert run("check", str(tmp_path / "FOLDER")).exit_code == 0


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


@pytest.mark.parametrize("lead", ["crane blob {}", "oras blob fetch --output - --plain-http {}"])
def test_a_layer_and_a_file_of_the_image_are_had_as_copy_as_says(
    lead: str, registry: DebianRegistry, tmp_path: Path
) -> None:
    built = image(layers.layer(layers.file("package.yaml", meta("Provider", "p")), base=True))
    registry.push_layout("shop/file", "v1", write_layout(tmp_path / "pushed", built))
    blob = f"{registry.host}/shop/file@{built.layers[0].digest}"
    assert follow([f"{lead.format(blob)} | tar -tzvf -"], tmp_path).endswith(" package.yaml\n")
    taken = [f"{lead.format(blob)} | tar -xzOf - package.yaml"]
    taken.append(f"cat pushed/blobs/{built.layers[0].digest.replace(':', '/')} | tar -xzOf - package.yaml")
    if lead.startswith("crane"):
        taken.append(f"crane export {registry.host}/shop/file@{built.digest} - | tar -xOf - package.yaml")
    assert {follow([one], tmp_path) for one in taken} == {meta("Provider", "p")}


def test_oras_pull_leaves_nothing_of_a_package_as_the_page_about_mirrors_says(
    registry: DebianRegistry, tmp_path: Path
) -> None:
    built = of_three(FAULTS["no layer is annotated"])
    registry.push_layout("shop/pulled", "v1", write_layout(tmp_path / "pushed", built))
    (tmp_path / "here").mkdir()
    follow([f"oras pull --plain-http {registry.host}/shop/pulled:v1"], tmp_path / "here")
    assert list((tmp_path / "here").iterdir()) == []


def test_a_layer_is_archived_with_its_bare_name_as_xpkg402_says(tmp_path: Path) -> None:
    write_folder(tmp_path, {"package.yaml": meta("Provider", "p")})
    assert [follow([f"{one} | tar t"], tmp_path).split() for one in ("tar c package.yaml", "tar c *", "tar c .")] == [
        ["package.yaml"],
        ["package.yaml"],
        ["./", "./package.yaml"],
    ]


ENVIRONMENT = f"""apiVersion: apiextensions.crossplane.io/v1
kind: Composition
metadata: {{name: c}}
spec:
  compositeTypeRef: {KIND}
  environment:
    environmentConfigs: [{{type: Reference, ref: {{name: e}}}}]
    patches: [{{type: ToCompositeFieldPath, fromFieldPath: a, toFieldPath: spec.a}}]
"""
STEPS = "  mode: Pipeline\n  pipeline: [{step: one, functionRef: {name: f}}]\n"


@needs_newer_cli
@pytest.mark.skipif(not crossplane_cli(), reason="the CLI of Crossplane 1.20 is not on the path")
def test_an_environment_becomes_a_step_as_xpkg613_says(tmp_path: Path) -> None:
    (tmp_path / "FILE").write_text(ENVIRONMENT + STEPS)
    own = f"export PATH={newer_cli()}:$PATH"
    made = [follow([own, "crossplane composition convert composition-environment FILE"], tmp_path)]
    made.append(follow(["crossplane beta convert composition-environment FILE"], tmp_path))
    (tmp_path / "FILE").write_text(f"{ENVIRONMENT}  {NATIVE}\n")
    made.append(follow(["crossplane beta convert pipeline-composition FILE"], tmp_path))
    assert ["name: function-environment-configs" in one for one in made] == [True] * 3
    assert "toFieldPath: spec.a" in made[-1]


@needs_newer_cli
def test_a_project_becomes_a_package_that_opens(tmp_path: Path) -> None:
    own = f"export PATH={newer_cli()}:$PATH"
    follow([own, "crossplane project init tried --directory tried", "cd tried", "crossplane project build"], tmp_path)
    assert run("check", str(tmp_path / "tried/_output/tried.xpkg")).exit_code == 0
    said = run("check", str(tmp_path / "tried")).stderr
    assert "`crossplane project build`" in said
    assert "_output/tried.xpkg" in said


@needs_newer_cli
def test_an_object_is_validated_by_the_definitions_of_a_package(registry: DebianRegistry, tmp_path: Path) -> None:
    """The image of Crossplane, whose definitions are fetched too, is the package itself here."""
    texts = {"package/crossplane.yaml": meta("Provider", "p"), "package/pots.yaml": DEFINITION, "pot.yaml": POT}
    name = f"{registry.host}/validated/p:v1.0.0"
    head = "apiVersion: pkg.crossplane.io/v1\nkind: Provider\nmetadata: {name: p}\n"
    write_folder(tmp_path, {**texts, "all.yaml": f"{head}spec: {{package: '{name}'}}\n"})
    own = f"export PATH={newer_cli()}:$PATH"
    build = "crossplane xpkg build --package-root=package --package-file=package.xpkg"
    follow([own, build, f"crossplane xpkg push -f package.xpkg {name}"], tmp_path)
    options = f"--cache-dir cache --crossplane-image {name}"
    said = follow([own, f"crossplane resource validate all.yaml pot.yaml {options} || [ $? = 1 ]"], tmp_path)
    assert "spec.size in body must be of type integer" in said


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
