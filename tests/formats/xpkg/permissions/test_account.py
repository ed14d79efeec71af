"""What Crossplane grants to a package, what runs, and what there is to say of it."""

import pytest
from builders.cases import each_row
from builders.packages.used import objects_in

from xpkgtui.formats.permissions.granted import (
    DefinitionName,
    InstalledMember,
    PackageInstallation,
    PackagePermissions,
    RunningContainer,
)
from xpkgtui.formats.xpkg.format import XPKG

DIGEST = "sha256:" + "1" * 64
META = "apiVersion: meta.pkg.crossplane.io/v1\nkind: {}\nmetadata: {{name: sea}}\nspec: {{}}\n"
CRD = """\
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: boats.sea.example.org}
spec:
  group: sea.example.org
  names: {plural: boats, kind: Boat}
  versions: [{name: v1, served: true, storage: true}]
"""
XRD = """\
apiVersion: apiextensions.crossplane.io/v1
kind: CompositeResourceDefinition
metadata: {name: xboats.sea.example.org}
spec:
  group: sea.example.org
  names: {plural: xboats, kind: XBoat}
  claimNames: {plural: boats, kind: Boat}
  versions: [{name: v1, served: true, referenceable: true}]
"""
REQUESTS = "spec: {controller: {permissionRequests: [{verbs: [get], apiGroups: [apps], resources: [deployments]}]}}"
SAFE = "spec: {capabilities: [SafeStart]}"


def meta(kind: str = "Provider", spec: str = "spec: {}", labels: str = "") -> str:
    text = META.format(kind).replace("spec: {}", spec)
    return text.replace("{name: sea}", f"{{name: sea, labels: {{{labels}}}}}") if labels else text


def may(*documents: str, target: str = "2.4", reference: str = "", digest: str = "") -> PackagePermissions:
    installation = PackageInstallation(target=target, reference=reference, digest=digest)
    return XPKG.permissions().of_package(objects_in(XPKG, *documents), installation)


def test_every_provider_may_do_all_with_secrets() -> None:
    found = may(meta(), CRD)
    assert [one.role.name.rpartition(":")[2] for one in found.grants] == [
        *("system", "aggregate-to-edit", "aggregate-to-view"),
    ]
    assert found.grants[0].wide[0] == "reads and writes every Secret"
    assert found.remarks[0].startswith("Crossplane gives every provider full access to all Secrets")


def test_a_provider_may_not_delete_its_own_resources() -> None:
    system = may(meta(), CRD).grants[0]
    assert [one.verbs for one in system.role.rules if one.api_groups == ("sea.example.org",)] == [
        ("get", "list", "watch", "update", "patch", "create"),
        ("update",),
    ]
    assert system.note.startswith("It cannot delete the resources it manages")


def test_names_are_those_of_the_revision_of_a_package_in_a_registry() -> None:
    found = may(meta(), CRD, target="2.3", reference="xpkg.example.org/acme/provider-sea:v1", digest=DIGEST)
    assert found.grants[0].to == "the provider: ServiceAccount crossplane-system/acme-provider-sea-111111111111"
    assert not any("<DIGEST>" in one for one in found.remarks)


def test_a_digest_that_is_not_known_is_said() -> None:
    found = may(meta(), CRD)
    assert "sea-<DIGEST>" in found.grants[0].to
    assert found.remarks[-1].startswith("<DIGEST> in names is what Crossplane makes of the digest")


@pytest.mark.parametrize(
    ("target", "words"), [("2.4", "which Crossplane ignores since 2.0"), ("1.20", "Crossplane makes no role")]
)
def test_permission_requests(target: str, words: str) -> None:
    found = may(meta(spec=REQUESTS), CRD, target=target)
    assert any(words in one for one in found.remarks)
    has_rule = any(one.resources == ("deployments",) for one in found.grants[0].role.rules)
    assert has_rule is (target == "1.20")


@pytest.mark.parametrize(
    ("reference", "where"),
    [
        ("xpkg.example.org/acme/provider-sea:v1", "whose packages come from xpkg.example.org/acme"),
        ("", "with the same registry and first path segment"),
    ],
)
def test_a_family_shares_its_resources(reference: str, where: str) -> None:
    found = may(meta(labels="pkg.crossplane.io/provider-family: seas"), CRD, reference=reference)
    assert any("the family seas: it gets the same rights" in one and where in one for one in found.remarks)


def member(family: str = "seas", reference: str = "", *names: str) -> InstalledMember:
    definitions = (
        DefinitionName(kind="Provider", group="meta.pkg.crossplane.io", name="other"),
        *(DefinitionName(kind="CustomResourceDefinition", group="apiextensions.k8s.io", name=name) for name in names),
    )
    return InstalledMember(source="other", reference=reference, family=family, definitions=definitions)


