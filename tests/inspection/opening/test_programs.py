"""The programs of all platforms: looked at where layers are there or cheap, and named where they are not."""

import io
import json
from collections.abc import Mapping
from pathlib import Path

import pytest
from builders.cases import each_row
from builders.inspection.inspections import inspect_source
from builders.oci.images import BuiltImage, config_bytes, image, index, write_layout
from builders.oci.layers import BuiltLayer, Member, file, folder, hardlink, layer, symlink, whiteout
from builders.oci.programs import elf
from builders.packages.judgements import PROVIDER

from xpkgtui.filesystem.changeset import ChangeSet, read_changeset
from xpkgtui.formats.xpkg.images import POD_USER
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.requests import LayerScope, Options
from xpkgtui.inspection.opening.programs import StartedProgram, started_program
from xpkgtui.inspection.rows.layers import UnreadReason
from xpkgtui.limits import LIMITS
from xpkgtui.oci.descriptor import DEFAULT
from xpkgtui.oci.image import ImageConfig
from xpkgtui.reporting.sentence import acceptance_of
from xpkgtui.rules.finding import Acceptance

BASE = layer(file("package.yaml", PROVIDER), base=True)


def starting(*layers: BuiltLayer, platform: str) -> BuiltImage:
    config = json.loads(config_bytes((*layers, BASE), platform, None, ()))
    config["config"] = {"Entrypoint": ["/bin/provider"]}
    return image(*layers, BASE, config=json.dumps(config).encode())


def program(processor: str) -> BuiltLayer:
    return layer(file("bin/provider", elf(processor), mode=0o755))


async def read(folder: Path, *programs: str, reach: LayerScope = LayerScope.CHEAP) -> Inspection:
    platforms = ("linux/amd64", "linux/arm64")
    images = [(starting(program(one), platform=name), name) for one, name in zip(programs, platforms, strict=False)]
    options = Options(price=-1, reach=reach, children=True)
    return await inspect_source(write_layout(folder / "layout", index(*images)), options)


def told(state: Inspection) -> list[str]:
    return [one.message.partition(",")[0] for one in state.findings if one.rule == "XPKG309"]


@pytest.mark.parametrize(
    ("programs", "foreign"),
    [
        (("amd64", "arm64"), []),
        (("amd64", "amd64"), ["The image for linux/arm64 starts /bin/provider"]),
        (("arm64", "arm64"), ["The image for linux/amd64 starts /bin/provider"]),
    ],
)
async def test_each_platform_is_compared_with_its_program(
    tmp_path: Path, programs: tuple[str, ...], foreign: list[str]
) -> None:
    assert told(await read(tmp_path, *programs)) == foreign


async def test_what_is_not_read_is_not_judged_and_said(tmp_path: Path) -> None:
    state = await read(tmp_path, "amd64", "amd64", reach=LayerScope.PATH)
    assert told(state) == []
    assert [one.platform for one in state.unread if one.reason is UnreadReason.PROGRAM] == ["linux/arm64"]


async def test_the_file_is_named_in_the_image_that_is_shown(tmp_path: Path) -> None:
    state = await read(tmp_path, "arm64", "arm64")
    (place,) = [one.place for one in state.findings if one.rule == "XPKG309"]
    assert (place.platform, place.layer, place.path) == (None, 0, "bin/provider")


async def test_the_file_of_another_platform_is_named_with_it(tmp_path: Path) -> None:
    state = await read(tmp_path, "amd64", "amd64")
    (place,) = [one.place for one in state.findings if one.rule == "XPKG309"]
    assert (place.platform, place.layer, place.path) == ("linux/arm64", 0, "bin/provider")
    assert place.layer_digest is None


PLAIN = file("bin/provider", elf("amd64"), mode=0o755)
ARM = layer(file("bin/provider", elf("arm64"), mode=0o755))
SCRIPT = file("run", "#!/bin/sh\nexec provider\n", mode=0o755)
SHELL = file("bin/sh", elf("amd64"), mode=0o755)


