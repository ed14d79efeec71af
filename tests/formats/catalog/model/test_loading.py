"""The loading of one document: keys that differ in their letters alone."""

from builders.goldens import Golden, described, lines_of, once
from builders.packages.edited import differences

from xpkgtui.formats.catalog.model.loading import fault_of
from xpkgtui.formats.catalog.model.shapes import (
    BUNDLE,
    CHANNEL,
    DEPRECATIONS,
    PACKAGE,
    PROPERTIES,
    base64_fault,
    field_of,
    mismatch,
)

WORDS = 'duplicate keys for key "{}": [{}]'


def test_a_key_in_two_spellings_is_named_with_both() -> None:
    fault = fault_of({"schema": "olm.package", "Name": "a", "name": "a"}, is_json=True)
    assert fault is not None
    assert (fault.rule, fault.says, str(fault.path)) == ("FBC004", WORDS.format("name", "Name name"), "name")


def test_several_keys_in_two_spellings_are_all_named() -> None:
    fault = fault_of({"schema": "a", "b": 1, "B": 2, "Schema": "a"}, is_json=True)
    assert fault is not None
    assert fault.says == f"[{WORDS.format('b', 'B b')}, {WORDS.format('schema', 'Schema schema')}]"
    assert fault.message == "has the key b in several spellings: B, b"


def test_the_fields_that_are_known(golden: Golden) -> None:
    shapes = {"package": PACKAGE, "channel": CHANNEL, "bundle": BUNDLE, "deprecations": DEPRECATIONS}
    golden("schemas_catalog", once(described({**shapes, **PROPERTIES})))


def test_values_of_the_wrong_kind(golden: Golden) -> None:
    value = {
        "annotations": {"a": "b"},
        "crdDescriptions": {"owned": [{"name": "a", "specDescriptors": [{"x-descriptors": ["b"]}]}]},
        "installModes": [{"type": "A", "supported": True}],
    }
    told = [differences({"": value}, lambda one: lines_of(mismatch(one, PROPERTIES["olm.csv.metadata"])))]
    odd = [5, 5.5, 1 << 40, True, "x", [], {}]
    told += [described(mismatch({"priority": one, "CHANNELNAME": one}, PROPERTIES["olm.channel"])) for one in odd]
    told += [described(mismatch({"data": one}, PROPERTIES["olm.bundle.object"])) for one in odd]
    golden("mismatches_catalog", "\n".join(told))


def test_a_field_is_found_in_other_letters() -> None:
    assert field_of({"a": 1}, "a") == field_of({"b": 2, "A": 1}, "a") == field_of({"A": 1, "a": None}, "a") == 1
    assert field_of({"A": 1, "a": 2}, "a") == 2
    assert field_of({"b": 1}, "a") is field_of([], "a") is field_of({"a": None, "A": None}, "a") is None


def test_where_base64_stops() -> None:
    good = ["", "YQ==", "YWI=", "YWJj", "Y\nQ==", "YQ=\n=", "YQ==\n", "YQ\r\n==", "YWI=\r\n\n"]
    bad = {"YQ=": 3, "YQ": 0, "Y": 0, "YQ==x": 4, "Y Q==": 1, "====": 0, "Y===": 1, "YWJjZ": 4, "YWI=YWI=": 4}
    bad |= {"YW-_": 2, "é": 0, "YWI=\nx": 5}
    assert {one: base64_fault(one) for one in (*good, *bad)} == dict.fromkeys(good) | bad
