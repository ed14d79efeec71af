"""Saving files: what is saved of a view, what is left out, and what hostile layers cannot do."""

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from builders.inspection.inspections import answers, opened
from builders.oci.images import image, write_layout
from builders.oci.layers import (
    BuiltLayer,
    Member,
    file,
    folder,
    gzip,
    hardlink,
    layer,
    layer_of,
    node,
    symlink,
    tar,
    whiteout,
)
from builders.packages.folders import META, write_folder

from xpkgtui.inspection.files.saving import SavePlan, WantedFile
from xpkgtui.inspection.messages.events import PartFailed
from xpkgtui.inspection.messages.replies import FilesSaved, NotSaved
from xpkgtui.inspection.messages.requests import Options, SaveFiles, View
from xpkgtui.limits import LIMITS, Limits
from xpkgtui.service.local import LocalPort

BASE = layer(file("package.yaml", META), base=True)


async def saved(
    port: LocalPort, folder: Path, *layers: BuiltLayer, limits: Limits = LIMITS, path: str = "", force: bool = False
) -> FilesSaved | PartFailed:
    """What is answered of all layers flattened, saved in `folder`/out."""
    layout = write_layout(folder / "layout", image(BASE, *layers))
    await opened(port, layout, Options(price=-1, limits=limits))
    request = SaveFiles(folder=str(folder / "out"), view=View.FLATTENED, path=path, force=force)
    (answer,) = [one for one in await answers(port, request) if isinstance(one, FilesSaved | PartFailed)]
    return answer


def files(folder: Path) -> dict[str, bytes]:
    out = folder / "out"
    return {path.relative_to(out).as_posix(): path.read_bytes() for path in out.rglob("*") if path.is_file()}


async def test_files_come_from_the_layers_that_supply_them(port: LocalPort, tmp_path: Path) -> None:
    lower = layer(file("a", "old"), file("b", "b"), file("gone", ""))
    upper = layer(file("a", "new"), whiteout("gone"), file("bin/run", "x", mode=0o4755))
    answer = await saved(port, tmp_path, lower, upper)
    assert isinstance(answer, FilesSaved)
    assert files(tmp_path) == {"package.yaml": META.encode(), "a": b"new", "b": b"b", "bin/run": b"x"}
    assert ((tmp_path / "out/bin/run").stat().st_mode & 0o7777, answer.unprivileged) == (0o755, 1)


async def test_any_right_to_execute_is_kept_and_no_privilege(port: LocalPort, tmp_path: Path) -> None:
    modes = (0o100, 0o10, 0o1, 0o666, 0o1644, 0o2644, 0o4644)
    answer = await saved(port, tmp_path, layer(*(file(f"f{mode:o}", "x", mode=mode) for mode in modes)))
    assert isinstance(answer, FilesSaved)
    made = [(tmp_path / f"out/f{mode:o}").stat().st_mode & 0o7777 for mode in modes]
    assert (made, answer.unprivileged) == ([0o755] * 3 + [0o644] * 4, 2)


async def test_three_files_that_are_in_the_way_are_named(port: LocalPort, tmp_path: Path) -> None:
    await saved(port, tmp_path, layer(*map(file, "abcd")))
    answer = await saved(port, tmp_path, layer(*map(file, "abc")))
    assert isinstance(answer, PartFailed)
    assert answer.failure.title.endswith("/out already has a, b, c and 1 more")


async def test_links_and_devices_are_left_out_and_counted(port: LocalPort, tmp_path: Path) -> None:
    odd = layer(symlink("l", "/etc"), node("pipe", b"6"), node("dev", b"3"), file("f", "f"), hardlink("h", "f"))
    answer = await saved(port, tmp_path, odd)
    assert isinstance(answer, FilesSaved)
    assert answer.left_out == ((NotSaved.LINK, 1), (NotSaved.SPECIAL, 2))
    assert files(tmp_path)["h"] == b"f"
    assert sorted(files(tmp_path)) == ["f", "h", "package.yaml"]
    assert not (tmp_path / "out/l").is_symlink()


HOSTILE: dict[str, tuple[Member, ...]] = {
    "climbing": (file("../../escaped", "x"),),
    "absolute": (file("/escaped", "x"),),
    "through a link": (symlink("d", ".."), file("d/escaped", "x")),
    "through a link to the root": (symlink("d", "/"), file("d/escaped", "x")),
    "over a link": (symlink("escaped", "../escaped"), file("escaped", "x")),
}


