"""Streams that were put together for one inspection."""

from pathlib import Path

from builders.inspection.inspections import opened
from builders.packages.folders import META, write_folder

from xpkgtui.service.local import LocalPort


async def test_a_refresh_reads_the_folder_again_and_leaves_no_copy_behind(tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "p", {"crossplane.yaml": META})
    port = LocalPort()
    try:
        first = await opened(port, folder)
        write_folder(folder, {"crossplane.yaml": META.replace("acme", "changed")})
        second = await opened(port, folder)
        assert [row.name for state in (first, second) for row in state.rows] == ["acme", "changed"]
        assert first.stream is not None
        assert second.stream is not None
        scratch = Path(second.stream.path).parent.parent
        kept = [path for path in scratch.rglob("*") if path.is_file()]
        assert sorted(kept) == sorted([Path(first.stream.path), Path(second.stream.path)])
    finally:
        await port.close()


async def test_empty_documents_do_not_hide_what_a_stream_is(port: LocalPort, tmp_path: Path) -> None:
    (tmp_path / "package.yaml").write_text("---\n# nothing\n" * 10_001 + f"---\n{META}")
    assert (await opened(port, tmp_path / "package.yaml")).format.reasons
