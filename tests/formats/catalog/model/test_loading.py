"""The loading of one document: keys that differ in their letters alone."""

from xpkgtui.formats.catalog.model.loading import fault_of

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
