"""Each rule about changes of catalogs trips on one pair of catalogs, and spares the nearest other one."""

from collections.abc import Iterator
from typing import Any

import pytest
from builders.cases import each_row
from builders.goldens import Golden, described, once
from builders.packages.compared import changes_of_texts
from builders.packages.edited import differences
from builders.packages.pairs.catalogs import GOOD
from builders.packages.whole import CATALOG as WHOLE
from builders.packages.whole import parsed, stream

from xpkgtui.formats.catalog.changes import CHANGES
from xpkgtui.formats.catalog.format import CATALOG
from xpkgtui.rules.changes.change import Change, Level, Weight
from xpkgtui.rules.changes.rule import ChangeRule

Edit = tuple[str, str]
"""A text of the catalog, and what it becomes."""

_V2 = "- {name: tide.v2, replaces: tide.v1, skipRange: '>=1.0.0 <2.0.0'}\n"
_CHANNEL = "schema: olm.channel\nname: slow\npackage: tide\nentries:\n- {name: tide.v1}\n---\n"
_BUNDLE = (
    "schema: olm.bundle\nname: tide.v%s\npackage: tide\n"
    "properties: [{type: olm.package, value: {version: %s}}]\n---\n"
)
_OTHER = "---\nschema: olm.package\nname: wind\n---\nschema: olm.bundle\nname: wind.v1\npackage: wind\n"
_FIRST = "schema: olm.bundle\nname: tide.v1\n"
_DEPRECATED = "- {reference: {schema: olm.bundle, name: tide.v1}, message: Use 2.}\n"
_PROPERTY = "version: 1.0.0}}\n"


def catalog(*edits: Edit) -> str:
    """The good catalog with these texts replaced."""
    text = GOOD
    for old, new in edits:
        assert old in text, old
        text = text.replace(old, new, 1)
    return text


def found(old: str, new: str) -> list[Change]:
    """The changes from one catalog to another."""
    return changes_of_texts(CATALOG, old, new)


def with_property(*properties: str) -> str:
    """The good catalog whose first bundle has more properties."""
    return catalog((_PROPERTY, _PROPERTY + "".join(f"- {{{one}}}\n" for one in properties)))


def next_entry(entry: str, version: str = "3.0.0") -> str:
    """The good catalog with a third bundle in the channel."""
    bundle = _BUNDLE % (version.partition(".")[0], version)
    return catalog((_V2, f"{_V2}- {{name: tide.v{version.partition('.')[0]}{entry}}}\n"), (_FIRST, bundle + _FIRST))


