"""A notebook by its names."""

from xpkgtui.formats.summary import FormatReaders, FormatSummary
from xpkgtui.rules.wording import Wording

COVER = "notebook.yaml"
SUMMARY = FormatSummary(
    name="notebook",
    wording=Wording(
        program="Scribe",
        reader="Scribe 1.0",
        stream_file="notes.yaml",
        judges={"scribe": "Scribe 1.0", "press": "The Press 3"},
        programs={"shelf": "Scribe 1.0", "press": "The Press 3"},
    ),
    profiles=("scribe", "press"),
    readers=FormatReaders(deciding="shelf"),
    rule_prefix="NOTE",
)
