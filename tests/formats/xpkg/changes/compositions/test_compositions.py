"""Compositions: what becomes of the things that composite resources have made."""

from builders.cases import each_row
from builders.goldens import Golden
from formats.xpkg.changes.change_pairs import NAMED, SECOND, SPARED, SUBNET, TEMPLATE, TRIPPED
from formats.xpkg.changes.packages import compared, ids, in_words, the
from formats.xpkg.changes.texts import COMPOSITION, OLD_COMPOSITION, XRD, changed, joined

from xpkgtui.commands import PrintedCommand
from xpkgtui.rules.changes.change import Level, Weight


def test_a_composed_resource_of_another_group_is_another_resource() -> None:
    moved = changed(
        COMPOSITION,
        ("ec2.aws.example.org/v1\n              kind: VPC", "ec2.m.example.org/v1\n              kind: VPC"),
    )
    assert (
        the("CHG226", COMPOSITION, moved).message == "vpc is VPC of ec2.m.example.org, was VPC of ec2.aws.example.org"
    )
    unnamed = changed(
        OLD_COMPOSITION, ("ec2.aws.example.org/v1\n        kind: VPC", "ec2.m.example.org/v1\n        kind: VPC")
    )
    assert "VPC of ec2.m.example.org" in the("CHG227", OLD_COMPOSITION, unnamed).message
    renamed = changed(moved, ("name: vpc", "name: network"))
    assert the("CHG224", COMPOSITION, renamed).message == "vpc (VPC) is removed: what it made is deleted"


_SIZE = "{fromFieldPath: spec.size, toFieldPath: spec.forProvider.size}"
_LARGE = "{fromFieldPath: spec.size, toFieldPath: spec.forProvider.size, policy: {fromFieldPath: Required}}"
_ID = "{fromFieldPath: spec.id, toFieldPath: 'metadata.annotations[crossplane.io/external-name]'}"
_BOTH = "{type: CombineFromComposite, combine: {variables: [{fromFieldPath: a}, {fromFieldPath: b}]}, toFieldPath: c}"
_SET = "{type: PatchSet, patchSetName: names}"


@each_row(
    ("old", "new", "fields", "what"),
    [
        ("", _SIZE, "patches (spec.size to spec.forProvider.size is new)", "changed"),
        (_SIZE, _LARGE, "patches (spec.size to spec.forProvider.size differs)", "changed"),
        (f"{_SET}, {_BOTH}", "{fromFieldPath: d}", "patches (d to d is new)", "changed"),
        (
            _SET,
            _ID,
            "patches (spec.id to metadata.annotations[crossplane.io/external-name] is new)",
            "another one",
        ),
        (f"{_SIZE}, {_BOTH}", f"{_BOTH}, {_SIZE}", "patches (their order)", "changed"),
    ],
)
def test_a_patch_is_named_by_what_it_takes_and_where_it_writes(old: str, new: str, fields: str, what: str) -> None:
    texts = (
        changed(COMPOSITION, ("              spec: {region: a}\n", f"            patches: [{one}]\n"))
        for one in (old, new)
    )
    change = the("CHG228", *texts)
    assert change.message.startswith(f"vpc differs in {fields}")
    assert what in change.who


def test_every_change_is_described_as_was_agreed(golden: Golden) -> None:
    golden("changes_compositions", in_words("23", TRIPPED, SPARED))


def test_resources_without_a_name_are_named_before_they_come_into_a_pipeline() -> None:
    change = the("CHG239", OLD_COMPOSITION, COMPOSITION)
    assert change.message == "becomes a pipeline, and 2 resources of it have no name so far"
    assert 'without required "crossplane.io/composition-resource-name" annotation' in change.who
    assert (change.weights.at(Level.CLIENTS), change.field) == (Weight.BREAKS, "spec.resources[0]")
    assert {"CHG225", "CHG227"} & set(ids(OLD_COMPOSITION, COMPOSITION)) == set()
    assert "CHG239" not in ids(NAMED, COMPOSITION)
    assert "CHG239" not in ids(OLD_COMPOSITION, NAMED)


def test_what_is_removed_is_deleted() -> None:
    change = the("CHG224", COMPOSITION, changed(COMPOSITION, (SUBNET, "")))
    assert change.message == "subnet (Subnet) is removed: what it made is deleted"
    assert change.who.endswith("Crossplane deletes its Subnet.")
    assert change.weights.at(Level.CLIENTS) is change.weights.at(Level.STORED) is Weight.BREAKS
    assert change.field == "spec.pipeline[0].input.resources[1]"
    assert change.old is not None
    assert change.old.line == COMPOSITION[: COMPOSITION.index("- name: subnet")].count("\n") + 1
    assert any("managementPolicies" in str(line) for line in change.first)
    assert any("compositionUpdatePolicy: Manual" in str(line) for line in change.first)


def test_another_name_is_a_removal_and_an_addition_in_one_sentence() -> None:
    change = the("CHG224", COMPOSITION, changed(COMPOSITION, ("name: subnet", "name: network")))
    assert change.message == (
        "subnet (Subnet) is named network now: what subnet made is deleted, and made anew as network"
    )
    assert ids(COMPOSITION, changed(COMPOSITION, ("name: subnet", "name: network"))) == ["CHG224"]


