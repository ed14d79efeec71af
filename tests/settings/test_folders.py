"""The folders of the user, also where there is no such user, and what is read there."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from xpkgtui.settings.folders import cache_folder, config_file, state_folder

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


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have other folders")
def test_folders_are_those_of_the_variables_or_of_the_home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/me")
    for environment in ({}, dict.fromkeys(("XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME"), "relative")):
        assert cache_folder(environment) == Path("/home/me/.cache/xpkgtui")
        assert state_folder(environment) == Path("/home/me/.local/state/xpkgtui")
        assert config_file(environment) == Path("/home/me/.config/xpkgtui/config.toml")
    assert cache_folder({"XDG_CACHE_HOME": "/c"}) == Path("/c/xpkgtui")
    assert state_folder({"XDG_STATE_HOME": "/s"}) == Path("/s/xpkgtui")
    assert config_file({"XDG_CONFIG_HOME": "/e"}) == Path("/e/xpkgtui/config.toml")
