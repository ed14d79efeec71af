"""Rules about notes."""

from collections.abc import Iterator

from builders.packages.notebook.subject import Note

from xpkgtui.documents.position import FieldPath
from xpkgtui.rules.finding import Stage
from xpkgtui.rules.rule import Problem, rule
from xpkgtui.untyped import field

LONGEST = 10


@rule("NOTE001", "a note has a text", {"scribe": "E", "press": "W"}, stage=Stage.LINT, readers=("shelf",))
def note_has_text(note: Note) -> Iterator[Problem]:
    """Every note says something.

    Why: Scribe prints no empty page.
    When it bites: At printing.
    Fix: Write a text.
    Source: made up.
    """
    if field(note.value, "kind") == "Note" and not field(note.value, "text"):
        message = f"The note {field(note.value, 'metadata', 'name')} is empty"
        yield Problem(message=message, says="no text", path=FieldPath.of("text"))


@rule("NOTE002", "a note fits on its line", {"scribe": "W", "press": "E"}, stage=Stage.LINT, readers=("press",))
def note_fits(note: Note) -> Iterator[Problem]:
    """A text has at most ten letters.

    Why: The Press has one line for each note.
    When it bites: At printing.
    Fix: Write less.
    Source: made up.
    """
    if len(str(field(note.value, "text"))) > LONGEST:
        message = f"The note {field(note.value, 'metadata', 'name')} is too long"
        yield Problem(message=message, says="does not fit", path=FieldPath.of("text"))


@rule("NOTE003", "no secrets are printed", {"scribe": "", "press": "E"}, stage=Stage.PARSE, readers=("press",))
def no_secrets(note: Note) -> Iterator[Problem]:
    """The Press prints no secret.

    Why: Many read it.
    When it bites: Before printing.
    Fix: Rename it.
    Source: made up.
    """
    if field(note.value, "metadata", "name") == "secret":
        yield Problem(message="The note is a secret", says="secrets are not printed")
