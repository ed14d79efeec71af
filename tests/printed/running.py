"""Printed commands that are run to the letter, each looked at for its effect: `tests/run --commands`, not the gate.

oras, crane and regctl must be on the path, built from their Go modules; steps for a cluster are taken where
KUBECONFIG names one, and the path has its kubectl.
"""

import base64
import json
import os
import shutil
import subprocess
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from builders.oci import layers
from builders.oci.images import BuiltImage, BuiltIndex, image, write_layout
from builders.oci.layers import digest
from builders.oci.signatures import SIGNED, SPDX, bundle, signature
from builders.packages.folders import write_folder
from builders.program.headless import run
from builders.registry.authorities import Authority
from builders.registry.packages import meta, push
from builders.registry.registries import OCI_INDEX, OCI_MANIFEST, PASSWORD, USER, DebianRegistry
from inspection.files.test_repaired import FAULTS, OLD, REFERS, of_three
from printed.table import run_rows

from xpkgtui.commands import PrintedCommand
from xpkgtui.formats.definitions.changes.definition_rules import version_removed
from xpkgtui.formats.definitions.changes.definitions import differences_of
from xpkgtui.formats.definitions.changes.keeping import MADE_OF_MANAGED, Steps, deletion
from xpkgtui.formats.used_images.needed_images import NeededImage
from xpkgtui.formats.used_images.used import ImageRole
from xpkgtui.formats.xpkg.sets.controllers.installed import SAVED
from xpkgtui.oci.asked import AskedRegistries
from xpkgtui.reporting.contents.mirror import Mirror, commands

KIND = "{apiVersion: a.example.org/v1, kind: A}"
NATIVE = "resources: [{name: a, base: {apiVersion: v1, kind: ConfigMap}}]"
MANUAL = "revisionActivationPolicy: Manual"
POLICIES = ["Observe", "Create", "Update", "LateInitialize"]
needs_cluster = pytest.mark.skipif("KUBECONFIG" not in os.environ, reason="KUBECONFIG names no cluster")


def has_managed() -> bool:
    """Whether the cluster has a Crossplane that makes definitions of managed ones, which 1.20 does not."""
    return not subprocess.run(["kubectl", "get", MADE_OF_MANAGED], capture_output=True, check=False).returncode


@cache
def crossplane_cli() -> str:
    """The folder of the CLI that converts, as Crossplane's server has its name; empty where the path has none."""
    for folder in os.environ["PATH"].split(os.pathsep):
        if found := shutil.which("crossplane", path=folder):
            asked = [found, "beta", "convert", "deployment-runtime", "--help"]
            if (
                "beta convert deployment-runtime"
                in subprocess.run(asked, capture_output=True, text=True, check=False).stdout
            ):
                return folder
    return ""


