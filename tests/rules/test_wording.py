"""Names of programs, their versions, and articles."""

from dataclasses import replace

from builders.cases import each_row

from xpkgtui.rules.wording import EXTENSION, PROVENANCE, Era, Wording, is_older, with_article

ERAS = (Era("a", "1.0", "1.6"), Era("b", "1.7", "1.12"), Era("c", "1.13", "1.13"))
WORDS = Wording(
    program="Prog",
    reader="Prog 1.13",
    stream_file="x.yaml",
    eras=ERAS,
    programs={"ctl": "progctl get"},
    judges={"new": "{program} {target}", "spec": "The specification"},
    newest={"old": "1.20"},
)


@each_row(
    ("names", "words"),
    [
        (("a",), "Prog 1.0 – 1.6"),
        (("a", "b"), "Prog 1.0 – 1.12"),
        (("a", "b", "c"), "Prog 1.0 – 1.13"),
        (("a", "c"), "Prog 1.0 – 1.6, 1.13"),
        (("b", "ctl", "zz"), "Prog 1.7 – 1.12, progctl get, zz"),
        (("ctl",), "progctl get"),
        ((), ""),
    ],
)
def test_eras_that_follow_each_other_are_one(names: tuple[str, ...], words: str) -> None:
    assert WORDS.readers(names) == words


@each_row(
    ("version", "reader"),
    [("0.9", "a"), ("1.0", "a"), ("1.7.3", "b"), ("v1.12", "b"), ("1.13", "c"), ("2.0", "c"), ("x", "c")],
)
def test_a_version_belongs_to_an_era(version: str, reader: str) -> None:
    era = WORDS.era_of(version)
    assert era is not None
    assert era.reader == reader
    assert replace(WORDS, eras=()).era_of(version) is None


@each_row(
    ("profile", "target", "words"),
    [
        ("new", "2.4", "Prog 2.4"),
        ("old", "2.4", "Prog 1.20"),
        ("old", "1.20", "Prog 1.20"),
        ("old", "1.14", "Prog 1.14"),
        ("spec", "2.4", "The specification"),
    ],
)
def test_a_judge_is_named_with_the_version_that_it_speaks_for(profile: str, target: str, words: str) -> None:
    assert WORDS.judge(profile, target) == words


def test_several_consumers_are_named_without_the_version_that_is_judged_for() -> None:
    assert WORDS.consumers(("new", "spec", "old")) == "Prog …, The specification, Prog"
    assert (WORDS.noun, replace(WORDS, package="A bundle").noun) == ("Prog package", "A bundle")


@each_row(
    ("version", "oldest", "older"),
    [("1.9", "1.10", True), ("v2.2.1", "2.2", False), ("1", "1.0", False), ("2", "1.9", False), ("x", "9.9", False)],
)
def test_minor_releases_are_compared(version: str, oldest: str, older: bool) -> None:
    assert is_older(version, oldest) is older


@each_row(
    ("noun", "words"),
    [("OLM catalog", "an OLM catalog"), ("stack", "a stack"), ("bundles", "bundles"), ("Index", "an Index")],
)
def test_a_noun_has_its_article(noun: str, words: str) -> None:
    assert with_article(noun) == words


def test_source_without_an_image_says_where_its_files_are() -> None:
    assert replace(WORDS, builds=True).no_files("apis").endswith("it is built. Its files are in apis.")
    assert WORDS.no_files("apis") == "A folder has no layers. Its files are in apis."
    assert WORDS.no_files(None) == "A stream has no files of its own; cat without PATH prints it."


@each_row(
    ("role", "words", "about", "statements", "sentence"),
    [
        ("attestation", PROVENANCE, "a/b", (), "this is an attestation, how a/b was built"),
        ("attestation", PROVENANCE, "", ("x", "y"), "this is an attestation, how an image was built: x, y"),
        ("extension", EXTENSION, "", (), "this is an extension, extras for a marketplace, not read by Prog"),
    ],
)
def test_an_entry_that_is_not_a_package_says_what_it_is(
    role: str, words: str, about: str, statements: tuple[str, ...], sentence: str
) -> None:
    assert WORDS.other_entry(role, words, about, statements) == sentence