@pytest.mark.parametrize("members", HOSTILE.values(), ids=HOSTILE.keys())
async def test_hostile_names_stay_inside(members: tuple[Member, ...], port: LocalPort, tmp_path: Path) -> None:
    await saved(port, tmp_path, layer(*members))
    outside = {path.name for path in tmp_path.rglob("*") if "out" not in path.parts and "layout" not in path.parts}
    assert outside & {"escaped"} == set()
    assert not any(path.is_symlink() for path in (tmp_path / "out").rglob("*"))


async def test_nothing_is_written_where_one_file_would_be_replaced(port: LocalPort, tmp_path: Path) -> None:
    write_folder(tmp_path / "out", {"b": "mine"})
    answer = await saved(port, tmp_path, layer(file("a", "x"), file("b", "x")))
    assert isinstance(answer, PartFailed)
    assert files(tmp_path) == {"b": b"mine"}


async def test_force_replaces(port: LocalPort, tmp_path: Path) -> None:
    write_folder(tmp_path / "out", {"b": "mine"})
    await saved(port, tmp_path, layer(file("b", "x")), force=True)
    assert files(tmp_path)["b"] == b"x"


async def test_of_a_damaged_layer_whole_files_are_saved(port: LocalPort, tmp_path: Path) -> None:
    torn = layer_of(gzip(tar(file("a", "x"), file("b", "y" * 2_000))[:2_048]))
    answer = await saved(port, tmp_path, torn)
    assert isinstance(answer, FilesSaved)
    assert files(tmp_path) == {"package.yaml": META.encode(), "a": b"x"}
    assert [gap.layer for gap in answer.gaps] == [1]
    assert dict(answer.left_out) == {NotSaved.DAMAGED: 1}


async def test_a_path_is_saved_with_what_is_below_it(port: LocalPort, tmp_path: Path) -> None:
    await saved(
        port,
        tmp_path,
        layer(folder("d"), file("d/a", "x"), folder("d/e"), file("d/e/b", "y"), file("da", "z")),
        path="d",
    )
    assert files(tmp_path) == {"d/a": b"x", "d/e/b": b"y"}


async def test_all_files_together_have_a_limit(port: LocalPort, tmp_path: Path) -> None:
    answer = await saved(port, tmp_path, layer(file("a", "x" * 100)), limits=replace(LIMITS, saved=99))
    assert isinstance(answer, PartFailed)
    assert "--limit saved=" in answer.failure.hint
    assert not (tmp_path / "out").exists()


async def test_a_file_beyond_the_limit_is_left_out_whole(port: LocalPort, tmp_path: Path) -> None:
    answer = await saved(port, tmp_path, layer(file("a", "x" * 100_000)), limits=replace(LIMITS, file=99_999))
    assert isinstance(answer, FilesSaved)
    assert (dict(answer.left_out), answer.limit and answer.limit.name) == ({NotSaved.LARGE: 1}, "file")


def test_what_is_as_large_as_a_limit_is_saved() -> None:
    wanted = tuple(WantedFile(path=path, size=3, mode=0o644) for path in "ab")
    plan = SavePlan(files=wanted, left_out=Counter(), limits=Limits(file=3, saved=6)).checked()
    assert (plan.files, plan.left_out.total()) == (wanted, 0)


async def test_links_of_a_folder_of_sources_are_counted(port: LocalPort, tmp_path: Path) -> None:
    source = write_folder(tmp_path / "source", {"crossplane.yaml": META, "apis/a.yaml": "a: 1"})
    (source / "b.yaml").symlink_to("crossplane.yaml")
    await opened(port, source)
    request = SaveFiles(folder=str(tmp_path / "out"), view=View.FLATTENED, path="")
    (answer,) = [one for one in await answers(port, request) if isinstance(one, FilesSaved)]
    assert answer.left_out == ((NotSaved.LINK, 1),)


async def test_files_of_a_folder_of_sources_are_copied(port: LocalPort, tmp_path: Path) -> None:
    source = write_folder(tmp_path / "source", {"crossplane.yaml": META, "apis/a.yaml": "a: 1\n"})
    await opened(port, source)
    request = SaveFiles(folder=str(tmp_path / "out"), view=View.FLATTENED)
    await answers(port, request)
    assert files(tmp_path) == {"crossplane.yaml": META.encode(), "apis/a.yaml": b"a: 1\n"}


def test_names_that_are_one_where_case_is_ignored_are_saved_once() -> None:
    names = ("a/x", "A/y", "a/X", "A", "b")
    wanted = tuple(WantedFile(path=name, size=0, mode=0) for name in names)
    plan = SavePlan(files=wanted, left_out=Counter(), limits=LIMITS).for_one_case()
    assert [one.path for one in plan.files] == ["a/x", "A/y", "b"]
    assert plan.left_out[NotSaved.CASE] == 2
