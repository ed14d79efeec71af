"""A package with `.registry` opens from a folder, an image and a tar, and its facts say what becomes of its files."""

from dataclasses import replace
from pathlib import Path

import pytest
from builders.goldens import Golden, once
from builders.inspection.inspections import answers, opened
from builders.oci.images import image, write_layout
from builders.oci.layers import file, layer, tar
from builders.packages.folders import packed
from builders.packages.judged_folders import reading_of
from builders.packages.stacks import BEHAVIOR, INSTALL, RESOURCE, SVG, Files, crd, fine, with_app, write
from builders.program.headless import headless

from xpkgtui.formats.format import Traces
from xpkgtui.formats.stack.format import STACK
from xpkgtui.inspection.folding import fold_all
from xpkgtui.inspection.messages.replies import FactsRead
from xpkgtui.inspection.messages.requests import Judge, Options, ReadFacts
from xpkgtui.limits import LIMITS, Limits
from xpkgtui.reporting.sentence import acceptance_of
from xpkgtui.rules.finding import Severity
from xpkgtui.service.local import LocalPort
from xpkgtui.sources.folder.walk import OpenedFolder

FILES: Files = {
    **with_app("dependsOn: [{crd: x.example.org/v1}]"),
    "a/ship.crd.yaml": crd("Ship"),
    "boat.icon.svg": SVG,
    "install.yaml": INSTALL,
    "resource.yaml": RESOURCE,
    "rbac.yaml": "a: 1\n",
    "README.md": "hello",
}
PACKED = {f".registry/{name}": text for name, text in sorted(FILES.items())}


@pytest.mark.parametrize("form", ["folder", "image", "tar", "tar.gz"])
async def test_it_opens_with_its_description_first(form: str, tmp_path: Path, port: LocalPort) -> None:
    state = await opened(port, packed(form, tmp_path, PACKED))
    assert state.format.name == "stack"
    assert [(row.role.value, row.kind, row.file) for row in state.rows] == [
        ("meta", "Package", ".registry/app.yaml"),
        ("object", "CustomResourceDefinition", ".registry/a/ship.crd.yaml"),
        ("object", "CustomResourceDefinition", ".registry/boat.crd.yaml"),
        ("object", "Deployment", ".registry/install.yaml"),
        ("object", "rbac.yaml", ".registry/rbac.yaml"),
        ("object", "resource.yaml", ".registry/resource.yaml"),
    ]
    assert state.case is not None
    state = fold_all(state, await answers(port, Judge(case=state.case)))
    assert state.judged is not None
    assert state.judged.verdict.acceptance == "accepted"
    assert [one.rule for one in state.findings] == ["STK018", "STK020"]


async def facts(port: LocalPort, document: int) -> dict[str, list[str]]:
    (read,) = [one for one in await answers(port, ReadFacts(document=document)) if isinstance(one, FactsRead)]
    found: dict[str, list[str]] = {}
    for label, said in read.facts:
        found.setdefault(label, []).append(said)
    return found


async def test_the_description_tells_what_becomes_of_the_package(tmp_path: Path, port: LocalPort) -> None:
    await opened(port, packed("folder", tmp_path, PACKED))
    found = await facts(port, 1)
    assert found["makes"] == ["a Package and 2 definitions"]
    assert found["definition"] == [
        "Ship of sea.example.org",
        "Boat of sea.example.org with resource.yaml, boat.icon.svg",
    ]
    assert found["scope"] == [
        "Cluster: installed by a ClusterPackageInstall, for all namespaces; a PackageInstall fails"
    ]
    assert found["not read"] == ["README.md, rbac.yaml"]


async def test_a_definition_tells_what_is_bound_to_it_and_why(tmp_path: Path, port: LocalPort) -> None:
    await opened(port, packed("image", tmp_path, PACKED))
    found = await facts(port, 3)
    assert (found["icon"], found["kind texts"], found["form"]) == (
        ["boat.icon.svg: of this kind"],
        ["resource.yaml: its id is this kind"],
        ["none"],
    )
    assert found["permissions"] == ["everything with boats, boats/finalizers"]


async def test_a_text_of_a_kind_tells_what_it_is_bound_to_or_why_to_nothing(tmp_path: Path, port: LocalPort) -> None:
    files = {f".registry/{name}": text for name, text in sorted({**FILES, "b/resource.yaml": "id: Gull\n"}.items())}
    state = await opened(port, packed("folder", tmp_path, files))
    documents = {row.file: row.document for row in state.rows}
    assert (await facts(port, documents[".registry/resource.yaml"]))["bound to"] == ["Boat"]
    (why,) = (await facts(port, documents[".registry/b/resource.yaml"]))["bound to"]
    assert why.startswith("nothing: ")


async def test_a_file_that_nobody_reads_says_so(tmp_path: Path, port: LocalPort) -> None:
    await opened(port, packed("folder", tmp_path, PACKED))
    assert (await facts(port, 5))["is read"] == ["no: nothing reads its name"]


