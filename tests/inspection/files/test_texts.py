"""Raw JSON as it is shown: indented, and never beyond measure."""

from pathlib import Path
from typing import Any

from builders.inspection.inspections import answers, opened
from builders.oci.images import image, oci_archive, write_layout
from builders.oci.layers import file, layer
from builders.packages.folders import META

from xpkgtui.inspection.messages.events import PartFailed
from xpkgtui.inspection.messages.replies import TextReady
from xpkgtui.inspection.messages.requests import ReadText, Text
from xpkgtui.service.local import LocalPort


async def shown(folder: Path, **fields: Any) -> bytes:
    """The manifest of an image as the screen gets it."""
    path = folder / "image.tar"
    path.write_bytes(oci_archive(image(layer(file("package.yaml", "a: 1"), base=True), **fields)))
    port = LocalPort()
    try:
        await opened(port, path)
        (ready,) = [
            event for event in await answers(port, ReadText(text=Text.MANIFEST)) if isinstance(event, TextReady)
        ]
        return Path(ready.path).read_bytes()
    finally:
        await port.close()


async def test_a_manifest_is_indented(tmp_path: Path) -> None:
    assert b'\n  "schemaVersion": 2' in await shown(tmp_path)


async def test_a_manifest_that_blanks_would_swell_is_shown_as_it_is(tmp_path: Path) -> None:
    nested: list[object] = [0] * 200_000
    for _ in range(150):
        nested = [nested]
    text = await shown(tmp_path, nested=nested)
    assert len(text) < 2_000_000
    assert text.endswith(b"}")


async def read(port: LocalPort, name: str) -> TextReady:
    """One file of the image that is open."""
    (event,) = await answers(port, ReadText(text=Text.FILE, path=name))
    assert isinstance(event, TextReady)
    return event


async def test_a_file_has_the_language_of_its_ending_and_is_a_text_by_its_first_bytes(tmp_path: Path) -> None:
    languages = {"json": "json", "yaml": "yaml", "YML": "yaml", "md": "markdown", "sh": "bash", "py": "python"}
    languages |= {"xml": "xml", "svg": "xml", "toml": "toml", "txt": ""}
    members = [file(f"a.{ending}", "a: 1") for ending in languages]
    bodies = {"binary": b"a" * 8_191 + b"\0", "text": b"a" * 8_192 + b"\0", "latin": b"a\xe9\n"}
    members += [file(name, body) for name, body in {**bodies, "cut": b"a" * 8_191 + "é".encode()}.items()]
    path = write_layout(tmp_path / "layout", image(layer(file("package.yaml", "a: 1"), *members, base=True)))
    port = LocalPort()
    try:
        await opened(port, path)
        assert {one: (await read(port, f"a.{one}")).language for one in languages} == languages
        assert [(await read(port, one)).binary for one in (*bodies, "cut")] == [True, False, True, False]
    finally:
        await port.close()


async def test_broken_document_has_no_json_and_says_why(tmp_path: Path) -> None:
    path = tmp_path / "package.yaml"
    path.write_text(f"{META}---\napiVersion: v1\nkind: Bad\na: [\n")
    port = LocalPort()
    await opened(port, path)
    (failed,) = await answers(port, ReadText(text=Text.DOCUMENT_JSON, document=2))
    await port.close()
    assert isinstance(failed, PartFailed)
    assert "Document 2 is broken: yaml" in failed.failure.title
    assert "YAML tab" in failed.failure.hint
