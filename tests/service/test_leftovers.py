"""What children leave behind, cleared as the program ends."""

import subprocess
from pathlib import Path

from xpkgtui.private_files import PARTING
from xpkgtui.service import leftovers


def test_the_folder_of_a_child_that_has_ended_is_cleared_and_one_that_holds_nothing_is_killed() -> None:
    folder = leftovers.private_folder()
    assert folder is not None
    assert folder.name.startswith(leftovers.PREFIX)
    (parting := Path(f"{folder}{PARTING}")).mkdir()
    (folder / "blob").write_text("x")
    ended, hangs = subprocess.Popen(["true"]), subprocess.Popen(["sleep", "60"])
    ended.wait()
    leftovers.watch(ended, folder, is_killed=False)
    leftovers.watch(hangs, None, is_killed=True)
    leftovers.clear()
    assert [one.exists() for one in (folder, parting)] == [False, False]
    assert hangs.wait() == -9
