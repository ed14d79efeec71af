"""What Crossplane makes of whole sets; each was put to Crossplane 2.4's own controllers."""

from dataclasses import replace

import pytest
from builders.cases import each_row
from builders.orchard import HOST, Orchard, grown, needs, package, tree

from xpkgtui.formats.xpkg.dependencies.reconciler import Flags
from xpkgtui.formats.xpkg.sets.contents import BroughtObject, MemberContents, brought
from xpkgtui.formats.xpkg.sets.controllers.world import Schedule, World

APPLE = MemberContents(kind="Provider", objects=(tree("apple"),))
PLUM = MemberContents(kind="Provider", objects=(tree("plum"),))
BASKET = MemberContents(kind="Configuration", dependencies=(needs("provider-apple", ">=v1.0.0"),))
ORCHARD = Orchard(
    {
        "provider-apple": {"v1.0.0": APPLE, "v1.1.0": APPLE, "v2.0.0": APPLE},
        "provider-plum": {"v1.0.0": PLUM},
        "basket": {"v1.0.0": BASKET},
        "cellar": {
            "v1.0.0": MemberContents(kind="Configuration", dependencies=(needs("provider-apple", "<v2.0.0"),))
        },
        "function-auto": {"v1.0.0": MemberContents(kind="Function")},
    }
)
TWICE = (
    "cannot resolve package dependencies: cannot initialize dependency graph from the packages in the lock: "
    f"node {HOST}/provider-apple already exists"
)


def _health(world: World, kind: str, name: str) -> str:
    """What the package says; empty where it is healthy."""
    condition = world.cluster.packages[kind, name].healthy
    return "" if condition.is_true else condition.message


def test_a_missing_dependency_gets_the_name_of_its_repository_and_the_highest_version() -> None:
    world = grown([package("Configuration", "basket", "basket:v1.0.0")], ORCHARD)
    made = world.cluster.packages["Provider", "orchard-provider-apple"]
    assert made.manifest.package == f"{HOST}/provider-apple:v2.0.0"
    assert made.is_derived
    assert [one.title for one in world.cluster.steps] == [
        "Configuration basket joins the lock",
        f"Makes Provider orchard-provider-apple of {HOST}/provider-apple:v2.0.0",
        "Provider orchard-provider-apple joins the lock",
    ]
    assert _health(world, "Configuration", "basket") == ""
    assert _health(world, "Provider", "orchard-provider-apple") == ""


def test_as_many_dependencies_as_there_are_come_to_rest() -> None:
    many = [f"configuration-{number}" for number in range(70)]
    one = MemberContents(kind="Configuration")
    root = replace(one, dependencies=tuple(needs(name, ">=v1.0.0", "Configuration") for name in many))
    orchard = Orchard({"root": {"v1.0.0": root}, **{name: {"v1.0.0": one} for name in many}})
    world = grown([package("Configuration", "root", "root:v1.0.0")], orchard)
    assert (world.has_ended, len(world.cluster.packages)) == (True, 71)


def test_a_name_of_ones_own_is_safe_only_where_it_is_in_the_lock_first() -> None:
    objects = [
        package("Configuration", "basket", "basket:v1.0.0"),
        package("Provider", "apple", "provider-apple:v1.0.0"),
    ]
    assert _health(grown(objects, ORCHARD), "Configuration", "basket") == ""
    eager = grown(objects, ORCHARD, schedule=Schedule.EAGER)
    assert _health(eager, "Configuration", "basket").endswith(TWICE)
    later = grown(objects, ORCHARD, waves=[[0], [1]])
    assert _health(later, "Provider", "apple").endswith(TWICE)
    assert _health(grown(objects, ORCHARD, waves=[[1], [0]], schedule=Schedule.EAGER), "Provider", "apple") == ""


def test_two_objects_of_one_source_leave_every_package_unhealthy() -> None:
    objects = [
        package("Provider", "one", "provider-apple:v1.0.0"),
        package("Provider", "two", "provider-apple:v1.0.0"),
        package("Provider", "plum", "provider-plum:v1.0.0"),
    ]
    world = grown(objects, ORCHARD)
    assert all(_health(world, "Provider", name).endswith(TWICE) for name in ("one", "two", "plum"))
    assert world.cluster.lock_says.endswith(f"cannot build DAG: node {HOST}/provider-apple already exists")


