"""Names as Kubernetes takes them: how long they may be, and of what."""

from collections.abc import Callable

from builders.cases import each_row

from xpkgtui.formats.definitions.names import faults_of_label, is_label, label_1035, qualified_name, subdomain


@each_row(
    ("check", "longest", "unit"),
    [(label_1035, 63, "characters"), (subdomain, 253, "characters"), (faults_of_label, 63, "characters")],
)
def test_a_name_has_a_length(check: Callable[[str], object], longest: int, unit: str) -> None:
    assert not check("a" * longest)
    assert f"no more than {longest} {unit}" in str(check("a" * (longest + 1)))
    assert f"no more than {longest}" in str(check("é" * longest))


@each_row(
    ("check", "text", "faults"),
    [
        (label_1035, "a" * 64, ["must be no more than 63 characters"]),
        (label_1035, "A" * 64, ["must be no more than 63 characters", "a DNS-1035 label must"]),
        (label_1035, "a" * 251 + "-", ["must be no more than 63 characters", "a DNS-1035 label must"]),
        (label_1035, "a" * 252 + "-", ["must be no more than 63 characters"]),
        (label_1035, "a" * 252 + "-b", ["must be no more than 63 characters"]),
        (subdomain, "a." * 127, ["must be no more than 253 characters", "a lowercase RFC 1123 subdomain must"]),
        (subdomain, "a", []),
    ],
)
def test_a_long_name_may_be_wrong_as_well(check: Callable[[str], str | None], text: str, faults: list[str]) -> None:
    said = (check(text) or "").split(",a ") if faults else []
    assert len(said) == len(faults)
    assert (check(text) is None) is (not faults)
    assert all(
        one.removeprefix("a ").startswith(fault.removeprefix("a ")) for one, fault in zip(said, faults, strict=True)
    )


@each_row(
    ("text", "is_one"), [("a", True), ("9-a", True), ("a" * 63, True), ("a" * 64, False), ("A", False), ("", False)]
)
def test_a_label_of_dns(text: str, is_one: bool) -> None:
    assert is_label(text) is is_one


@each_row(
    ("text", "faults"),
    [
        ("a.example/b", []),
        ("A_b.c-d", []),
        (f"{'a' * 253}/{'b' * 63}", []),
        (f"{'a' * 254}/b", ["prefix part must be no more than 253 bytes"]),
        (f"a/{'b' * 64}", ["name part must be no more than 63 bytes"]),
        ("a/b/c", ["a valid label key must consist"]),
        ("/b", ["prefix part must be non-empty"]),
        ("A/b", ["prefix part a lowercase RFC 1123 subdomain"]),
        ("a/", ["name part must be non-empty", "name part must consist"]),
        ("-a", ["name part must consist"]),
    ],
)
def test_a_key_has_a_prefix_and_a_name(text: str, faults: list[str]) -> None:
    found = qualified_name(text)
    assert len(found) == len(faults)
    assert all(one.startswith(fault) for one, fault in zip(found, faults, strict=True))
