"""CompositeResourceDefinitions: compared as the definitions that Crossplane makes of them."""

from formats.xpkg.changes.change_pairs import MOVED, PLAIN_XRD
from formats.xpkg.changes.packages import compared, ids, the
from formats.xpkg.changes.texts import META, XRD, changed, joined

from xpkgtui.rules.changes.change import Level, Weight

ALPHA = XRD[XRD.index("    - name: v1alpha1") : XRD.index("    - name: v1\n")]


def test_a_version_that_is_removed_is_one_of_its_claims_too() -> None:
    change = the("CHG101", XRD, changed(XRD, (ALPHA, "")))
    assert change.message == "v1alpha1 is removed"
    commands = [str(line) for line in change.first if str(line).startswith("$ kubectl get crd")]
    assert [line.split()[4] for line in commands] == ["xnets.example.org"] * 2 + ["nets.example.org"] * 2


def test_composite_resources_need_compositions_for_another_referenceable_version() -> None:
    assert ids(XRD, MOVED) == ["CHG103", "CHG120", "CHG213"]
    change = the("CHG213", XRD, MOVED)
    assert change.message == "composite resources are of v1alpha1 from now on, and their Compositions of v1"
    assert str(change.first[-1]) == "After the upgrade, set spec.compositionRef.name in each of them to it."
    scoped = [
        changed(one, ("  group: example.org\n", "  group: example.org\n  scope: Cluster\n")) for one in (XRD, MOVED)
    ]
    assert "spec.crossplane.compositionRef.name" in str(the("CHG213", *scoped).first[-1])


def test_fields_are_compared_in_spec_and_status_alone() -> None:
    new = changed(XRD, ("                size: {type: integer}\n", ""))
    change = the("CHG130", XRD, new)
    assert (change.version, change.field) == ("v1", "spec.size")
    assert change.old is not None
    assert change.old.line == XRD[: XRD.index("size: {type")].count("\n") + 1
    # Crossplane makes the rest of the schema itself.
    other = changed(
        XRD,
        ("          properties:\n            spec:", "          properties:\n            x: {}\n            spec:"),
    )
    assert ids(XRD, other) == []


def test_olm_has_no_say_in_composite_resources() -> None:
    found = compared(XRD, changed(XRD, ("{type: integer}", "{type: string}")))
    assert [(one.id, one.weights.at(Level.OLMV1)) for one in found] == [("CHG132", Weight.CHECK)]


def test_the_scope_has_a_default_for_each_version_of_the_api() -> None:
    change = the("CHG204", PLAIN_XRD, changed(PLAIN_XRD, ("crossplane.io/v1\n", "crossplane.io/v2\n")))
    assert change.message == "the scope is Namespaced, was LegacyCluster"
    cluster = changed(PLAIN_XRD, ("  group: example.org\n", "  group: example.org\n  scope: Cluster\n"))
    assert ids(cluster, changed(cluster, ("crossplane.io/v1\n", "crossplane.io/v2\n"))) == ["CHG212"]


def test_an_enforced_composition_that_is_another_is_refused_and_one_that_is_new_or_gone_is_not() -> None:
    enforced = "  enforcedCompositionRef:\n    name: a\n"
    none, other = changed(XRD, (enforced, "")), changed(XRD, (enforced, enforced.replace("a\n", "b\n")))
    found = [the("CHG210", *pair) for pair in ((XRD, other), (none, XRD), (XRD, none))]
    assert [(one.message, one.weights.at(Level.CLIENTS)) for one in found] == [
        ('the enforced Composition is "b", was "a"', Weight.BREAKS),
        ('the enforced Composition is "a", was not set', Weight.CHECK),
        ('the enforced Composition is not set, was "a"', Weight.CHECK),
    ]
    assert [one.who.partition(".")[0].partition(":")[0].partition(",")[0] for one in found] == [
        "Clusters that have the definition",
        "Every composite resource that uses another Composition",
        "New composite resources",
    ]


def test_a_list_of_keys_limits_what_had_none() -> None:
    none = changed(XRD, ("  connectionSecretKeys: [user, password]\n", ""))
    assert the("CHG208", none, XRD).message.startswith("connection secrets have only")
    assert the("CHG208", none, XRD).weights.at(Level.CLIENTS) is Weight.BREAKS
    assert the("CHG208", XRD, none).weights.at(Level.CLIENTS) is Weight.ADDITION


def test_a_definition_of_the_same_plural_may_take_the_place_of_one_that_is_gone() -> None:
    moved = changed(XRD, ("example.org", "example.com"))
    message = the("CHG201", joined(META, XRD), joined(META, moved)).message
    assert message == "XNet is removed; XNet of example.com may take its place"
