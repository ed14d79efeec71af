"""The tools that read bundles: what each takes of one, and what it does with it."""

from xpkgtui.formats.registry_v1.summary import ARCHIVED, READERS, SUMMARY
from xpkgtui.formats.registry_v1.tools.phases import PHASES, TAKES
from xpkgtui.readers.known_reader import KnownReader

MATRIX = tuple(
    KnownReader(
        name=name,
        title=SUMMARY.wording.programs[name],
        is_past=profile in ARCHIVED,
        takes=TAKES[profile],
        phases=PHASES[profile],
    )
    for name, profile in READERS.items()
)
