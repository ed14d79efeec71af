"""Lines of an assembled stream and where they come from."""

from xpkgtui.documents.origins import Origin, Origins, OriginsBuilder


def made(*stretches: tuple[int, str, int]) -> Origins:
    builder = OriginsBuilder()
    for start, file, line in stretches:
        builder.add(start, file, line)
    return builder.origins()


def test_a_line_is_counted_on_from_the_begin_of_its_stretch() -> None:
    origins = made((1, "a.yaml", 1), (5, "b.yaml", 20))
    assert origins.at(4) == Origin(file="a.yaml", line=4)
    assert origins.at(5) == Origin(file="b.yaml", line=20)
    assert origins.at(9) == Origin(file="b.yaml", line=24)


def test_a_line_before_everything_belongs_to_the_first_stretch() -> None:
    assert made((2, "a.yaml", 7)).at(1) == Origin(file="a.yaml", line=7)


def test_nothing_assembled_has_no_origin() -> None:
    assert Origins().at(1) is None


def test_documents_that_follow_each_other_in_a_file_are_one_stretch() -> None:
    assert made((2, "a.yaml", 1), (7, "a.yaml", 6)).starts == (2,)


def test_documents_that_lie_apart_in_a_file_are_two_stretches() -> None:
    origins = made((2, "a.yaml", 1), (7, "a.yaml", 16))
    assert origins.at(7) == Origin(file="a.yaml", line=16)
    assert origins.files == ("a.yaml",)


def test_a_file_that_comes_again_is_named_once() -> None:
    origins = made((1, "a.yaml", 9), (3, "b.yaml", 1), (5, "a.yaml", 1))
    assert origins.files == ("a.yaml", "b.yaml")
    assert origins.at(5) == Origin(file="a.yaml", line=1)


def test_lines_of_files_are_found_in_the_stream() -> None:
    origins = made((2, "a.yaml", 1), (5, "b.yaml", 20), (9, "a.yaml", 10))
    places = [("a.yaml", 1), ("a.yaml", 3), ("a.yaml", 4), ("a.yaml", 11), ("a.yaml", 99), ("b.yaml", 19), ("c", 1)]
    assert origins.lines_of(places) == {
        ("a.yaml", 1): (2, 2),
        ("a.yaml", 3): (2, 4),
        ("a.yaml", 11): (9, 10),
        ("a.yaml", 99): (9, 98),
    }


def test_a_line_is_not_the_separator_that_the_stream_has_before_it() -> None:
    """Values of JSON stand one behind the other in their file, and have `---` between them in the stream."""
    origins = made((1, "a.json", 1), (3, "a.json", 2), (5, "a.json", 3))
    assert origins.lines_of(("a.json", line) for line in (1, 2, 3)) == {
        ("a.json", line): (2 * line - 1, 2 * line - 1) for line in (1, 2, 3)
    }


def test_files_that_begin_with_a_brace_are_known() -> None:
    builder = OriginsBuilder()
    for file in ("a.json", "b.yaml", "c.json"):
        builder.add(1, file, 1)
    assert builder.origins(4, {"a.json", "c.json"}).braced == (0, 2)
    assert builder.origins(4).lead == 4