_BOTH = next_entry(", replaces: tide.v2, skips: [tide.v1]")
_GVK = "type: olm.gvk, value: {group: sea.example.com, version: %s, kind: Tide}"
_NEEDS = "type: olm.package.required, value: {packageName: wind, versionRange: '%s'}"
PAIRS: list[tuple[str, str, str, str, str]] = [
    ("CHG401", GOOD + _OTHER, GOOD, GOOD + _OTHER.replace("wind.v1", "wind.v2"), "the package wind is gone"),
    (
        "CHG402", GOOD, GOOD + _OTHER, catalog(("defaultChannel: fast\n", "defaultChannel: slow\n")),
        "the package wind is new: 0 channels, 1 bundle",
    ),
    (
        "CHG403", GOOD, catalog(("defaultChannel: fast", "defaultChannel: slow")),
        catalog(("defaultChannel: fast", "defaultChannel: fast\ndescription: Tides")),
        "the default channel of tide is slow, was fast",
    ),
    (
        "CHG404", catalog((_FIRST, _CHANNEL + _FIRST)), GOOD,
        catalog((_FIRST, _CHANNEL.replace("v1", "v2") + _FIRST)), "the channel slow of tide is gone",
    ),
    ("CHG405", GOOD, catalog((_FIRST, _CHANNEL + _FIRST)), _BOTH, "the channel slow of tide is new"),
    (
        "CHG406", GOOD, next_entry(", replaces: tide.v2"), catalog((_V2, _V2.replace("1.0.0 <", "0.9.0 <"))),
        "the head for tide is tide.v3, was tide.v2",
    ),
    (
        "CHG407", GOOD, next_entry(", replaces: tide.v1").replace(_V2, ""),
        next_entry(", replaces: tide.v1, skipRange: '<3.0.0'").replace(_V2, ""),
        "OLM v0 has no way to the head of fast of tide any more for tide.v2",
    ),
    (
        "CHG408", GOOD, catalog(("- {name: tide.v1}\n", "")), _BOTH, "tide.v1 is not in it any more",
    ),
    (
        "CHG409", GOOD, catalog((_V2, _V2.replace("replaces: tide.v1", "skips: [tide.v1]"))),
        next_entry(", replaces: tide.v2"), "tide.v2: replaces nothing, was tide.v1; skips tide.v1 now",
    ),
    (
        "CHG410", catalog(("name: tide.v1}, message", "name: tide.v2}, message")), GOOD,
        catalog(("name: tide.v1}, message: Use 2.", "name: tide.v2}, message: Use 3.")),
        "the bundle tide.v1 is deprecated: Use 2.",
    ),
    (
        "CHG411", GOOD, catalog((_DEPRECATED, "- {reference: {schema: olm.package}, message: Gone.}\n")),
        catalog(("Use 2.", "Use 3.")), "the bundle tide.v1 is not deprecated any more",
    ),
    (
        "CHG412", GOOD, catalog((_FIRST, _FIRST.replace("v1", "v0"))), _BOTH,
        "the bundle tide.v1 of tide is gone; from it OLM v1 goes to tide.v2",
    ),
    (
        "CHG413", GOOD, _BOTH, catalog(("quay.io/acme/tide:v1", "quay.io/acme/tide:v3")),
        "the bundle tide.v3 is new: version 3.0.0",
    ),
    (
        "CHG414", GOOD, catalog(("quay.io/acme/tide:v1", "quay.io/acme/tide:v3")), _BOTH,
        'the image is "quay.io/acme/tide:v3", was "quay.io/acme/tide:v1"',
    ),
    (
        "CHG415", with_property(_GVK % "v1"), with_property(_GVK % "v2"), with_property(_GVK % "v1", _NEEDS % "1"),
        "it does not provide Tide v1 of sea.example.com any more; it provides Tide v2 of sea.example.com now",
    ),
    (
        "CHG416", GOOD, with_property(_NEEDS % ">1.0.0"), with_property(_GVK % "v1"),
        "it requires package wind >1.0.0 now",
    ),
    (
        "CHG417", GOOD, catalog((_PROPERTY, "version: 1.0.1}}\n")), with_property(_GVK % "v1"),
        "the version is 1.0.1, was 1.0.0",
    ),
    (
        "CHG418", GOOD, with_property("type: olm.maxOpenShiftVersion, value: '4.9'"), with_property(_GVK % "v1"),
        'the property olm.maxOpenShiftVersion is "4.9", was not there',
    ),
]  # fmt: skip
OWN = sorted(one.id for module in CHANGES.modules for one in vars(module).values() if isinstance(one, ChangeRule))


@each_row(("rule", "old", "trips", "spares", "message"), PAIRS, ids=[one[0] for one in PAIRS])
def test_a_rule_trips_on_one_pair_and_spares_another(
    rule: str, old: str, trips: str, spares: str, message: str
) -> None:
    assert [one.message for one in found(old, trips) if one.id == rule] == [message]
    assert [one.message for one in found(old, spares) if one.id == rule] == []


def test_all_that_is_said_of_each_pair(golden: Golden) -> None:
    told: dict[str, list[str]] = {}
    for rule, old, trips, spares, _ in PAIRS:
        for number, pair in enumerate(((old, trips), (trips, old), (old, spares), (spares, old))):
            for text in map(described, found(*pair)):
                told.setdefault(text, []).append(f"{rule} {number}")
    golden("changes_catalog", once("\n".join(f"# {', '.join(pairs)}\n{text}" for text, pairs in told.items())))


def test_all_that_is_said_of_edits(golden: Golden) -> None:
    value = [one for number, one in enumerate(parsed(WHOLE)) if number in (0, 1, 2, 3, 6, 7)]
    value[1] = {**value[1], "description": "d", "other": {"a": 1}}

    def said(edited: Any) -> Iterator[str]:
        for names in ((value, edited), (edited, value)):
            for one in found(*(stream(each).decode() for each in names)):
                places = [each.field if each else None for each in (one.old, one.new)]
                weights = " ".join(str(one.weights.at(level)) for level in Level)
                first = tuple(map(str, one.first))
                yield f"{one.id} {weights} {one.message} | {one.who} {first} {one.before} {one.after} {places}"

    golden("changes_catalog_edits", differences({"": value}, said))


