"""The folders of the user, where there is no such user."""

import os
import subprocess
import sys

import pytest

AS_NO_USER = """
import os, pwd
from xpkgtui.settings import folders
os.setuid(4_000_000_001)
print(folders.cache_folder({}), folders.state_folder({}), folders.config_file({}))
"""


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may become another user")
def test_a_user_without_a_home_has_folders_that_keep_nothing() -> None:
    environment = {name: value for name, value in os.environ.items() if name != "HOME"}
    run = [sys.executable, "-c", AS_NO_USER]
    done = subprocess.run(run, env=environment, capture_output=True, text=True, check=False)
    assert done.stdout.split() == ["/dev/null/xpkgtui", "/dev/null/xpkgtui", "/dev/null/xpkgtui/config.toml"]