def test_the_first_parent_chooses_the_version_and_the_other_one_is_unhealthy() -> None:
    objects = [
        package("Configuration", "basket", "basket:v1.0.0"),
        package("Configuration", "cellar", "cellar:v1.0.0"),
    ]
    said = _health(grown(objects, ORCHARD), "Configuration", "cellar")
    existing = f"existing package {HOST}/provider-apple@v2.0.0"
    assert said.endswith(f"incompatible dependencies: {existing} is incompatible with constraint <v2.0.0")
    other = grown(objects, ORCHARD, schedule=Schedule.REVERSE)
    assert _health(other, "Configuration", "cellar") == ""
    assert other.cluster.packages["Provider", "orchard-provider-apple"].manifest.package.endswith("v1.1.0")


def test_an_upgrade_changes_the_object_of_the_user() -> None:
    parent = MemberContents(kind="Configuration", dependencies=(needs("provider-apple", ">=v1.1.0"),))
    orchard = Orchard({"provider-apple": {"v1.0.0": APPLE, "v1.1.0": APPLE}, "box": {"v1.0.0": parent}})
    objects = [package("Provider", "apple", "provider-apple:v1.0.0"), package("Configuration", "box", "box:v1.0.0")]
    assert "incompatible dependencies" in _health(grown(objects, orchard), "Configuration", "box")
    world = grown(objects, orchard, flags=Flags(upgrades=True))
    assert world.cluster.packages["Provider", "apple"].manifest.package.endswith("v1.1.0")
    assert _health(world, "Configuration", "box") == ""


def test_one_definition_belongs_to_the_first_and_the_second_gets_nothing() -> None:
    twin = MemberContents(kind="Provider", objects=(tree("apple"), tree("crab")))
    orchard = Orchard({"provider-apple": {"v1.0.0": APPLE}, "provider-crab": {"v1.0.0": twin}})
    objects = [
        package("Provider", "apple", "provider-apple:v1.0.0"),
        package("Provider", "crab", "provider-crab:v1.0.0"),
    ]
    world = grown(objects, orchard)
    said = _health(world, "Provider", "crab")
    assert (
        "cannot establish control of object: trees.apple.example.org is already controlled by ProviderRevision"
        in said
    )
    assert ("ManagedResourceDefinition", "trees.crab.example.org") not in world.cluster.definitions


def test_a_new_revision_that_waits_for_a_person_stops_the_one_that_runs() -> None:
    first = package("Provider", "apple", "provider-apple:v1.0.0", revisionActivationPolicy="Manual")
    running = package("Provider", "apple", "provider-apple:v1.0.0")
    world = grown([running, {**first}], ORCHARD, waves=[[0], [1]])
    states = sorted((one.number, one.state.value) for one in world.cluster.revisions.values())
    assert states == [(1, "Inactive"), (2, "")]
    assert not world.cluster.deployments
    assert world.cluster.packages["Provider", "apple"].installed.message == "Package is inactive"


def test_a_derived_name_that_another_source_has_hides_the_dependency_for_ever() -> None:
    objects = [
        package("Configuration", "basket", "basket:v1.0.0"),
        package("Provider", "orchard-provider-apple", "provider-plum:v1.0.0"),
    ]
    world = grown(objects, ORCHARD)
    assert f'missing dependencies: "{HOST}/provider-apple" (>=v1.0.0)' in _health(world, "Configuration", "basket")
    assert world.cluster.lock_says == ""


def test_nothing_runs_of_a_safe_start_provider_until_a_policy_activates_a_kind() -> None:
    safe = MemberContents(kind="Provider", is_safe_start=True, objects=(tree("apple"),))
    orchard = Orchard({"provider-apple": {"v1.0.0": safe}})
    objects = [package("Provider", "apple", "provider-apple:v1.0.0")]
    world = grown(objects, orchard, activations=("tree.apple.example.org",))
    assert [one.replicas for one in world.cluster.deployments.values()] == [0]
    assert world.cluster.packages["Provider", "apple"].healthy.message.startswith("Package runtime is scaled to zero")
    assert [one.replicas for one in grown(objects, orchard).cluster.deployments.values()] == [1]


