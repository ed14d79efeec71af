"""Field paths, as Crossplane's own parser (crossplane-runtime 2.4.0, pkg/fieldpath) reads them."""

import pytest

from xpkgtui.formats.xpkg.compositions.field_paths import BadFieldPath, Segment, parse_field_path


@pytest.mark.parametrize(
    ("text", "segments"),
    [
        ("", ()),
        ("a.b", ("a", "b")),
        ("a[0].b", ("a", 0, "b")),
        ("a[007]", ("a", 7)),
        ("[0]", (0,)),
        ("a[-1]", ("a", "-1")),
        ("a[4294967295]", ("a", 4294967295)),
        ("a[4294967296]", ("a", "4294967296")),
        ("a[b.c/d].e", ("a", "b.c/d", "e")),
        ("a['x']", ("a", "x")),
        ("'x'.y", ("x", "y")),
        ("a[''']", ("a", "")),
        ("a[*].b", ("a", "*", "b")),
        ("a[b]c", ("a", "b", "c")),
    ],
)
def test_segments(text: str, segments: tuple[Segment, ...]) -> None:
    assert parse_field_path(text) == segments


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (".a", "unexpected '.' at position 0"),
        ("a.", "unexpected '.' at position 1"),
        ("a..b", "unexpected '.' at position 2"),
        ("a.[b]", "unexpected '[' at position 2"),
        ("a]", "unexpected ']' at position 1"),
        ("a[]", "unexpected ']' at position 2"),
        ("a[b", "unterminated '[' at position 1"),
        ("a[[b]]", "unexpected '[' at position 2"),
        ("a[b]]", "unexpected ']' at position 4"),
        ("é..b", "unexpected '.' at position 3"),
    ],
)
def test_what_is_not_a_field_path_has_crossplanes_message(text: str, message: str) -> None:
    with pytest.raises(BadFieldPath) as caught:
        parse_field_path(text)
    assert caught.value.message == message
