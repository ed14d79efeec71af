"""The object that describes the package: versions of Crossplane, dependencies, capabilities."""

from builders.cases import each_row
from builders.goldens import Golden
from formats.xpkg.changes.change_pairs import SPARED, TRIPPED
from formats.xpkg.changes.packages import compared, ids, in_words, the
from formats.xpkg.changes.texts import CRD, FUNCTION, META, changed, joined

from xpkgtui.rules.changes.change import Level, Weight


def test_every_change_is_described_as_was_agreed(golden: Golden) -> None:
    golden("changes_metas", in_words("67", TRIPPED, SPARED))


@each_row(
    ("constraint", "message", "weight"),
    [
        (">=v2.0.0-0", "no longer supports Crossplane 1.14 to 1.20", Weight.BREAKS),
        (">=v1.17.0-0", "no longer supports Crossplane 1.14 to 1.16", Weight.CHECK),
        (">=v1.20.0-0, <v2.2", "no longer supports Crossplane 1.14 to 1.19, 2.2 to 2.4", Weight.BREAKS),
        (">=v1.14.0 <v3", "no longer supports Crossplane 1.14 to 2.2", Weight.BREAKS),
        ("latest", "no longer supports Crossplane 1.14 to 2.4", Weight.BREAKS),
    ],
)
def test_it_says_which_versions_of_crossplane_are_out(constraint: str, message: str, weight: Weight) -> None:
    change = the("CHG260", META, changed(META, (">=v1.14.0-0", constraint)))
    assert change.message.partition(":")[0] == message
    assert change.weights.at(Level.CLIENTS) is weight
    assert (change.before, change.after) == ('">=v1.14.0-0"', f'"{constraint}"')


def test_without_a_constraint_every_version_is_taken() -> None:
    none = changed(META, ('  crossplane:\n    version: ">=v1.14.0-0"\n', ""))
    assert the("CHG261", META, none).message.startswith("supports Crossplane 1.0 to 1.13 too")
    assert the("CHG260", none, META).message.startswith("no longer supports Crossplane 1.0 to 1.13")
    assert ids(META, changed(META, (">=v1.14.0-0", ">=v1.14.0"))) == ["CHG261"]


def test_a_package_of_another_type_is_compared_all_the_same() -> None:
    other = changed(META, ("kind: Provider", "kind: Configuration"), (">=v1.0.0", ">=v2.0.0"))
    assert ids(META, other) == ["CHG262", "CHG267"]
    assert the("CHG262", META, other).message == "is a Configuration, was a Provider"


def test_a_dependency_has_one_identity_in_all_its_forms() -> None:
    explicit = changed(
        META,
        ("    - provider: xpkg", "    - apiVersion: pkg.crossplane.io/v1\n      kind: Provider\n      package: xpkg"),
    )
    change = the("CHG267", META, explicit)
    assert change.weights.at(Level.CLIENTS) is Weight.WORDS


def test_a_dependency_that_moved_is_one_change() -> None:
    moved = changed(META, ("example.org/a/provider-b", "example.org/b/provider-b"))
    assert ids(META, moved) == ["CHG274"]
    assert "example.org/b/provider-b >=v1.0.0 instead of" in the("CHG274", META, moved).message
    renamed = changed(META, ("example.org/a/provider-b", "example.org/b/provider-d"))
    assert ids(META, renamed) == ["CHG265", "CHG266"]


def test_versions_that_no_cluster_can_have_both_are_said_to_be_so() -> None:
    assert "no version fits both" in the("CHG267", META, changed(META, (">=v1.0.0", "<v1.0.0"))).who
    assert "leaves out" in the("CHG267", META, changed(META, (">=v1.0.0", ">=v1.2.0"))).who


@each_row(
    ("old", "new", "weight"),
    [
        (">=v1.2.0", ">=v1.0.0", Weight.ADDITION),
        (">=v1.2.0", ">=1.2.0, <9 || >=v9.0.0", Weight.WORDS),
        (">=v1.0.0", "v1.2.0", Weight.CHECK),
        ("v1.2.0", "^1.2", Weight.ADDITION),
        (">=v1.2.0-0", ">=v1.2.0", Weight.CHECK),
        ("<v2.0.0", "<=v1.9.9", Weight.CHECK),
        ("x y", ">=v0.0.0", Weight.CHECK),
    ],
)
def test_a_constraint_that_takes_all_that_the_old_one_took_harms_no_one(old: str, new: str, weight: Weight) -> None:
    texts = (changed(META, ('version: ">=v1.0.0"', f'version: "{one}"')) for one in (old, new))
    change = the("CHG267", *texts)
    assert change.weights.at(Level.CLIENTS) is weight
    assert bool(change.who) == bool(change.first) == (weight is Weight.CHECK)


@each_row(
    "old, new, fits",
    [
        ("sha256:a", "sha256:b", False),
        (">=v1.0.0", "sha256:b", True),
        ("sha256:a", "<v1.0.0", True),
        ("x y", "v1", True),
    ],
)
def test_a_digest_may_be_any_version_but_another_digest(old: str, new: str, fits: bool) -> None:
    texts = (changed(META, ('version: ">=v1.0.0"', f'version: "{one}"')) for one in (old, new))
    assert ("leaves out" in the("CHG267", *texts).who) == fits


def test_safe_start_makes_kinds_inactive() -> None:
    without = changed(META, ("  capabilities:\n    - safe-start\n", ""))
    gained, lost = the("CHG268", without, META), the("CHG269", META, without)
    assert gained.message == "gained the capability safe-start: its kinds start inactive"
    assert "ManagedResourceActivationPolicy" in gained.who
    assert gained.weights.at(Level.CLIENTS) is lost.weights.at(Level.CLIENTS) is Weight.CHECK
    assert ids(META, changed(META, ("safe-start", "SafeStart"))) == []


def test_a_function_without_capabilities_composes() -> None:
    without = changed(
        FUNCTION, ("  capabilities: [composition, operation]\n", "  crossplane: {version: '>=v2.0.0'}\n")
    )
    found = [one for one in compared(FUNCTION, without) if one.id in ("CHG268", "CHG269")]
    assert [one.message for one in found] == ["lost the capability operation"]
    assert found[0].weights.at(Level.CLIENTS) is Weight.BREAKS


def test_permissions_are_in_words() -> None:
    new = changed(META, ("verbs: [get, list]", "verbs: [delete]"))
    assert the("CHG270", META, new).message == (
        "asks for delete of deployments (apps); asks for get, list of deployments (apps) no longer"
    )


def test_annotations_are_words() -> None:
    new = changed(
        META, ("  name: provider-a\n", "  name: provider-a\n  annotations: {meta.crossplane.io/readme: x}\n")
    )
    (change,) = compared(META, new)
    assert (change.id, change.weights.at(Level.CLIENTS)) == ("CHG603", Weight.WORDS)


def test_packages_without_such_an_object_are_compared() -> None:
    assert ids(joined(META, CRD), CRD) == ["CHG273"]
    assert ids(CRD, joined(META, CRD)) == ["CHG273"]
