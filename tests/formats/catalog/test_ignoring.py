"""`.indexignore`: the paths of upstream's own test, and what differs from git."""

from builders.cases import each_row

from xpkgtui.formats.catalog.ignoring import Ignoring

ROOT = "# anywhere\na\n\n# of the root\n/ignore\n  /really/**/file1  \n"
DIR1 = "b\n/ignore\n!a\n"
UPSTREAM = Ignoring.of([(".indexignore", ROOT), ("dir1/.indexignore", DIR1)])


@each_row(
    ("path", "is_ignored"),
    [
        (".indexignore", False),
        ("a", True),
        ("b", False),
        ("c", False),
        ("ignore/a", True),
        ("ignore/b", True),
        ("ignore/c", True),
        ("dir1/.indexignore", False),
        ("dir1/a", False),
        ("dir1/b", True),
        ("dir1/c", False),
        ("dir1/ignore/a", False),
        ("dir1/ignore/b", True),
        ("dir1/ignore/c", True),
        ("really/file1", True),
        ("really/file2", False),
        ("really/long/file1", True),
        ("really/long/file2", False),
        ("really/long/path/file1", True),
        ("really/long/path/file2", False),
        ("really/long/path/to/file1", True),
        ("really/long/path/to/the/file1", True),
        ("really/long/path/to/the/file2", False),
    ],
)
def test_a_file_of_upstreams_test(path: str, is_ignored: bool) -> None:
    assert (UPSTREAM.pattern_of(path) is not None) == is_ignored


@each_row(("path", "is_ignored"), [("ignore", True), ("dir1", False), ("dir1/ignore", True), ("really/long", False)])
def test_a_folder_of_upstreams_test(path: str, is_ignored: bool) -> None:
    assert (UPSTREAM.pattern_of(path, is_folder=True) is not None) == is_ignored


@each_row(
    ("text", "path", "is_ignored"),
    [
        ("**/*\n!*.yaml", "a/index.yaml", False),
        ("**/*\n!*.yaml", "a/README.md", True),
        ("docs/", "docs/a.md", True),
        ("docs/", "docs", False),
        ("!*.md\n*.md", "a.md", True),
        ("[^a]", "b", True),
        ("[^a]", "a", False),
        ("[!a]", "b", False),
        ("[", "[", False),
        ("a**b/c", "a1b/c", False),
        ("/", "x", False),
        ("a/**", "a/b", True),
        ("a/**/c", "a/c", True),
        ("/c", "a/c", False),
        ("b/c", "a/b/c", False),
        ("?.yaml", "a.yaml", True),
    ],
)
def test_a_pattern(text: str, path: str, is_ignored: bool) -> None:
    assert (Ignoring.of([(".indexignore", text)]).pattern_of(path) is not None) == is_ignored


def test_the_pattern_that_decides_is_named() -> None:
    found = UPSTREAM.pattern_of("dir1/ignore/c")
    assert found is not None
    assert (found.text, found.file) == ("/ignore", "dir1/.indexignore")