def started(*layers: BuiltLayer, entrypoint: tuple[str, ...] = ("/bin/provider",), **more: object) -> str | None:
    found = _program(entrypoint, _changes(layers), len(layers), **more)
    if found is None or found.fault is None:
        return None if found is None else f"{found.path} {found.layer} {found.kind}"
    return " ".join(filter(None, (found.path, str(found.layer), f"is {found.fault}", found.cause)))


def _changes(layers: tuple[BuiltLayer, ...]) -> dict[int, ChangeSet]:
    return {number: read_changeset(io.BytesIO(one.blob)) for number, one in enumerate(layers)}


def _program(
    entrypoint: tuple[str, ...], changes: Mapping[int, ChangeSet], count: int, **more: object
) -> StartedProgram | None:
    config = ImageConfig(platform=DEFAULT, entrypoint=entrypoint, **more)  # type: ignore[arg-type]
    return started_program(config, count, changes, LIMITS, POD_USER)


@each_row(
    ("layers", "entrypoint", "found"),
    [
        ((ARM,), ("/bin/provider", "--debug"), "/bin/provider 0 linux/arm64"),
        ((ARM, layer(symlink("provider", "bin/provider"))), ("/provider",), "/provider 0 linux/arm64"),
        ((ARM,), ("provider",), "/bin/provider 0 linux/arm64"),
        ((ARM,), ("bin/provider",), "/bin/provider 0 linux/arm64"),
        ((ARM,), ("/bin/other",), "/bin/other None is absent"),
        ((ARM, layer(whiteout("bin/provider"))), ("/bin/provider",), "/bin/provider None is absent"),
        (
            (ARM, layer(file("bin/provider", elf("amd64"), mode=0o755))),
            ("/bin/provider",),
            "/bin/provider 1 linux/amd64",
        ),
        ((layer(SHELL, SCRIPT),), ("/run",), "/bin/sh 0 linux/amd64"),
        ((layer(SCRIPT),), ("/run",), "/run 0 is no loader /bin/sh"),
        ((layer(file("bin/sh", "#!/bin/sh\n", mode=0o755), SCRIPT),), ("/run",), "/bin/sh 0 is circle"),
        ((layer(file("bin/provider", elf("arm64"))),), ("provider",), "/bin/provider 0 is not executable"),
    ],
)
def test_the_entrypoint_is_followed(layers: tuple[BuiltLayer, ...], entrypoint: tuple[str, ...], found: str) -> None:
    assert started(*layers, entrypoint=entrypoint) == found


def script(interpreter: str) -> Member:
    return file("run", f"#!{interpreter}\nexec provider\n", mode=0o755)


def owned(member: Member, uid: int = 0, gid: int = 0) -> Member:
    member[0].uid, member[0].gid = uid, gid
    return member


def closed(name: str) -> Member:
    (found := folder(name))[0].mode = 0o700
    return found


CLOSED_ROOT = "/bin/provider 0 is closed /root"
ENV, PYTHON, BUSYBOX, DYNAMIC_SHELL = (
    file(name, elf("amd64", loader="/lib64/ld.so" if name == "bin/sh" else ""), mode=0o755)
    for name in ("usr/bin/env", "usr/bin/python3", "bin/busybox", "bin/sh")
)
DYNAMIC = file("bin/provider", elf("amd64", loader="/lib64/ld.so"), mode=0o755)


