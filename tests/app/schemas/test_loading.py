"""The examples of a definition, read from the file that the worker wrote."""

from pathlib import Path

from builders.cases import each_row

from xpkgtui.app.schemas.loading import examples_of, examples_request
from xpkgtui.app.state.replies import Replies
from xpkgtui.inspection.messages.parts import Ready
from xpkgtui.inspection.messages.replies import TextReady


@each_row(
    ("text", "count", "unread"),
    [
        ('{"objects": [{"where": "a.yaml", "object": {}}]}', 1, ""),
        ('{"objects": [], "unread": "one is cut"}', 0, "one is cut"),
        ("[" * 100_000, 0, "they are too deep to be shown"),
    ],
)
def test_examples_are_read_or_it_is_said_why_not(text: str, count: int, unread: str, tmp_path: Path) -> None:
    file = tmp_path / "examples.json"
    file.write_text(text)
    reply = TextReady(path=str(file), size=len(text))
    found = examples_of(1, Replies(known={examples_request(1): Ready(reply)}))
    assert found is not None
    assert (len(found.objects), found.unread) == (count, unread)


def test_there_are_none_before_they_came() -> None:
    assert examples_of(1, Replies()) is None