def follow(commands: list[str], folder: Path) -> str:
    """Runs what is printed, line by line, in a shell; returns what it printed."""
    script = "set -e -o pipefail\n" + "\n".join(commands)
    run_rows(commands)
    around = {**os.environ, "PATH": os.pathsep.join(filter(None, (crossplane_cli(), os.environ["PATH"])))}
    done = subprocess.run(
        ["bash", "-c", script], cwd=folder, env=around, capture_output=True, text=True, check=False, timeout=300
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def asked(host: str) -> dict[str, Any]:
    """What `why` says of the tag."""
    found: dict[str, Any] = json.loads(run("why", f"{host}/shop/wrong:v1", "--format", "json", "--refresh").stdout)[
        "results"
    ][0]
    return found


@pytest.mark.parametrize("fault", FAULTS)
def test_the_repair_of_why_keeps_what_the_tag_held(registry: DebianRegistry, fault: str, tmp_path: Path) -> None:
    built: BuiltIndex = of_three(FAULTS[fault])
    registry.push_layout("shop/wrong", "v1", write_layout(tmp_path / "pushed", built))
    name = f"{registry.host}/shop/wrong"
    before = json.loads(built.manifest)
    repair = asked(registry.host)["repair"][0]
    save, put = repair["commands"]
    follow([save], tmp_path)
    held = json.loads(follow([f"crane manifest {name}:v1"], tmp_path))
    assert held == before, "nothing is written before all is ready"
    follow([put], tmp_path)
    after = json.loads(follow([f"crane manifest {name}:v1"], tmp_path))
    found = asked(registry.host)
    refused = {row["title"] for row in found["readings"] if row["verdict"] != "accepted"}
    assert (refused - OLD, found["repair"]) == (set(), [])
    assert [one["platform"] for one in after["manifests"]] == [one["platform"] for one in before["manifests"]]
    assert after["annotations"] == before["annotations"]
    assert after["manifests"][1]["annotations"] == {"kept": "yes"}
    assert after["manifests"][2]["digest"] == before["manifests"][2]["digest"]
    assert after["manifests"][2]["annotations"][REFERS] == after["manifests"][0]["digest"]
    for one in after["manifests"]:
        follow([f"crane pull {name}@{one['digest']} pulled.tar"], tmp_path)


NO_OBJECT = "crossplane resource validate"
"""It reads no object of a package that has none."""


@pytest.mark.timeout(900)
@pytest.mark.skipif(not crossplane_cli(), reason="the CLI of Crossplane 1.20 is not on the path")
def test_a_package_of_more_layers_than_crossplane_reads_is_built_anew_beside_it(
    registry: DebianRegistry, tmp_path: Path
) -> None:
    text = layers.layer(layers.file("package.yaml", meta("Configuration", "many")), base=True)
    built = image(*[layers.layer(layers.file("other"))] * 256, text)
    write_layout(tmp_path / "pushed", built)
    name = f"{registry.host}/shop/wrong"
    follow([f"crane push pushed {name}:v1"], tmp_path)
    repair = next(
        one for one in asked(registry.host)["repair"] if any("xpkg build" in each for each in one["commands"])
    )
    follow(repair["commands"], tmp_path)
    assert follow([f"crane digest {name}:v1"], tmp_path).strip() == built.digest
    found = json.loads(run("why", f"{name}:v1-rebuilt", "--format", "json", "--refresh").stdout)["results"][0]
    assert {row["title"] for row in found["readings"] if row["verdict"] != "accepted"} <= {*OLD, NO_OBJECT}


@pytest.mark.parametrize("put", ["oras copy -r", "regctl image copy --referrers --digest-tags", "crane copy"])
def test_what_the_page_about_mirrors_recommends_keeps_digests(
    registry: DebianRegistry, put: str, tmp_path: Path
) -> None:
    built = of_three(FAULTS["no layer is annotated"])
    registry.push_layout("shop/from", "v1", write_layout(tmp_path / "pushed", built))
    plain = {"oras": " --from-plain-http --to-plain-http", "regctl": f" --host reg={registry.host},tls=disabled"}
    program = put.partition(" ")[0]
    source, target = f"{registry.host}/shop/from:v1", f"{registry.host}/shop/{program}:v1"
    follow([f"{put}{plain.get(program, '')} {source} {target}"], tmp_path)
    assert follow([f"crane digest {target}"], tmp_path).strip() == built.digest


def test_the_script_of_a_mirror_list_ends_with_everything_copied(registry: DebianRegistry, tmp_path: Path) -> None:
    built = of_three(FAULTS["the config has no label"])
    registry.push_layout("shop/package", "v1", write_layout(tmp_path / "pushed", built))
    tag = built.digest.replace(":", "-")
    push_built(registry, f"{tag}.sig", signature(built.digest))
    subject = {"mediaType": OCI_INDEX, "digest": built.digest, "size": len(built.manifest)}
    bundles = [bundle(built.digest, kind, subject=subject) for kind in (SIGNED, SPDX)]
    rows = [
        {"mediaType": OCI_MANIFEST, "digest": push_built(registry, "", one), "size": len(one.manifest)}
        for one in bundles
    ]
    listed = json.dumps({"schemaVersion": 2, "mediaType": OCI_INDEX, "manifests": rows}).encode()
    wanted = {
        "v1": built.digest,
        tag: registry.push_manifest("shop/package", tag, listed, OCI_INDEX),
        f"{tag}.sig": digest(signature(built.digest).manifest),
        **{f"@{row['digest']}": str(row["digest"]) for row in rows},
    }
    mirror = DebianRegistry(forgets=True).start()
    try:
        place = f"{mirror.host}/air"
        source = f"{registry.host}/shop/package:v1"
        printed = run("images", source, "--signatures", "--to", place, "--format", "commands", "--no-cache")
        follow([line for line in printed.stdout.splitlines() if not line.startswith("#")], tmp_path)
        target = f"{place}/{registry.host.replace(':', '_')}/shop/package"
        names = [f"{target}{'' if one.startswith('@') else ':'}{one}" for one in wanted]
        assert follow([f"crane digest {name}" for name in names], tmp_path).split() == [*wanted.values()]
    finally:
        mirror.remove()


def push_built(registry: DebianRegistry, tag: str, built: BuiltImage) -> str:
    """Uploads an image under a tag, or its digest."""
    for blob in (built.config, *(layer.blob for layer in built.layers)):
        registry.push_blob("shop/package", blob)
    return registry.push_manifest("shop/package", tag or digest(built.manifest), built.manifest)


def test_a_list_of_referrers_is_copied_though_what_they_speak_of_is_gone(
    registry: DebianRegistry, tmp_path: Path
) -> None:
    blob = {"mediaType": "application/x", "digest": registry.push_blob("shop/signed", b"{}"), "size": 2}
    of_gone = {"config": blob, "layers": [blob], "subject": blob | {"digest": f"sha256:{'1' * 64}"}}
    manifest = json.dumps({"schemaVersion": 2, "mediaType": OCI_MANIFEST, **of_gone}).encode()
    registry.push_manifest("shop/signed", f"sha256:{sha256(manifest).hexdigest()}", manifest)
    tag = f"sha256-{'1' * 64}"
    digest = registry.push_index("shop/signed", tag, {"linux/amd64": manifest})
    name = f"{registry.host}/shop/signed:{tag}"
    image = NeededImage(reference=name, spelled=name, role=ImageRole.SIGNATURE)
    copy = commands(Mirror(f"{registry.host}/air", (image,)).images).splitlines()[-1]
    assert follow([copy, f"crane digest {copy.split()[-1]}"], tmp_path).split()[-1] == digest


def elsewhere(registry: DebianRegistry) -> str:
    """A registry on this machine by a name that no program takes for loopback."""
    return registry.host.replace("127.0.0.1", "0.0.0.0")


READING = (
    ("crane", "manifest", "{}"),
    ("oras", "manifest", "fetch", "{}"),
    ("skopeo", "inspect", "--raw", "docker://{}"),
    ("xpkgtui", "show", "{}"),
)


@pytest.mark.parametrize("words", READING, ids=lambda words: words[0])
def test_a_command_asks_a_registry_over_plain_http(
    registry: DebianRegistry, words: tuple[str, ...], tmp_path: Path
) -> None:
    pushed(registry, tmp_path)
    host = elsewhere(registry)
    follow([AskedRegistries(plain_http=(host,)).line(*filled(words, host))], tmp_path)


@pytest.mark.parametrize("words", READING, ids=lambda words: words[0])
def test_a_command_trusts_an_authority_and_knows_a_password(
    secure_private_registry: DebianRegistry, authority: Authority, words: tuple[str, ...], tmp_path: Path
) -> None:
    host, line = elsewhere(secure_private_registry), tmp_path / "auth.json"
    pushed(secure_private_registry, tmp_path)
    word = base64.b64encode(f"{USER}:{PASSWORD}".encode()).decode()
    line.write_text(json.dumps({"auths": {host: {"auth": word}}}))
    asked = AskedRegistries(ca_file=str(authority.file), auth_file=str(line))
    follow([asked.line(*filled(words, host))], tmp_path)
    follow([AskedRegistries(insecure=(host,), auth_file=str(line)).line(*filled(words, host))], tmp_path)


@pytest.mark.parametrize(
    "words", [("skopeo", "copy", "--all", "docker://{}", "docker://{}2"), ("oras", "copy", "-r", "{}", "{}2")]
)
def test_a_copy_says_how_each_side_is_asked(registry: DebianRegistry, words: tuple[str, ...], tmp_path: Path) -> None:
    pushed(registry, tmp_path)
    host = elsewhere(registry)
    follow([AskedRegistries(plain_http=(host,)).line(*filled(words, host))], tmp_path)


def pushed(registry: DebianRegistry, folder: Path) -> None:
    """Puts an image into the registry."""
    registry.push_layout(
        "shop/asked", "v1", write_layout(folder / "asked", of_three(FAULTS["the config has no label"]))
    )


def filled(words: tuple[str, ...], host: str) -> list[str]:
    """The words with the name of the image."""
    return [word.format(f"{host}/shop/asked:v1") for word in words]


DEFINITION = {
    "apiVersion": "apiextensions.k8s.io/v1",
    "kind": "CustomResourceDefinition",
    "metadata": {"name": "users.sql.example.org"},
    "spec": {
        "group": "sql.example.org",
        "names": {"kind": "User", "plural": "users"},
        "scope": "Cluster",
        "versions": [
            {
                "name": "v1",
                "served": True,
                "storage": True,
                "subresources": {"status": {}},
                "schema": {"openAPIV3Schema": {"type": "object", "x-kubernetes-preserve-unknown-fields": True}},
            }
        ],
    },
}
ADA = {
    "apiVersion": "sql.example.org/v1",
    "kind": "User",
    "metadata": {"name": "ada", "annotations": {"crossplane.io/external-name": "ada-1"}},
    "spec": {"managementPolicies": ["*"], "forProvider": {"size": 1}},
}


SCHEMA = {
    "openAPIV3Schema": {
        "type": "object",
        "properties": {
            "spec": {
                "type": "object",
                "properties": {"managementPolicies": {"type": "array", "items": {"type": "string"}}},
            }
        },
    }
}
VERSIONS: list[dict[str, Any]] = [
    {"name": name, "served": True, "storage": name == "v1alpha1", "schema": SCHEMA} for name in ("v1alpha1", "v1")
]
MANAGED_DEFINITION = {
    "apiVersion": "apiextensions.crossplane.io/v1alpha1",
    "kind": "ManagedResourceDefinition",
    "metadata": {"name": "pots.m.example.org"},
    "spec": {
        "state": "Active",
        "group": "m.example.org",
        "scope": "Cluster",
        "names": {"kind": "Pot", "plural": "pots", "singular": "pot", "listKind": "PotList"},
        "versions": VERSIONS,
    },
}


def lines(steps: Steps) -> list[str]:
    """The commands of steps."""
    return [one.line for one in steps if isinstance(one, PrintedCommand)]


def managed(folder: Path, scope: str, versions: slice) -> list[str]:
    """The commands that make a managed resource definition, and wait for its definition, asked for anew."""
    spec: dict[str, Any] = {**MANAGED_DEFINITION["spec"], "scope": scope}  # type: ignore[dict-item]
    kept = VERSIONS[versions]
    spec["versions"] = [{**one, "storage": one is kept[0]} for one in kept]
    (folder / "managed.json").write_text(json.dumps({**MANAGED_DEFINITION, "spec": spec}))
    waited = "kubectl wait --for condition=established"
    wait = [f"{waited} mrd pots.m.example.org", f"{waited} crd pots.m.example.org"]
    return ["kubectl apply -f managed.json", *wait, "kubectl api-resources --api-group=m.example.org"]


@needs_cluster
def test_a_managed_resource_definition_is_deleted_with_what_crossplane_makes_of_it(tmp_path: Path) -> None:
    if not has_managed():
        pytest.skip("the cluster has no Crossplane 2")
    one = {"apiVersion": "m.example.org/v1alpha1", "kind": "Pot", "metadata": {"name": "one"}, "spec": {}}
    (tmp_path / "one.json").write_text(json.dumps(one))
    made = managed(tmp_path, "Cluster", slice(None))
    steps = lines(deletion("pots.m.example.org", "managementPolicies", MADE_OF_MANAGED))
    follow([*made, "kubectl apply -f one.json", *steps[:-2]], tmp_path)
    follow(["sleep 3", *managed(tmp_path, "Namespaced", slice(None)), *steps[-2:]], tmp_path)
    assert "one" in follow(["kubectl get pots.m.example.org -A"], tmp_path)
    assert follow(["kubectl get crd pots.m.example.org -o jsonpath='{.spec.scope}'"], tmp_path) == "Namespaced"
    follow(
        [f"kubectl delete {MADE_OF_MANAGED} pots.m.example.org", "kubectl delete crd pots.m.example.org"], tmp_path
    )


@needs_cluster
def test_a_stored_version_of_a_managed_resource_is_removed_without_losing_an_object(tmp_path: Path) -> None:
    if not has_managed():
        pytest.skip("the cluster has no Crossplane 2")
    one = {"apiVersion": "m.example.org/v1alpha1", "kind": "Pot", "metadata": {"name": "one"}, "spec": {}}
    (tmp_path / "one.json").write_text(json.dumps(one))
    follow([*managed(tmp_path, "Cluster", slice(None)), "kubectl apply -f one.json"], tmp_path)
    old, new = (
        {"metadata": {"name": "pots.m.example.org"}, "spec": {**MANAGED_DEFINITION["spec"], "versions": versions}}  # type: ignore[dict-item]
        for versions in ([{**each} for each in VERSIONS], [{**VERSIONS[1], "storage": True}])
    )
    (removed,) = (each for each in differences_of(old, new, maker=MADE_OF_MANAGED) if each.rule is version_removed)
    steps = lines(removed.words.first)
    follow([steps[0], "sleep 2"], tmp_path)
    assert follow(steps[1:2], tmp_path) == "v1"
    follow([*steps[2:], *managed(tmp_path, "Cluster", slice(1, 2)), "sleep 2"], tmp_path)
    assert "one" in follow(["kubectl get pots.m.example.org -A"], tmp_path)
    follow(
        [f"kubectl delete {MADE_OF_MANAGED} pots.m.example.org", "kubectl delete crd pots.m.example.org"], tmp_path
    )


@needs_cluster
def test_a_definition_is_deleted_and_made_again_without_deleting_what_objects_stand_for(tmp_path: Path) -> None:
    (tmp_path / "definition.json").write_text(json.dumps(DEFINITION))
    (tmp_path / "user.json").write_text(json.dumps(ADA))
    made = ["kubectl apply -f definition.json", "kubectl wait --for condition=established crd users.sql.example.org"]
    follow([*made, "kubectl apply -f user.json"], tmp_path)
    steps = [
        one.line for one in deletion("users.sql.example.org", "managementPolicies") if isinstance(one, PrintedCommand)
    ]
    follow(steps[:1], tmp_path)
    assert json.loads(follow(["kubectl get users ada -o json"], tmp_path))["spec"]["managementPolicies"] == POLICIES
    shown = follow(steps[1:2], tmp_path)
    assert "Delete" not in shown
    assert "[Observe Create Update LateInitialize]" in shown
    follow(steps[2:-2], tmp_path)
    follow([*made, *steps[-2:]], tmp_path)
    again = json.loads(follow(["kubectl get users ada -o json"], tmp_path))
    assert again["spec"] == {**ADA["spec"], "managementPolicies": POLICIES}  # type: ignore[dict-item]
    assert again["metadata"]["annotations"]["crossplane.io/external-name"] == "ada-1"
    follow(["kubectl delete crd users.sql.example.org"], tmp_path)


@needs_cluster
def test_a_kind_is_explained_and_scaled_only_where_it_has_that_subresource(tmp_path: Path) -> None:
    spec: dict[str, Any] = DEFINITION["spec"]  # type: ignore[assignment]
    (version,) = spec["versions"]
    size = {"type": "integer", "description": "How many."}
    places = {"specReplicasPath": ".spec.size", "statusReplicasPath": ".status.size"}
    schema = {"type": "object", "properties": {"spec": {"type": "object", "properties": {"size": size}}}}
    version = {**version, "subresources": {"status": {}, "scale": places}, "schema": {"openAPIV3Schema": schema}}
    scaled = {**DEFINITION, "spec": {**spec, "versions": [version]}}
    for name, made in {"scaled": scaled, "plain": DEFINITION, "user": {**ADA, "spec": {"size": 1}}}.items():
        (tmp_path / f"{name}.json").write_text(json.dumps(made))
    wait = "kubectl wait --for condition=established crd users.sql.example.org"
    follow(["kubectl apply -f scaled.json", wait, "kubectl apply -f user.json"], tmp_path)
    explained = "kubectl explain user.spec.size --api-version sql.example.org/v1"
    assert "How many." in follow(
        ["kubectl version", f"for n in $(seq 30); do {explained} && break; sleep 1; done"], tmp_path
    )
    run_rows([explained])
    follow(["kubectl scale --replicas=2 users ada"], tmp_path)
    assert "Size:  2" in follow(["kubectl describe users ada"], tmp_path)
    follow(["kubectl apply -f plain.json", "sleep 2", "! kubectl scale --replicas=3 users ada"], tmp_path)
    follow(["kubectl delete crd users.sql.example.org"], tmp_path)


def asked_of_plan(place: Path, *words: str) -> dict[str, Any]:
    """What `plan` says of a set."""
    found: dict[str, Any] = json.loads(run("plan", str(place), *words, "--no-cache", "--format", "json").stdout)
    return found


def of_rule(plan: dict[str, Any], rule: str) -> list[str]:
    """The commands that the findings of a rule print."""
    return [each["command"] for one in plan["findings"] if one["rule"] == rule for each in one["commands"]]


def needs(program: str) -> pytest.MarkDecorator:
    """Skips where a program is absent that takes minutes to build."""
    return pytest.mark.skipif(not shutil.which(program), reason=f"{program} is not on the path")


def provider(registry: DebianRegistry, name: str, tag: str = "v1.0.0", more: str = "") -> str:
    """The manifest of a Provider, whose package is pushed; v9.9.9 wants another Crossplane."""
    spec = "  crossplane: {version: '<v0.1.0'}\n" if tag == "v9.9.9" else ""
    text = meta("Provider", name)
    push(
        registry,
        f"planned/{name}",
        tag,
        text.replace("  crossplane: {version: '>=v1.14.0'}\n", spec) if spec else text,
    )
    head = f"apiVersion: pkg.crossplane.io/v1\nkind: Provider\nmetadata: {{name: planned-{name}}}\n"
    return f"{head}spec:\n  package: {registry.host}/planned/{name}:{tag}\n{more}"


@needs("kustomize")
def test_a_kustomization_is_built_as_plan_says(registry: DebianRegistry, tmp_path: Path) -> None:
    base = write_folder(tmp_path / "base", {"all.yaml": provider(registry, "one")})
    (base / "kustomization.yaml").write_text("resources: [all.yaml]\nnamePrefix: planned-\n")
    (built,) = of_rule(asked_of_plan(tmp_path), "SET003")
    assert "the package installs" in follow([built], tmp_path)
    stages = {
        f"{stage}/{name}": text
        for stage in ("dev", "prod")
        for name, text in (
            ("all.yaml", f"{provider(registry, 'one')}---\n{provider(registry, 'two')}"),
            ("kustomization.yaml", "resources: [all.yaml]\n"),
        )
    }
    (one,) = of_rule(asked_of_plan(write_folder(tmp_path / "stages", stages)), "SET004")
    assert one.startswith("kustomize build")
    assert "all 2 packages install" in follow([one], tmp_path)


@needs("helm")
def test_a_chart_is_rendered_as_plan_says(registry: DebianRegistry, tmp_path: Path) -> None:
    template = provider(registry, "one").replace("planned-one", "planned-{{ .Values.name }}", 1)
    files = {"Chart.yaml": "apiVersion: v2\nname: c\nversion: 0.1.0\n", "values.yaml": "name: one\n"}
    chart = write_folder(tmp_path / "chart", {**files, "templates/all.yaml": template})
    (rendered,) = of_rule(asked_of_plan(chart), "SET002")
    assert "the package installs" in follow([rendered], tmp_path)


@pytest.mark.skipif(not crossplane_cli(), reason="the CLI of Crossplane 1.20 is not on the path")
def test_what_crossplane_2_lacks_is_converted_as_plan_says(tmp_path: Path) -> None:
    kinds = {"DeploymentRuntimeConfig": "args: [--debug]", "Composition": f"compositeTypeRef: {KIND}\n  {NATIVE}"}
    old = "apiVersion: {}/{}\nkind: {}\nmetadata: {{name: own}}\nspec:\n  {}\n".format
    made = old("pkg.crossplane.io", "v1alpha1", "ControllerConfig", kinds["DeploymentRuntimeConfig"])
    composed = old("apiextensions.crossplane.io", "v1", "Composition", kinds["Composition"])
    (tmp_path / "all.yaml").write_text(f"# both\n---\n{made}---\n{composed}")
    plan = asked_of_plan(tmp_path)
    for rule, kind in (("SET701", "kind: DeploymentRuntimeConfig"), ("XPKG716", "mode: Pipeline")):
        (convert,) = of_rule(plan, rule)
        assert kind in follow([convert], tmp_path)


def test_a_refused_package_is_checked_as_plan_says(registry: DebianRegistry, tmp_path: Path) -> None:
    (tmp_path / "all.yaml").write_text(provider(registry, "one", "v9.9.9"))
    (check,) = of_rule(asked_of_plan(tmp_path), "SET110")
    assert "XPKG611" in follow([f"{check} || [ $? = 1 ]"], tmp_path)


@needs_cluster
def test_what_is_installed_is_saved_activated_and_completed_as_plan_says(
    registry: DebianRegistry, tmp_path: Path
) -> None:
    git = write_folder(tmp_path / "git", {"all.yaml": provider(registry, "hand", more=f"  {MANUAL}\n")})
    listed, activated = of_rule(asked_of_plan(git), "SET205")
    follow(
        [
            f"kubectl apply -f {git}",
            f"for _ in $(seq 60); do {listed} | grep -q planned-hand && break; sleep 1; done",
        ],
        tmp_path,
    )
    revision = follow([listed], tmp_path).splitlines()[-1].split()[0]
    follow([activated.replace("REV", revision)], tmp_path)
    state = follow([f"kubectl get providerrevision {revision} -o jsonpath='{{.spec.desiredState}}'"], tmp_path)
    assert state == "Active"
    follow([SAVED.removeprefix("Save it with: ")], tmp_path)
    ways = (asked_of_plan(git, "--installed", one) for one in (str(tmp_path / "installed.yaml"), "kube:"))
    assert all(one["packages"][0]["change"] == "same" for one in ways)
    follow([f"kubectl delete -f {git}"], tmp_path)
