"""Names as Go cleans them."""

from builders.cases import each_row

from xpkgtui.golang import paths as go_paths


@each_row(
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


@each_row(
    ("name", "folder", "is_unsafe", "is_root"),
    [
        ("a/b", "a", False, False),
        ("a", ".", False, False),
        ("/a", "/", False, False),
        (".", ".", True, True),
        ("..", ".", True, False),
        ("../x", "..", True, False),
        ("a\\..", ".", True, True),
        ("\\a", ".", True, False),
        ("C:/a", "C:", True, False),
        ("c\\..\\..\\x", ".", True, False),
    ],
)
def test_names_that_stop_flattening(name: str, folder: str, is_unsafe: bool, is_root: bool) -> None:
    assert go_paths.folder(name) == folder
    assert go_paths.is_unsafe(name) is is_unsafe
    assert go_paths.is_root(name) is is_root


@each_row(
    ("name", "target", "leaves"),
    [
        ("a/b", "../c", False),
        ("a/b", "../../c", True),
        ("a", "/etc", False),
        ("a", "C:x", True),
        ("a", "..\\x", True),
        ("/a", "../x", False),
        ("a/b/c", "../../x", False),
        ("a/b", "..", False),
        ("a", "..", True),
    ],
)
def test_links_that_leave_the_root_are_dropped(name: str, target: str, leaves: bool) -> None:
    assert go_paths.escapes(name, target) is leaves
