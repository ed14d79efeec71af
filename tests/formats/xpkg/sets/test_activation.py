"""Which definitions the patterns of activation policies name."""

from builders.cases import each_row

from xpkgtui.formats.xpkg.sets.controllers.activation import activates


@each_row(
    ("pattern", "name", "is_named"),
    [
        ("*.example.org", "a.example.org", True),
        ("**b", "ab", True),
        ("a*/*b", "a/a/b", False),
        ("*a*[^b-c]", "xay", True),
        ("*[a", "xa", False),
        ("\\*", "*", True),
        ("[a-a]" * 60 + "*", "a" * 61, True),
        ("a" * 254 + "*", "a" * 253, False),
        ("*a" * 100 + "b", "a" * 250, False),
    ],
)
def test_patterns_are_those_of_go(pattern: str, name: str, is_named: bool) -> None:
    assert activates([pattern], name) is is_named
