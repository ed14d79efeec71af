"""The program that an image starts, by its config and the layers that were read."""

import io
from collections.abc import Mapping

import pytest
from builders.oci.layers import BuiltLayer, file, layer, symlink, whiteout
from builders.oci.programs import elf

from xpkgtui.filesystem.changeset import ChangeSet, read_changeset
from xpkgtui.inspection.layers.programs import StartedProgram, started_program
from xpkgtui.limits import LIMITS
from xpkgtui.oci.image import ImageConfig
from xpkgtui.oci.platform import DEFAULT

ARM = layer(file("bin/provider", elf("arm64"), mode=0o755))
SCRIPT = file("run", "#!/bin/sh\nexec provider\n", mode=0o755)
SHELL = file("bin/sh", elf("amd64"), mode=0o755)


def started(*layers: BuiltLayer, entrypoint: tuple[str, ...] = ("/bin/provider",), **more: object) -> str | None:
    found = _program(entrypoint, _changes(layers), len(layers), **more)
    return None if found is None else f"{found.path} {found.layer} {found.kind}"


def _changes(layers: tuple[BuiltLayer, ...]) -> dict[int, ChangeSet]:
    return {number: read_changeset(io.BytesIO(one.blob)) for number, one in enumerate(layers)}


def _program(
    entrypoint: tuple[str, ...], changes: Mapping[int, ChangeSet], count: int, **more: object
) -> StartedProgram | None:
    config = ImageConfig(platform=DEFAULT, entrypoint=entrypoint, **more)  # type: ignore[arg-type]
    return started_program(config, count, changes, LIMITS)


@pytest.mark.parametrize(
    ("layers", "entrypoint", "found"),
    [
        ((ARM,), ("/bin/provider", "--debug"), "/bin/provider 0 linux/arm64"),
        ((ARM, layer(symlink("provider", "bin/provider"))), ("/provider",), "/provider 0 linux/arm64"),
        ((ARM,), ("provider",), "/bin/provider 0 linux/arm64"),
        ((ARM,), ("bin/provider",), None),
        ((ARM,), ("/bin/other",), None),
        ((ARM,), (), None),
        ((ARM, layer(whiteout("bin/provider"))), ("/bin/provider",), None),
        (
            (ARM, layer(file("bin/provider", elf("amd64"), mode=0o755))),
            ("/bin/provider",),
            "/bin/provider 1 linux/amd64",
        ),
        ((layer(SHELL, SCRIPT),), ("/run",), "/bin/sh 0 linux/amd64"),
        ((layer(SCRIPT),), ("/run",), None),
        ((layer(file("bin/sh", "#!/bin/sh\n", mode=0o755), SCRIPT),), ("/run",), "/bin/sh 0 #!/bin/sh"),
        ((layer(file("bin/provider", elf("arm64"))),), ("provider",), None),
    ],
)
def test_the_entrypoint_is_followed(layers: tuple[BuiltLayer, ...], entrypoint: tuple[str, ...], found: str) -> None:
    assert started(*layers, entrypoint=entrypoint) == found


def test_the_command_is_started_where_there_is_no_entrypoint() -> None:
    assert started(ARM, entrypoint=(), cmd=("/bin/provider",)) == "/bin/provider 0 linux/arm64"


def test_a_command_is_looked_for_in_the_search_path() -> None:
    assert started(ARM, entrypoint=("provider",), search_path="/usr/bin::bin:/bin/") == "/bin/provider 0 linux/arm64"


def test_nothing_is_said_where_a_layer_above_was_not_read() -> None:
    assert _program(("/bin/provider",), _changes((ARM,)), 2) is None


def test_nothing_is_said_of_a_damaged_layer() -> None:
    cut = read_changeset(io.BytesIO(ARM.blob[:60]))
    assert _program(("/bin/provider",), {0: cut}, 1) is None
