"""The tools that read bundles, each with its steps: loaded when Why asks."""

from xpkgtui.formats.registry_v1.summary import ARCHIVED, OWN_READERS, READERS, WORDING
from xpkgtui.formats.registry_v1.tools import SPEC
from xpkgtui.formats.registry_v1.tools.phases import PHASES, TAKES
from xpkgtui.readers.known_reader import KnownReader

MATRIX = tuple(
    KnownReader(
        name=name,
        title=WORDING.programs[name],
        is_past=profile in ARCHIVED,
        takes=TAKES[profile],
        phases=PHASES[profile],
    )
    for name, profile in READERS.items()
)
"""The programs, the deciding one first."""
OWN = {
    name: KnownReader(
        name=name,
        title=WORDING.judges[name],
        is_document=name == SPEC,
        reads_as=reader,
        takes=TAKES[name],
        phases=PHASES[name],
    )
    for name, reader in OWN_READERS.items()
}
"""The rows of profiles that judge the files of one of them."""