@each_row(
    ("members", "entrypoint", "working_folder", "found"),
    [
        ((PLAIN,), "other", "", "other None is not in PATH"),
        ((folder("bin/other"),), "/bin/other", "", "/bin/other 0 is not executable"),
        ((file("bin/provider", "x", mode=0o700),), "/bin/provider", "", "/bin/provider 0 is not executable"),
        ((file("bin/provider", "x", mode=0o700),), "provider", "", "/bin/provider 0 is not executable"),
        (
            (owned(file("bin/provider", "x", mode=0o500), uid=2000),),
            "/bin/provider",
            "",
            "/bin/provider 0 is no program",
        ),
        (
            (owned(file("bin/provider", "x", mode=0o050), gid=2000),),
            "/bin/provider",
            "",
            "/bin/provider 0 is no program",
        ),
        ((closed("bin"), PLAIN), "/bin/provider", "", "/bin/provider 0 is closed /bin"),
        ((owned(closed("bin"), uid=2000), PLAIN), "/bin/provider", "", "/bin/provider 0 linux/amd64"),
        ((closed("home"), PLAIN), "/bin/provider", "/home", "/bin/provider 0 is closed /home"),
        ((closed("home"), PLAIN), "/bin/provider", "/home/new", "/bin/provider 0 is closed /home"),
        ((folder("home"), PLAIN), "/bin/provider", "/home", "/bin/provider 0 linux/amd64"),
        ((PLAIN,), "/bin/provider", "/made/by/the/runtime", "/bin/provider 0 linux/amd64"),
        ((PLAIN,), "./provider", "/bin", "/bin/./provider 0 linux/amd64"),
        (
            (closed("root"), file("root/x", elf("amd64"), mode=0o755), symlink("bin/provider", "../root/x")),
            "provider",
            "",
            "/bin/provider 0 is closed /root",
        ),
        ((closed("root"), folder("root/w"), symlink("w", "root/w"), PLAIN), "/bin/provider", "/w", CLOSED_ROOT),
        ((PLAIN,), "/bin/provider", "/bin/provider", "/bin/provider 0 is no folder /bin/provider"),
        ((symlink("bin/a", "b"), symlink("bin/b", "a")), "/bin/a", "", "/bin/a None is circle"),
        ((symlink("bin/a", "b"), symlink("bin/b", "a")), "a", "", "a None is not in PATH"),
        ((PLAIN,), "/bin/provider/x", "", "/bin/provider/x None is no folder /bin/provider"),
        ((PLAIN,), "/bin/provider", "app", "/bin/provider 0 is no absolute folder app"),
        ((PLAIN, folder("app"), symlink("app/run", "../bin/provider")), "./run", "/app", "/app/./run 0 linux/amd64"),
        ((file("bin/provider", "exec x\n", mode=0o755),), "provider", "", "/bin/provider 0 is no program"),
        ((file("bin/provider", "", mode=0o755),), "provider", "", "/bin/provider 0 is no program"),
        ((script("/bin/sh\r"), SHELL), "/run", "", "/run 0 is no loader /bin/sh\r"),
        ((script("/bin/sh -e"), SHELL), "/run", "", "/bin/sh 0 linux/amd64"),
        ((script("/bin/sh"), DYNAMIC_SHELL), "/run", "", "/bin/sh 0 is no loader /lib64/ld.so"),
        ((script("/usr/bin/env python3"), ENV), "/run", "", "/run 0 is no loader python3"),
        ((script("/usr/bin/env python3 -u"), ENV, PYTHON), "/run", "", "/run 0 is no loader python3 -u"),
        ((script("/usr/bin/env -S python3 -u"), ENV, PYTHON), "/run", "", "/usr/bin/python3 0 linux/amd64"),
        ((script("/usr/bin/env A=1 sh"), ENV), "/run", "", "/usr/bin/env 0 linux/amd64"),
        ((script("/usr/bin/env python3"), PYTHON), "/run", "", "/run 0 is no loader /usr/bin/env"),
        ((script("python3"), PYTHON), "/run", "/usr/bin", "/usr/bin/./python3 0 linux/amd64"),
        ((script("/run"),), "/run", "", "/run 0 is circle"),
        ((BUSYBOX, hardlink("bin/sh", "bin/busybox"), script("/bin/sh")), "/run", "", "/bin/sh 0 linux/amd64"),
        ((BUSYBOX, symlink("bin/sh", "busybox"), script("/bin/sh")), "/run", "", "/bin/sh 0 linux/amd64"),
        ((closed("."), PLAIN), "/bin/provider", "", "/bin/provider 0 linux/amd64"),
        ((DYNAMIC,), "/bin/provider", "", "/bin/provider 0 is no loader /lib64/ld.so"),
        ((DYNAMIC, file("lib/ld.so"), symlink("lib64", "lib")), "/bin/provider", "", "/bin/provider 0 linux/amd64"),
    ],
)
def test_what_keeps_a_program_from_starting_is_found(
    members: tuple[Member, ...], entrypoint: str, working_folder: str, found: str
) -> None:
    assert started(layer(*members), entrypoint=(entrypoint,), working_folder=working_folder) == found
    changes = _changes((layer(*members), layer(file("a"))))
    partly = _program((entrypoint,), {1: changes[1]}, 2, working_folder=working_folder)
    assert partly is None, "nothing is said of layers that were not read"