def test_many_are_cut(golden: Golden) -> None:
    def told(count: int) -> str:
        entries = "".join(f"- {{name: tide.v0.{at}.0}}\n" for at in range(count))
        return catalog(("- {name: tide.v1}\n", f"{entries}- {{name: tide.v1}}\n"))

    pairs = ((0, 1), (20, 0), (21, 0), (0, 9), (8, 0), (9, 0), (40, 0))
    messages = [f"{old} {new} {one.message}" for old, new in pairs for one in found(told(old), told(new))]
    golden("changes_catalog_many", "\n".join(messages))


def test_each_rule_has_a_pair() -> None:
    assert [one[0] for one in PAIRS] == OWN


def test_a_package_that_is_gone_is_one_change() -> None:
    assert [one.id for one in found(GOOD + _OTHER, GOOD)] == ["CHG401"]
    assert [one.id for one in found(GOOD, GOOD + _OTHER)] == ["CHG402"]


def test_a_new_head_that_replaces_the_old_one_breaks_nothing() -> None:
    changes = found(GOOD, next_entry(", replaces: tide.v2"))
    assert {one.weights.at(Level.CLIENTS) for one in changes} == {Weight.ADDITION}


def test_a_bundle_that_is_gone_keeps_its_way_by_a_range() -> None:
    new = catalog(("- {name: tide.v1}\n", ""), ("replaces: tide.v1, ", ""), (_FIRST, _FIRST.replace("v1", "v0")))
    assert "CHG407" not in {one.id for one in found(GOOD, new)}


def test_the_bundle_to_upgrade_to_before_keeps_its_way() -> None:
    old = next_entry(", replaces: tide.v2")
    new = old.replace("- {name: tide.v1}\n", "").replace("replaces: tide.v1, skipRange: '>=1.0.0 <2.0.0'", "")
    (one,) = [one for one in found(old, new) if one.id == "CHG407"]
    assert one.message == "OLM v0 has no way to the head of fast of tide any more for tide.v1"
    assert one.first == ("While the old catalog is in place, upgrade to tide.v2.",)
    assert one.old is not None
    assert one.new is not None
    assert (one.old.field, one.new.field) == ("entries", "entries")


def test_a_channel_with_two_heads_leads_nowhere() -> None:
    messages = {one.id: one.message for one in found(GOOD, next_entry(""))}
    lost = "OLM v0 has no way to the head of fast of tide any more for tide.v1, tide.v2: the channel has 2 heads"
    assert messages["CHG407"] == lost
    assert messages["CHG406"] == "the head for tide is not clear any more, was tide.v2"


def test_a_head_that_goes_back_is_to_be_checked() -> None:
    (one,) = [one for one in found(_BOTH, GOOD) if one.id == "CHG406"]
    assert one.message == "the head for tide is tide.v2, a lower version, was tide.v3"
    assert one.weights.at(Level.CLIENTS) == Weight.CHECK


def test_a_bundle_without_a_way_breaks() -> None:
    ids = {one.id: one.weights.at(Level.CLIENTS) for one in found(_BOTH, GOOD)}
    assert ids["CHG412"] == Weight.BREAKS
    assert ids["CHG407"] == Weight.BREAKS


@pytest.mark.parametrize(("had", "weight"), [((), Weight.BREAKS), ((_NEEDS % ">1.0.0",), Weight.CHECK)])
def test_olm_v1_refuses_the_first_requirement(had: tuple[str, ...], weight: Weight) -> None:
    (one,) = [one for one in found(with_property(*had), with_property(*had, _NEEDS % ">2.0.0")) if one.id == "CHG416"]
    assert one.weights.at(Level.OLMV1) == weight


def test_other_metadata_and_related_images_are_words() -> None:
    old, new = (
        with_property(f"type: olm.csv.metadata, value: {{displayName: {name}}}").replace(
            "image: quay.io/acme/tide:v1", f"image: quay.io/acme/tide:v1\nrelatedImages: [{{name: x, image: {name}}}]"
        )
        for name in ("a", "b")
    )
    changes = found(old, new)
    assert [one.id for one in changes] == ["CHG418", "CHG603"]
    assert {one.weights.at(Level.CLIENTS) for one in changes} == {Weight.WORDS}