@each_row(
    ("config", "said"),
    [
        (None, 'DeploymentRuntimeConfig.pkg.crossplane.io "own" not found'),
        ({"containers": [{"name": "manager"}]}, "spec.template.spec.containers[1].image: Required value"),
        ({"containers": [], "serviceAccountName": "absent"}, "Deployment does not have minimum availability."),
    ],
    ids=["absent", "another container", "no service account"],
)
def test_a_runtime_that_cannot_run_leaves_its_package_unhealthy(config: dict[str, object] | None, said: str) -> None:
    runtime = {
        "apiVersion": "pkg.crossplane.io/v1beta1",
        "kind": "DeploymentRuntimeConfig",
        "metadata": {"name": "own"},
        "spec": {"deploymentTemplate": {"spec": {"selector": {}, "template": {"spec": config}}}},
    }
    provider = package("Provider", "apple", "provider-apple:v1.0.0", runtimeConfigRef={"name": "own"})
    world = grown([provider, *([runtime] if config else [])], ORCHARD)
    (revision,) = world.cluster.revisions.values()
    assert revision.runtime.message.endswith(said)
    assert _health(world, "Provider", "apple") != ""


@pytest.mark.parametrize(("minor", "is_first"), [("1.20", True), ("2.0", False)])
def test_before_2_0_a_revision_looks_for_its_runtime_config_first(minor: str, is_first: bool) -> None:
    function = package("Function", "one", "provider-plum:v1.0.0", runtimeConfigRef={"name": "absent"})
    (revision,) = grown([function], ORCHARD, crossplane=f"{minor}.0").cluster.revisions.values()
    assert revision.healthy.message.startswith("cannot prepare runtime manifest") == is_first
    assert revision.healthy.message.startswith("linting package contents failed") != is_first


def test_a_package_without_a_registry_is_refused_and_one_whose_tag_is_absent_says_so() -> None:
    short = package("Provider", "apple", "provider-apple:v9.0.0")
    bare = {**short, "metadata": {"name": "bare"}, "spec": {"package": "orchard/provider-apple:v1.0.0"}}
    world = grown([short, bare], ORCHARD)
    assert [one.number for one in world.refused] == [1]
    assert "must be a fully qualified image name" in world.refused[0].message
    absent = f"cannot unpack package: cannot resolve {HOST}/provider-apple:v9.0.0 to digest: not found"
    assert world.cluster.packages["Provider", "apple"].installed.message == absent


def test_what_a_package_brings_waits_for_its_kind_and_is_taken_away_with_it() -> None:
    xrd = BroughtObject(
        kind="CompositeResourceDefinition", name="boxes.example.org", defines="Box", group="example.org"
    )
    orchard = Orchard({"box": {"v1.0.0": MemberContents(kind="Configuration", objects=(xrd,))}})
    objects = [package("Configuration", "box", "box:v1.0.0")]
    world = grown(objects, orchard)
    made = world.cluster.definitions["CustomResourceDefinition", "boxes.example.org"]
    assert made.controller == "CompositeResourceDefinition boxes.example.org"
    gone = grown(objects, orchard, waves=[[0], [-1]])
    assert not gone.cluster.packages
    assert not gone.cluster.lock.packages


def test_a_composition_that_is_no_pipeline_is_refused_and_so_is_the_package_that_brings_it() -> None:
    composition = {
        "apiVersion": "apiextensions.crossplane.io/v1",
        "kind": "Composition",
        "metadata": {"name": "old"},
        "spec": {"compositeTypeRef": {"apiVersion": "a.io/v1", "kind": "A"}, "resources": [{"name": "one"}]},
    }
    said = 'Composition.apiextensions.crossplane.io "old" is invalid: spec: Invalid value: an array of pipeline steps'
    orchard = Orchard({"box": {"v1.0.0": MemberContents(kind="Configuration", objects=(brought(composition),))}})
    assert [one.message.startswith(said) for one in grown([composition], ORCHARD).refused] == [True]
    assert said in _health(grown([package("Configuration", "box", "box:v1.0.0")], orchard), "Configuration", "box")