def test_the_command_is_started_where_there_is_no_entrypoint() -> None:
    assert started(ARM, entrypoint=(), cmd=("/bin/provider",)) == "/bin/provider 0 linux/arm64"


def test_an_entrypoint_of_one_empty_word_is_none() -> None:
    """As containerd reads it."""
    assert started(ARM, entrypoint=("",), cmd=("/bin/provider",)) == "/bin/provider 0 linux/arm64"
    assert ImageConfig(platform=DEFAULT, entrypoint=("",)).command == ()


def test_an_empty_command_is_in_no_folder() -> None:
    assert started(ARM, entrypoint=("", "/bin/provider")) == '"" None is not in PATH'


def test_a_command_is_looked_for_in_the_search_path() -> None:
    assert started(ARM, entrypoint=("provider",), search_path="/usr/bin::bin:/bin/") == "/bin/provider 0 linux/arm64"


def test_nothing_is_said_where_a_layer_above_was_not_read() -> None:
    assert _program(("/bin/provider",), _changes((ARM,)), 2) is None


def test_nothing_is_said_of_a_damaged_layer() -> None:
    cut = read_changeset(io.BytesIO(ARM.blob[:60]))
    assert _program(("/bin/provider",), {0: cut}, 1) is None


@pytest.mark.parametrize(
    ("entrypoint", "program", "message", "place"),
    [
        (
            "provider-gcp",
            "usr/local/bin/provider-azure",
            "provider-gcp, which is in no folder of PATH",
            "provider-gcp",
        ),
        ("/usr/local/bin/provider", "usr/local/bin/provider2", "which no layer has", "usr/local/bin/provider"),
    ],
)
async def test_an_entrypoint_that_is_not_in_the_image_is_a_finding_of_an_accepted_package(
    tmp_path: Path, entrypoint: str, program: str, message: str, place: str
) -> None:
    layers = (layer(folder("usr/"), file(program, elf("amd64"), mode=0o755)), BASE)
    config = json.loads(config_bytes(layers, "linux/amd64", None, ()))
    config["config"] = {"Entrypoint": [entrypoint], "Env": ["PATH=/usr/local/bin:/usr/bin:/bin"]}
    built = image(*layers, config=json.dumps(config).encode())
    options = Options(price=-1, reach=LayerScope.CHEAP)
    state = await inspect_source(write_layout(tmp_path / "layout", built), options)
    (found,) = [one for one in state.findings if one.rule == "XPKG310"]
    assert message in found.message
    assert (found.place.layer, found.place.path) == (None, place)
    assert acceptance_of(state) is Acceptance.ACCEPTED
    partly = await inspect_source(tmp_path / "layout", Options(price=0, reach=LayerScope.PATH))
    assert "XPKG310" not in {one.rule for one in partly.findings}