def test_a_function_that_is_new_or_has_other_input_may_make_what_is_gone() -> None:
    change = the("CHG224", COMPOSITION, changed(COMPOSITION, (SUBNET, ""), ("source: Inline", "source: FileSystem")))
    assert (
        change.message == "not listed any more: subnet; what they made is deleted, unless a function still makes it"
    )
    assert change.weights.at(Level.CLIENTS) is Weight.CHECK


def test_a_step_that_composes_nothing_is_removed_without_loss() -> None:
    for gone, weight in (("function-auto-ready", Weight.CHECK), ("function-go-templating", Weight.BREAKS)):
        start = COMPOSITION[: COMPOSITION.index(f"        name: {gone}")].rindex("    - step:")
        end = COMPOSITION.find("    - step:", start + 1)
        without = COMPOSITION[:start] + (COMPOSITION[end:] if end > 0 else "")
        assert the("CHG230", COMPOSITION, without).weights.at(Level.CLIENTS) is weight


def test_resources_move_from_mode_resources_to_functions_by_their_names() -> None:
    old = COMPOSITION[: COMPOSITION.index("  mode: Pipeline")] + (
        "  resources:\n"
        "    - name: vpc\n"
        "      base: {apiVersion: ec2.aws.example.org/v1, kind: VPC, spec: {region: a}}\n"
        "    - name: subnet\n"
        "      base: {apiVersion: ec2.aws.example.org/v1, kind: Subnet}\n"
    )
    assert ids(old, COMPOSITION.replace("  writeConnectionSecretsToNamespace: secrets\n", "")) == ["CHG223"]


def test_a_resource_moves_to_another_step_without_loss() -> None:
    later = (
        "    - step: more\n"
        + COMPOSITION[COMPOSITION.index("      functionRef:") : COMPOSITION.index("          - name: vpc")]
    )
    moved = changed(COMPOSITION, (SUBNET, ""), (TEMPLATE, later + SUBNET + TEMPLATE))
    assert ids(COMPOSITION, moved) == ["CHG231"]


def test_a_resource_without_a_name_is_known_by_its_place() -> None:
    change = the("CHG227", OLD_COMPOSITION, changed(OLD_COMPOSITION, ("kind: VPC", "kind: Gateway")))
    assert change.message == "resource 1, which has no name, is Gateway, was VPC"
    shorter = OLD_COMPOSITION[: OLD_COMPOSITION.rindex("    - base:")]
    assert the("CHG227", OLD_COMPOSITION, shorter).message == "resource 2, which has no name, is gone, was Subnet"
    assert "CHG227" not in ids(OLD_COMPOSITION, NAMED)


def test_while_a_name_comes_or_goes_what_exists_is_known_by_its_place() -> None:
    first, second = (f"    - name: {name}\n      base:" for name in ("vpc", "subnet"))
    head, *bases = OLD_COMPOSITION.split("    - base:")
    named = head + first + bases[0] + second + bases[1]
    for old, new, says in (
        (OLD_COMPOSITION, named, "is named vpc now"),
        (named, OLD_COMPOSITION, "no name any more"),
    ):
        one, other = compared(old, new)
        assert says in one.message
        assert (one.id, other.id) == ("CHG228", "CHG228")
        assert one.weights.at(Level.CLIENTS) is Weight.ADDITION
    swapped = head + second + bases[1] + first + bases[0]
    assert the("CHG227", OLD_COMPOSITION, swapped).message == "resource 1, which has no name, is Subnet, was VPC"
    fewer = the("CHG227", OLD_COMPOSITION, head + first + bases[0])
    assert fewer.who.endswith("what it made stays, without updates.")
    assert "CHG227" not in ids(named, swapped)


def test_in_mode_resources_one_of_another_group_is_made_beside_the_old_one() -> None:
    head, *bases = OLD_COMPOSITION.split("    - base:")
    named = f"{head}    - name: x\n      base:{bases[0]}"
    assert "stays without updates" in the("CHG226", named, changed(named, ("ec2.aws", "ec2.m"))).who
    assert "Crossplane stops" in the("CHG226", named, changed(named, ("VPC", "Gateway"))).who


def test_several_compositions_are_no_question_where_one_is_the_default() -> None:
    assert "CHG238" not in ids(joined(XRD, COMPOSITION), joined(XRD, COMPOSITION, SECOND))
    change = the("CHG238", COMPOSITION, joined(COMPOSITION, SECOND))
    assert change.message == "a, b compose XNet of example.org/v1, and none of them is the default"
    other = changed(SECOND, ("kind: XNet", "kind: XOther"))
    assert "CHG238" not in ids(COMPOSITION, joined(COMPOSITION, other))


@each_row("name", ["a; rm -rf ~", "--help", "$(reboot)", "`x`"])
def test_no_name_of_a_package_becomes_a_command(name: str) -> None:
    hostile = changed(COMPOSITION, ("name: a\n", f"name: '{name}'\n"), ("name: subnet", f"name: '{name}'"))
    for old, new in ((hostile, XRD), (XRD, hostile), (hostile, changed(hostile, (f"name: '{name}'", "name: b")))):
        for change in compared(old, new):
            assert not [line for line in change.first if isinstance(line, PrintedCommand) and name in line.line]
