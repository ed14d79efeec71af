"""Steps before an upgrade, followed to the letter in the cluster that KUBECONFIG names: `tests/run --commands`."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from builders.packages.folders import write_folder
from builders.program.headless import run
from builders.registry.packages import meta, push
from builders.registry.registries import DebianRegistry
from oracle import first_steps
from oracle.first_steps import NAME, definition
from printed.running import asked_of_plan, follow, has_managed, needs_cluster, of_rule

from xpkgtui.formats.definitions.changes.keeping import MADE_OF_MANAGED

OLD = {"v1alpha1": True, "v1": False}
CHANGES = {
    "a version that is stored goes": ({"v1": True}, "Namespaced"),
    "the scope is another one": (OLD, "Cluster"),
}


def provider(registry: DebianRegistry, name: str, tag: str, *objects: dict[str, Any]) -> str:
    """The manifest of a Provider, whose package is pushed with these objects."""
    push(registry, f"upgraded/{name}", tag, "---\n".join((meta("Provider", name), *map(json.dumps, objects))))
    head = f"apiVersion: pkg.crossplane.io/v1\nkind: Provider\nmetadata: {{name: upgraded-{name}}}\n"
    return f"{head}spec:\n  package: {registry.host}/upgraded/{name}:{tag}\n"


def until(command: str, seconds: int = 90) -> str:
    """A loop that ends when a command succeeds, which fails where it never does."""
    return f"for n in $(seq {seconds}); do {command} && break; [ $n -lt {seconds} ]; sleep 1; done"


@pytest.mark.timeout(600)
@needs_cluster
@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("policies", [True, False], ids=["managed", "plain"])
def test_a_package_is_upgraded_after_the_first_steps_that_plan_prints(
    registry: DebianRegistry, change: str, policies: bool, tmp_path: Path
) -> None:
    versions, scope = CHANGES[change]
    old, new = definition(OLD, policies=policies), definition(versions, scope=scope, policies=policies)
    name = f"{scope.lower()}-{policies}".lower()
    git = write_folder(tmp_path / "git", {"all.yaml": provider(registry, name, "v1.0.0", old)})
    one = {"apiVersion": "example.org/v1alpha1", "kind": "Bucket", "spec": {"a": "kept"}}
    (tmp_path / "one.json").write_text(json.dumps({**one, "metadata": {"name": "one", "namespace": "default"}}))
    follow([f"kubectl apply -f {git}", until("KUBECACHEDIR=$(mktemp -d) kubectl apply -f one.json")], tmp_path)
    (git / "all.yaml").write_text(provider(registry, name, "v2.0.0", new))
    *steps, compared = of_rule(asked_of_plan(git, "--installed", "kube:"), "SET801")
    assert NAME in follow([f"{compared} || [ $? = 1 ]"], tmp_path)
    other = "kubectl patch crd buckets.example.org --type=json" if has_managed() else MADE_OF_MANAGED
    steps = [one for one in steps if other not in one]
    asked = next((number for number, one in enumerate(steps) if " api-resources " in one), len(steps))
    follow(steps[:asked], tmp_path)
    shown = (
        f"kubectl get crd {NAME} -o jsonpath='{{.spec.scope}} {{.spec.versions[*].name}}' | xargs -n1 | sort | xargs"
    )
    wanted = " ".join(sorted((scope, *versions)))
    follow([f"kubectl apply -f {git}", until(f"[ \"$({shown})\" = '{wanted}' ]")], tmp_path)
    follow(steps[asked:], tmp_path)
    held = f"kubectl get {NAME} -A -o json | jq .items"
    assert [each["spec"]["a"] for each in json.loads(follow([held], tmp_path))] == ["kept"]
    follow([f"kubectl delete -f {git}", "kubectl delete providerrevision --all"], tmp_path)
    first_steps.emptied()


@pytest.mark.timeout(1800)
@needs_cluster
@pytest.mark.parametrize("of", [first_steps.CRD, first_steps.XRD, first_steps.MRD])
def test_the_first_steps_of_diff_lose_no_object(of: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, first_steps.__file__, f"({of})"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.timeout(300)
@needs_cluster
def test_outdated_lists_what_a_cluster_can_have_until_it_has_it(registry: DebianRegistry, tmp_path: Path) -> None:
    provider(registry, "listed", "v1.1.0")
    (tmp_path / "all.yaml").write_text(provider(registry, "listed", "v1.0.0"))
    healthy = "kubectl wait --for condition=healthy --timeout=60s provider upgraded-listed"
    follow(["kubectl apply -f all.yaml", healthy], tmp_path)
    asked = ("outdated", "--installed", "kube:", "--exit-code", "--no-cache")
    found = run(*asked, "--format", "json")
    (row,) = (one for one in json.loads(found.stdout)["packages"] if one["object"]["name"] == "upgraded-listed")
    assert (found.exit_code, row["allowed"], row["newest"]) == (1, "v1.1.0", "v1.1.0")
    (tmp_path / "all.yaml").write_text(provider(registry, "listed", row["allowed"]))
    follow(["kubectl apply -f all.yaml", healthy], tmp_path)
    assert run(*asked).exit_code == 0
    follow(["kubectl delete -f all.yaml", "kubectl delete providerrevision --all"], tmp_path)


@pytest.mark.timeout(300)
@needs_cluster
def test_a_deployment_that_another_one_replaces_is_deleted_as_plan_says(
    registry: DebianRegistry, tmp_path: Path
) -> None:
    config = (
        "apiVersion: pkg.crossplane.io/v1beta1\nkind: DeploymentRuntimeConfig\nmetadata: {name: renamed}\nspec:\n"
    )
    pod = "spec: {selector: {}, template: {spec: {containers: []}}}"
    git = write_folder(
        tmp_path / "git",
        {
            "all.yaml": provider(registry, "renamed", "v1.0.0") + "  runtimeConfigRef: {name: renamed}\n",
            "config.yaml": f"{config}  deploymentTemplate: {{{pod}}}\n",
        },
    )
    listed = "kubectl get deployments -n crossplane-system -o name"
    follow([f"kubectl apply -f {git}", until(f"{listed} | grep -q upgraded-renamed-")], tmp_path)
    (git / "config.yaml").write_text(f"{config}  deploymentTemplate: {{metadata: {{name: only-one}}, {pod}}}\n")
    (deleted,) = of_rule(asked_of_plan(git, "--installed", "kube:"), "SET410")
    follow([f"kubectl apply -f {git}", until(f"{listed} | grep -q only-one"), deleted, "sleep 15"], tmp_path)
    assert "renamed" not in (left := follow([listed], tmp_path))
    assert "only-one" in left
    follow([f"kubectl delete -f {git}", "kubectl delete providerrevision --all"], tmp_path)


@pytest.mark.timeout(400)
@needs_cluster
def test_the_second_object_of_a_source_is_removed_as_plan_says(registry: DebianRegistry, tmp_path: Path) -> None:
    first = provider(registry, "twice", "v1.0.0", definition(OLD))
    git = write_folder(tmp_path / "git", {"all.yaml": first})
    healthy = "kubectl wait --for condition=healthy --timeout=90s provider.pkg.crossplane.io upgraded-twice"
    follow([f"kubectl apply -f {git}", healthy], tmp_path)
    (tmp_path / "second.yaml").write_text(first.replace("name: upgraded-twice", "name: upgraded-second"))
    # Crossplane 1.20 looks at the healthy one once an hour, and so still calls it healthy.
    of_second = "providerrevision -l pkg.crossplane.io/package=upgraded-second"
    follow(
        ["kubectl apply -f second.yaml", until(f"kubectl describe {of_second} | grep -q 'already exists'")], tmp_path
    )
    (deleted,) = of_rule(asked_of_plan(git, "--installed", "kube:"), "SET101")
    # No garbage collector runs here, which deletes the revision too.
    collected = f"kubectl delete {of_second}"
    follow([deleted, collected, healthy, f"kubectl get crd {NAME}"], tmp_path)
    follow([f"kubectl delete -f {git}", "kubectl delete providerrevision --all"], tmp_path)
    first_steps.emptied()


@pytest.mark.timeout(400)
@needs_cluster
def test_a_dependency_that_moves_keeps_its_definitions_as_diff_says(registry: DebianRegistry, tmp_path: Path) -> None:
    places = [f"{registry.host}/{place}/dependency" for place in ("here", "there")]
    kind = "apiVersion: pkg.crossplane.io/v1\nkind: Provider\nmetadata: {name: mine}\n"
    for number, place in enumerate(places):
        text = "---\n".join((meta("Provider", f"a{number}"), json.dumps(definition(OLD))))
        push(registry, place.partition("/")[2], "v2.0.0", text)
        (tmp_path / f"mine{number}.yaml").write_text(f"{kind}spec: {{package: '{place}:v2.0.0'}}\n")
        needs = meta("Configuration", "moved", ("Provider", place, ">=v1"))
        push(registry, "upgraded/moved", f"v{number}.0.0", needs)
        (tmp_path / f"{number}.yaml").write_text(needs)
    head = "apiVersion: pkg.crossplane.io/v1\nkind: Configuration\nmetadata: {name: moved}\nspec:\n"
    for name, tag, skips in (("old", 0, "false"), ("skips", 1, "true"), ("new", 1, "false")):
        package = f"  package: {registry.host}/upgraded/moved:v{tag}.0.0\n"
        (tmp_path / f"{name}.yaml").write_text(f"{head}{package}  skipDependencyResolution: {skips}\n")
    kinds = "provider.pkg.crossplane.io/mine configuration.pkg.crossplane.io/moved"
    healthy = f"kubectl wait --for condition=healthy --timeout=90s {kinds}"
    follow(["kubectl apply -f mine0.yaml", "sleep 5", "kubectl apply -f old.yaml", healthy], tmp_path)
    compared = run("diff", str(tmp_path / "0.yaml"), str(tmp_path / "1.yaml"), "--format", "json").stdout
    (change,) = (one for one in json.loads(compared)["changes"] if one["id"] == "CHG274")
    assert "skipDependencyResolution: true" in change["first"][2]
    asked = [line.removeprefix("$ ") for line in change["first"] if line.startswith("$ ")]
    moved = ["kubectl apply -f skips.yaml", "sleep 8", "kubectl apply -f mine1.yaml", "sleep 8"]
    follow([*asked, *moved, "kubectl apply -f new.yaml", "sleep 20", healthy], tmp_path)
    assert follow(["kubectl get providers -o name"], tmp_path).split() == ["provider.pkg.crossplane.io/mine"]
    gone = "kubectl delete configurationrevision,providerrevision --all"
    follow(["kubectl delete -f new.yaml -f mine1.yaml", gone], tmp_path)
    first_steps.emptied()
