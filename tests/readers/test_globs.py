"""Patterns of names, as Go's filepath.Match reads them."""

import pytest
from builders.cases import each_row

from xpkgtui.errors import Malformed
from xpkgtui.readers.globs import Glob


@each_row(
    ("pattern", "path", "is_matched"),
    [
        ("a.yaml", "a.yaml", True),
        ("a.yaml", "b/a.yaml", False),
        ("*.yaml", "a.yaml", True),
        ("*.yaml", "b/a.yaml", False),
        ("*/*.yaml", "b/a.yaml", True),
        ("**/*.yaml", "c/b/a.yaml", False),
        (".github/*", ".github/ci.yaml", True),
        (".github/*", ".github/workflows/ci.yaml", False),
        ("./a.yaml", "a.yaml", True),
        ("/a.yaml", "a.yaml", True),
        ("../a.yaml", "a.yaml", False),
        ("b/../a.yaml", "a.yaml", True),
        ("?.yaml", "a.yaml", True),
        ("?.yaml", "/.yaml", False),
        ("[ab].yaml", "b.yaml", True),
        ("[^ab].yaml", "b.yaml", False),
        ("[a-c].yaml", "b.yaml", True),
        ("[c-a].yaml", "b.yaml", False),
        ("[^c-a].yaml", "b.yaml", True),
        ("\\*.yaml", "*.yaml", True),
        ("\\*.yaml", "a.yaml", False),
        ("a+(b).yaml", "a+(b).yaml", True),
        ("*", "a\nb", True),
        ("*a*b", "xaxb", True),
        ("*ab*b", "aabb", True),
        ("**a", "a", True),
        ("*a?c*", "abaxc", True),
        ("*[^/]*/x", "ab/x", True),
        ("*a*", "b/a", False),
        ("*a" * 30 + "*b", "a" * 4000, False),
    ],
)
def test_a_pattern_matches_whole_names_as_go_does(pattern: str, path: str, is_matched: bool) -> None:
    assert Glob.parse(pattern).matches(path) is is_matched


@each_row("pattern", ["[", "[a", "[]", "[]a]", "[-a]", "[a-]", "a\\", "[a\\"])
def test_a_malformed_pattern_is_refused(pattern: str) -> None:
    with pytest.raises(Malformed) as raised:
        Glob.parse(pattern)
    assert str(raised.value) == f"{pattern!r} is not a pattern: a bracket or a backslash has no end"