def _of_one_deployment(kind: str, *names: str) -> World:
    """Packages whose runtime config names the Deployment."""
    config = {
        "apiVersion": "pkg.crossplane.io/v1beta1",
        "kind": "DeploymentRuntimeConfig",
        "metadata": {"name": "same"},
        "spec": {"deploymentTemplate": {"metadata": {"name": "garden"}}},
    }
    orchard = Orchard({name: {"v1.0.0": MemberContents(kind=kind)} for name in names})
    packages = [package(kind, name, f"{name}:v1.0.0", runtimeConfigRef={"name": "same"}) for name in names]
    return grown([config, *packages], orchard)


def test_two_providers_of_one_deployment_delete_each_others_without_end() -> None:
    world = _of_one_deployment("Provider", "one", "two")
    assert not world.has_ended
    assert _health(world, "Provider", "one").endswith('has no condition of type "Available" yet')


def test_the_second_function_of_one_deployment_cannot_have_it() -> None:
    world = _of_one_deployment("Function", "one", "two")
    assert world.has_ended
    assert _health(world, "Function", "one") == ""
    assert _health(world, "Function", "two").endswith("field is immutable")


def test_a_resolver_that_crashes_leaves_the_lock_as_it_was() -> None:
    pinned = {**package("Provider", "apple", ""), "spec": {"package": f"{HOST}/provider-apple:main"}}
    orchard = Orchard(
        {
            "provider-apple": {"v1.0.0": APPLE, "main": APPLE},
            "basket": {"v1.0.0": BASKET},
        }
    )
    objects = [pinned, package("Configuration", "basket", "basket:v1.0.0")]
    world = grown(objects, orchard, waves=[[0], [1]], flags=Flags(upgrades=True))
    assert world.cluster.lock_says == ""


def test_a_definition_of_ones_own_may_not_lose_a_version_in_which_objects_were_stored() -> None:
    def definition(*versions: str) -> dict[str, object]:
        listed = [{"name": one, "served": True, "storage": one == versions[-1]} for one in versions]
        names = {"kind": "Tree", "plural": "trees"}
        spec = {"group": "apple.example.org", "names": names, "versions": listed}
        meta = {"name": "trees.apple.example.org"}
        kind = "CustomResourceDefinition"
        return {"apiVersion": "apiextensions.k8s.io/v1", "kind": kind, "metadata": meta, "spec": spec}

    objects = [definition("v1alpha1"), definition("v1"), definition("v1alpha1", "v1")]
    world = grown(objects, ORCHARD, waves=[[0], [1]])
    assert [one.number for one in world.refused] == [1]
    assert (
        'status.storedVersions[0]: Invalid value: "v1alpha1": missing from spec.versions' in world.refused[0].message
    )
    assert grown(objects, ORCHARD, waves=[[0], [2]]).refused == []


def test_a_definition_that_loses_a_stored_version_is_of_who_has_it_now() -> None:
    newest = replace(tree("apple"), versions=("v2",), stored="v2")
    tags = {"v1.0.0": MemberContents(kind="Provider", objects=(newest,)), "v1.1.0": APPLE}
    objects = [
        package("Provider", "apple", "provider-apple:v1.0.0"),
        package("Configuration", "basket", "basket:v1.0.0"),
    ]
    orchard = Orchard({"provider-apple": tags, "basket": {"v1.0.0": BASKET}})
    definitions = grown(objects, orchard, waves=[[0], [1], [-1]]).cluster.definitions
    owner = definitions["CustomResourceDefinition", "trees.apple.example.org"].controller
    assert owner.startswith("ProviderRevision orchard-provider-apple-")
    objects.append(package("Provider", "apple", "provider-apple:v1.1.0"))
    definitions = grown(objects, orchard, schedule=Schedule.EAGER, waves=[[0, 1], [2]]).cluster.definitions
    owner = definitions["CustomResourceDefinition", "trees.apple.example.org"].controller
    assert owner.startswith("ProviderRevision apple-")
