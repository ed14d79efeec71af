"""The page of a package that is being opened, and bars."""

from dataclasses import replace

from builders.cases import each_row
from builders.inspection import ports
from hypothesis import given
from hypothesis import strategies as st

from xpkgtui.app.drawing.progress import filled, guided, page, share
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.events import Event, Progressed
from xpkgtui.inspection.messages.parts import PartName

SIZES = st.integers(min_value=0, max_value=1 << 50)


@given(SIZES, SIZES, st.integers(min_value=0, max_value=40))
def test_a_bar_never_leaves_its_column_and_whatever_has_a_size_has_one(part: int, largest: int, width: int) -> None:
    bar = share(part, largest, width).plain
    assert len(bar) <= width
    assert bool(bar) == (part > 0 and largest > 0 and width > 0)


@given(SIZES, SIZES)
def test_more_is_never_shorter(one: int, other: int) -> None:
    less, more = sorted((one, other))
    assert len(share(less, more, 20).plain) <= len(share(more, more, 20).plain)


@given(SIZES, SIZES)
def test_a_transfer_fills_its_column(done: int, total: int) -> None:
    assert len(filled(done, total, 16).plain) == 16


def lines(*events: Event, source: str = "a.example/p:v1") -> list[str]:
    shown = page(ports.inspection(*events, source=source)).body
    return [" ".join(line.plain.split()) for line in shown if line.plain.strip()][1:]  # type: ignore[union-attr]


def progress(**facts: object) -> Event:
    facts = {"part": PartName.LAYERS, "what": "Asking a.example", **facts}
    return Progressed(**facts)  # type: ignore[arg-type]


NAMED, INDEX, MANIFEST = ports.resolved("a.example/p:v1"), ports.platforms(), ports.manifest()
LAYER = progress(layer=1, done=1_000_000, total=4_000_000, rate=500_000)
REST = ["◌ package.yaml waits", "◌ objects, findings wait"]


@each_row(
    ("events", "said"),
    [
        ((), ["▸ the name", "◌ manifest, config wait", *REST]),
        ((progress(what="Opening a.example/p:v1"),), ["▸ the name", "◌ manifest, config wait", *REST]),
        (
            (progress(waited=3, limit=30),),
            [
                "▸ the name Asking a.example",
                "! no answer for 3 s, 30 s at most",
                "◌ manifest, config wait",
                *REST,
            ],
        ),
        (
            (NAMED, INDEX, progress(waited=3, limit=30)),
            [
                "✓ v1 is 2f2f2f2f",
                "✓ index, 2 entries",
                "◌ manifest, config wait",
                "! no answer for 3 s, 30 s at most",
                *REST,
            ],
        ),
        ((ports.resolved("a.example/p:v1", digest=None),), ["✓ docker-archive", "◌ manifest, config wait", *REST]),
        ((ports.resolved("a.example/p"),), ["✓ it is 2f2f2f2f", "◌ manifest, config wait", *REST]),
    ],
)
def test_the_steps_of_opening_as_far_as_they_have_come(events: tuple[Event, ...], said: list[str]) -> None:
    assert lines(*events) == said


def test_a_layer_fills_a_bar_and_those_that_are_not_needed_are_named() -> None:
    state = page(ports.inspection(NAMED, MANIFEST, LAYER)).body
    assert any(line.plain == "    " + "━" * 31 for line in state)  # type: ignore[union-attr]
    assert lines(NAMED, MANIFEST, LAYER) == [
        "✓ v1 is 2f2f2f2f",
        "✓ manifest 2 layers",
        "✓ config 2 B",
        "▸ layer 1 1.0 MB of 4.0 MB · 500 kB/s · 6 s left",
        "━" * 31,
        *REST,
        "Not needed layer 0, 21 kB",
        "Crossplane does not read them.",
    ]
    assert "✓ package.yaml" in lines(NAMED, MANIFEST, ports.stream())


def test_the_page_of_a_built_in_package_says_which_keys_to_press_first() -> None:
    plain = page(Inspection(source="demo"))
    assert guided(plain, ports.inspection(*ports.package(), source="demo")).body[2:] == plain.body
    assert guided(plain, ports.inspection(*ports.package())) == plain
    assert guided(replace(plain, body=()), Inspection(source="demo")).body == ()