@each_row(
    ("one", "says"),
    [
        (member("seas", "", "nets.fish.example.org"), ""),
        (member("seas", "xpkg.example.org/acme/b:v1", "nets.fish.example.org"), ""),
        (
            member("seas", "xpkg.example.org/other/b:v1", "nets.fish.example.org"),
            "from xpkg.example.org/other",
        ),
        (member("lakes", "", "nets.fish.example.org"), "it is in the family lakes"),
        (member("", "", "nets.fish.example.org"), "it is in no family"),
    ],
)
def test_members_of_its_family_that_are_named_are_in_its_roles(one: InstalledMember, says: str) -> None:
    installation = PackageInstallation(reference="xpkg.example.org/acme/provider-sea:v1", members=(one,))
    package = objects_in(XPKG, meta(labels="pkg.crossplane.io/provider-family: seas"), CRD)
    found = XPKG.permissions().of_package(package, installation)
    groups = {group for rule in found.grants[0].role.rules for group in rule.api_groups}
    assert ("fish.example.org" in groups) is not bool(says)
    assert says in " ".join(found.remarks)
    assert "does everything (*) with configmaps, events" in found.grants[0].wide
    assert ("fish.example.org" in found.groups) is not bool(says)


def test_a_provider_without_resources_gets_a_binding_and_no_role() -> None:
    found = may(meta())
    assert found.grants == ()
    assert [str(one.kind) for one in found.others] == ["ClusterRoleBinding", "ServiceAccount"]


def test_safe_start_lets_it_read_definitions() -> None:
    (rule,) = [
        one for one in may(meta(spec=SAFE), CRD).grants[0].role.rules if one.api_groups == ("apiextensions.k8s.io",)
    ]
    assert rule.verbs == ("get", "list", "watch")


def test_a_function_gets_nothing() -> None:
    found = may(meta("Function"), CRD)
    assert (found.grants, [str(one.kind) for one in found.others]) == ((), ["ServiceAccount"])
    assert found.remarks[0].startswith("A function gets no role")


def test_an_xrd_makes_four_roles_and_claims_are_in_three() -> None:
    found = may(meta("Configuration"), XRD)
    assert {one.to for one in found.grants} == {
        "Crossplane itself",
        "all who have ClusterRole crossplane-admin or crossplane-edit",
        "all who have ClusterRole crossplane-view",
        "all who have ClusterRole crossplane-browse",
    }
    claims = [any("boats" in rule.resources for rule in one.role.rules) for one in found.grants]
    assert claims.count(True) == 3


def test_a_configuration_without_xrds_says_so() -> None:
    assert may(meta("Configuration")).remarks == (
        "It defines no composite resource, so Crossplane makes no role for it.",
    )


@each_row(("spec", "target", "replicas"), [(SAFE, "2.4", 0), (SAFE, "2.3", 1), ("spec: {}", "2.4", 1)])
def test_a_provider_with_safe_start_is_scaled_to_zero_at_first(spec: str, target: str, replicas: int) -> None:
    (runs,) = may(meta(spec=spec), CRD, target=target).workloads
    assert runs.replicas == replicas


def test_the_image_says_what_runs_and_crossplane_as_which_user() -> None:
    image = RunningContainer(command=("/provider",), user="65532", ports=("9000/tcp",))
    installation = PackageInstallation(reference="xpkg.example.org/a/b:v1", image=image)
    (runs,) = XPKG.permissions().of_package(objects_in(XPKG, meta()), installation).workloads
    (one,) = runs.containers
    assert (one.image, one.command, one.user) == (
        *("xpkg.example.org/a/b:v1", ("/provider",)),
        "2000, not root (its image says 65532)",
    )
    assert one.ports == ("8080 (metrics)", "9443 (webhook)", "9000/tcp")


def test_up_to_1_20_a_package_names_the_image_that_runs() -> None:
    spec = "spec: {controller: {image: a.example/controller:v1}}"
    images = [may(meta(spec=spec), target=target).workloads[0].containers[0].image for target in ("1.20", "2.4")]
    assert images == ["a.example/controller:v1", "the image of the package"]


@each_row(
    ("spec", "target", "memory", "words"),
    [
        ("spec: {}", "2.4", 3_000_000, "All 1 CRD are active at once: it does not declare safe-start."),
        (SAFE, "2.4", 0, "Its managed resource stays inactive until a ManagedResourceActivationPolicy"),
        (SAFE, "1.20", 3_000_000, "All 1 CRD are active at once: Crossplane before 2.0 knows no activation."),
    ],
)
def test_what_definitions_cost(spec: str, target: str, memory: int, words: str) -> None:
    costs = may(meta(spec=spec), CRD, target=target).costs
    assert (costs.definitions, costs.versions, costs.memory) == (1, 1, memory)
    assert costs.remarks[0].startswith(words)


def test_what_cannot_be_read_is_said() -> None:
    assert may(meta("Configuration"), f"{XRD}  more: [\n").unread == "1 of its documents cannot be parsed"
    assert may(f"{meta()}  x: [\n", CRD).unread.startswith("its meta object cannot be read")


def test_wrong_types_everywhere_are_nothing() -> None:
    odd = "spec: {controller: {permissionRequests: [5, {verbs: x}]}, capabilities: {a: b}}"
    labels = "pkg.crossplane.io/provider-family: [x]"
    names = "group: [a]\n  names: 5\n  claimNames: x\n  versions: {a: 1}\n"
    xrd = XRD.partition("spec:")[0] + f"spec:\n  {names}"
    for target in ("2.4", "1.20"):
        assert may(meta(spec=odd, labels=labels), CRD, xrd, target=target).grants
