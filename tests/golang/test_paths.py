"""Names as Go cleans them."""

import pytest

from xpkgtui.golang import paths as go_paths


@pytest.mark.parametrize(
    ("name", "cleaned", "last"),
    [
        ("", ".", "."),
        ("/", "/", "/"),
        ("//a//b/", "/a/b", "b"),
        ("./a", "a", "a"),
        ("a/..", ".", ".."),
        ("../../a", "../../a", "a"),
        ("/../a", "/a", "a"),
        ("package.yaml/", "package.yaml", "package.yaml"),
    ],
)
def test_names_are_cleaned_as_go_does(name: str, cleaned: str, last: str) -> None:
    assert (go_paths.clean(name), go_paths.last(name)) == (cleaned, last)
