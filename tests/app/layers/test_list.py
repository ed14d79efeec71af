"""Layers as cells."""

from dataclasses import replace

from builders.cases import each_row
from builders.screens import images
from builders.screens.states import STATES

from xpkgtui.app.drawing.rows import Row, draw_row
from xpkgtui.app.layers.list import LayerItem, cells, command, measured, pane, tag
from xpkgtui.app.state.selection import Selection
from xpkgtui.formats.xpkg.summary import SUMMARY
from xpkgtui.inspection.messages.parts import Ready
from xpkgtui.inspection.rows.layers import LayerRow, LayerUse
from xpkgtui.rules.finding import Severity

WORDING = SUMMARY.wording
LAYERS = images.layers(base=LayerUse.SUPPLIES, supplies=True)
BASE = replace(LAYERS[2], annotation="base", label=None, is_base=True, slip="")


def drawn(layers: tuple[LayerRow, ...], index: int, width: int) -> str:
    measures = measured(layers, WORDING)
    return draw_row(Row("", LayerItem(layers[index], WORDING, measures), cells), width).plain


@each_row("width", [46, 56, 60, 76, 90, 120])
def test_a_role_is_whole_at_every_width_that_has_room_for_it(width: int) -> None:
    for layer in LAYERS:
        assert ("supplies package.yaml" if layer.supplies else "not read") in drawn(LAYERS, layer.index, width)


def test_a_layer_that_was_read_keeps_its_role_while_it_is_read_again() -> None:
    arriving = STATES["a layer comes"]
    assert isinstance(arriving.manifest, Ready)
    was_read = tuple(replace(row, use=LayerUse.PASSED) for row in arriving.manifest.value.layers)
    again = replace(arriving, manifest=Ready(replace(arriving.manifest.value, layers=was_read)))
    shown = [pane(one, Selection()).rows for one in (arriving, again)]
    rows = ["\n".join(draw_row(row, 76).plain for row in each) for each in shown]
    assert ["4 of 21 kB" in each for each in rows] == [True, False]


def test_the_largest_layer_has_the_longest_bar_and_the_smallest_has_one() -> None:
    bars = {layer.size: drawn(LAYERS, layer.index, 76) for layer in LAYERS}
    lengths = {size: row.count("━") + row.count("╸") / 2 for size, row in bars.items()}
    assert lengths[max(lengths)] == max(lengths.values())
    assert min(lengths.values()) > 0


def test_a_list_without_room_for_bars_shows_sizes_in_words() -> None:
    row = drawn(LAYERS, 2, 46)
    assert "━" not in row
    assert "318 kB" in row


@each_row(
    ("changes", "wide", "narrow"),
    [
        ({"label": "base"}, " base = label", " base "),
        ({"label": "upbound"}, " base ≠ label upbound", " base ≠"),
        ({"label": None}, " base no label", " base "),
        ({"label": "base", "derived": True}, " base ", " base "),
        ({"annotation": None, "label": "base", "is_base": False}, " – ≠ label base", " – ≠"),
        ({"annotation": None, "label": None, "is_base": False}, " –", " –"),
        ({"annotation": "ba\x1b[2J", "label": "x\ny", "is_base": False}, " ba␛[2J ≠ label x␊y", " ba␛[2J ≠"),
    ],
)
def test_the_annotation_says_how_the_label_relates(changes: dict[str, object], wide: str, narrow: str) -> None:
    row = replace(BASE, **changes)  # type: ignore[arg-type]
    assert tag(row, is_wide=True).plain == wide
    assert tag(row, is_wide=False).plain == narrow


def test_a_near_miss_carries_the_mark_once() -> None:
    near = replace(BASE, slip="Base")
    assert "! supplies package.yaml · slip: Base" in drawn((*LAYERS[:2], near), 2, 100)
    assert "slip" not in drawn((*LAYERS[:2], replace(near, label="upbound")), 2, 100)


TOLD = tuple(replace(layer, history=f"/bin/sh -c #(nop) COPY part{layer.index} /") for layer in LAYERS)


@each_row(("width", "is_told"), [(58, False), (76, True), (90, True), (120, True)])
def test_the_command_that_made_a_layer_stands_behind_its_role_where_there_is_room(width: int, is_told: bool) -> None:
    rows = [drawn(TOLD, layer.index, width) for layer in TOLD]
    assert {"COPY part" in row for row in rows} == {is_told}
    assert len({row.find("COPY part") for row in rows}) == 1
    assert all("supplies package.yaml" in row or "not read" in row for row in rows)


def test_a_command_is_shown_without_its_shell_and_made_safe() -> None:
    assert command("/bin/sh -c #(nop)  COPY a /") == "COPY a /"
    assert command("RUN \x1b[2J") == "RUN ␛[2J"


def test_a_role_with_a_sign_is_whole_before_its_command() -> None:
    item = LayerItem(TOLD[2], WORDING, measured(TOLD, WORDING), worst=Severity.WARNING)
    assert "! supplies package.yaml   COPY part2 /" in draw_row(Row("", item, cells), 78).plain
