"""What a reader makes of an image, as values."""

from xpkgtui.filesystem.tar.entry import EntryType
from xpkgtui.readers.folder import NO_FILE
from xpkgtui.readers.known_reader import Phase
from xpkgtui.readers.reader import Part, Reading, ReadStage, Sign


def test_a_reading_is_named_after_its_only_part() -> None:
    one, other = Part(name="x/package.yaml", layer=2, type=EntryType.SYMLINK), Part(name="b", layer=0)
    reading = Reading(reader="r", parts=(one,))
    assert (reading.entry, reading.entry_type, reading.stream_name("usual")) == (
        "x/package.yaml",
        EntryType.SYMLINK,
        "x/package.yaml",
    )
    both = Reading(reader="r", parts=(one, other))
    assert (both.entry, both.stream_name("usual")) == ("x/package.yaml", "usual")
    assert (both.takes(0, "b"), both.takes(1, "b"), both.takes(0, "a")) == (True, False, False)
    nothing = Reading(reader="r")
    assert (nothing.entry, nothing.entry_type, nothing.stream_name("usual")) == (None, None, "usual")
    long = Reading(reader="r", parts=(Part(name="a" * 65),))
    assert long.stream_name("usual") == "…" + "a" * 63


def test_a_reading_that_stopped_has_no_bytes() -> None:
    assert Reading(reader="r").has_bytes
    assert not Reading(reader="r", stage=ReadStage.EXTRACT).has_bytes


def test_stages_and_signs_are_words() -> None:
    assert NO_FILE == "no such file or directory"
    assert " ".join(ReadStage) == "fetch select extract read parse lint constraint install"
    assert [(str(one), one.glyph) for one in Sign] == [("ok", "✓"), ("warning", "!"), ("bad", "✗")]


def test_a_phase_has_the_rules_of_its_passes_or_stages_or_names() -> None:
    by_name = Phase(title="", passed="", rules=("OLM05", "OLM1"))
    assert [by_name.has(one, 0, 0) for one in ("OLM051", "OLM10", "OLM06")] == [True, True, False]
    assert [Phase(title="", passed="", stages=(2,)).has("OLM05", 0, one) for one in (2, 3)] == [True, False]
    turns = Phase(title="", passed="", rules=("A",), turns=(1,), stages=(2,))
    assert [turns.has("A", one, 2) for one in (1, 2)] == [True, False]