async def test_a_folder_with_the_files_themselves_is_known_by_its_description(
    tmp_path: Path, port: LocalPort
) -> None:
    folder = write(tmp_path, fine()) / ".registry"
    state = await opened(port, folder)
    assert (state.format.name, [row.file for row in state.rows]) == ("stack", ["app.yaml", "boat.crd.yaml"])


@pytest.mark.parametrize(
    ("place", "reason"), [("", "it has a folder .registry"), (".registry", "its app.yaml describes a package")]
)
def test_it_is_recognized_by_its_folder_or_by_its_description(place: str, reason: str, tmp_path: Path) -> None:
    write(tmp_path, fine())
    evidence = STACK.recognize(Traces(folder=OpenedFolder(tmp_path / place, "a")))
    assert evidence is not None
    assert evidence.reasons == (reason,)


@pytest.mark.parametrize(
    ("path", "has_config", "lacks"),
    [("charts/boat", True, True), ("/charts/ship/", True, False), ("charts/boat", False, False)],
)
async def test_a_behavior_names_a_folder_of_its_image(
    path: str, has_config: bool, lacks: bool, tmp_path: Path, port: LocalPort
) -> None:
    files = {**with_app("category: Sea"), "behavior.yaml": BEHAVIOR.replace("charts/boat", path)}
    members = [file(f".registry/{name}", text) for name, text in files.items()]
    members.append(file("charts/ship/x.yaml", "a: 1\n"))
    source = tmp_path / "packed"
    if has_config:
        write_layout(source, image(layer(*members)), tags=("v1",))
    else:
        source.write_bytes(tar(*members))
    state = await opened(port, source)
    assert state.case is not None
    judged = fold_all(state, await answers(port, Judge(case=state.case)))
    found = [(one.message, one.place.field) for one in judged.findings if one.rule == "STK010"]
    message = "source.path of behavior.yaml is charts/boat, which is not in the image"
    assert found == ([(message, "source.path")] if lacks else [])


async def test_a_package_is_named_by_its_title(tmp_path: Path, port: LocalPort) -> None:
    files = {**FILES, "app.yaml": FILES["app.yaml"].replace("title: Harbour", "title: 'Harbour  of Tides'")}
    state = await opened(port, write(tmp_path / "package", files))
    assert (state.rows[0].kind, state.rows[0].name) == ("Package", "Harbour of Tides")


async def test_a_file_beyond_a_limit_leaves_the_package_undecided(tmp_path: Path, port: LocalPort) -> None:
    long = "title: Boat\n# " + "a" * 2_000
    options = Options(price=-1, limits=replace(LIMITS, document=1_000))
    state = await opened(port, write(tmp_path / "package", {**FILES, "resource.yaml": long}), options)
    case = state.case
    assert case is not None
    state = fold_all(state, await answers(port, Judge(case=case)))
    assert acceptance_of(state) is None
    assert Severity.ERROR not in {one.severity for one in state.findings}


def test_how_a_folder_is_read(tmp_path: Path, golden: Golden) -> None:
    behavior = BEHAVIOR.replace("path: charts/boat", "path: %s")
    paths = ("charts/boat", "/charts/", "..", ".", "../a", "gone", "''", "README", "charts/boat, image: a/b")
    files = {f"b{number}/behavior.yaml": behavior % path for number, path in enumerate(paths)}
    odd = {"a.icon.gif": "GIF89a\x10\0\x10\0", "a.icon.svg": "", "a.icon.png": "x", "c/behavior.yaml": "# a\n"}
    root = write(tmp_path / "x", {**FILES, **files, **odd, "d/behavior.yaml": "a: [\n", "z/app.yaml": "title: a\n"})
    (root / "charts/boat").mkdir(parents=True)
    (root / "README").write_text("a")
    told = [reading_of(STACK, root)]
    (root / ".registry/e").mkdir()
    for name, target in (("group.yaml", "gone"), ("ui-schema.yaml", "../b0"), ("x.crd.yaml", "../boat.crd.yaml")):
        (root / ".registry/e" / name).symlink_to(target)
    told.append(reading_of(STACK, root))
    told.append(reading_of(STACK, root, Limits(documents=3)).partition("files\n")[0])
    told.append(reading_of(STACK, root, Limits(folder=8)).partition("files\n")[0])
    bare = tmp_path / "y"
    bare.mkdir()
    (bare / "app.yaml").write_text("permissionScope: a\n")
    (bare / "behavior.yaml").write_text(BEHAVIOR)
    told.append(reading_of(STACK, bare))
    told.append(reading_of(STACK, write(tmp_path / "z", {"boat.crd.yaml": crd()})))
    golden("reading_stack", once("\n".join(told)))


def test_icons_that_are_not_opened_are_said(tmp_path: Path) -> None:
    icons = [{f".registry/{number}/icon.svg": SVG for number in range(count)} for count in (200, 300)]
    few, many = (headless("check", packed("folder", tmp_path / str(len(each)), {**PACKED, **each})) for each in icons)
    assert few.result["unread"] == []
    (unread,) = many.result["unread"]
    assert (many.code, "at most 256 icons and behaviors" in unread["why"]) == (3, True)
