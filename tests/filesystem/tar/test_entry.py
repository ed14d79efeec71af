"""What an entry is, by its flag and its fields."""

from builders.cases import each_row

from xpkgtui.filesystem.tar.entry import Entry, EntryType, clean


@each_row(
    ("flags", "word", "has_body"),
    [
        ("07S", "file", True),
        ("1", "hardlink", False),
        ("2", "symlink", False),
        ("34", "device", False),
        ("5", "directory", False),
        ("6", "fifo", False),
        ("AxLKV", "other", True),
        ("g", "other", False),
    ],
)
def test_a_flag_says_the_type_of_an_entry(flags: str, word: str, has_body: bool) -> None:
    for flag in flags:
        entry = Entry(order=0, name="a", flag=flag)
        assert (str(entry.type), entry.has_body) == (word, has_body)


def test_what_is_not_said_of_an_entry_is_nothing() -> None:
    entry = Entry(order=0, name="a", flag="0")
    numbers = (entry.at, entry.size, entry.mode, entry.uid, entry.gid, entry.devmajor, entry.devminor)
    assert (numbers, entry.linkname, entry.sparse, entry.program) == ((0,) * 7, "", False, "")


@each_row(
    ("flag", "mode", "size", "is_it"),
    [
        ("0", 0o100, 1, True),
        ("0", 0o010, 1, True),
        ("0", 0o001, 1, True),
        ("0", 0o666, 1, False),
        ("0", 0o755, 0, True),
        ("5", 0o755, 1, False),
    ],
)
def test_a_program_is_a_file_that_somebody_may_execute(flag: str, mode: int, size: int, is_it: bool) -> None:
    assert Entry(order=0, name="a", flag=flag, mode=mode, size=size).is_executable is is_it


@each_row(
    ("name", "path"),
    [
        ("a/b", "a/b"),
        ("./a", "a"),
        ("/a//b/", "a/b"),
        ("a/", "a"),
        ("a//b", "a/b"),
        ("a/./b", "a/b"),
        ("a/../../b", "b"),
        ("../a", "a"),
        ("", ""),
        (".", ""),
        ("/", ""),
        (".a", ".a"),
    ],
)
def test_a_path_never_leaves_the_root(name: str, path: str) -> None:
    assert clean(name) == Entry(order=0, name=name, flag="0").path == path


def test_types_are_words() -> None:
    assert EntryType("fifo") is EntryType.FIFO
