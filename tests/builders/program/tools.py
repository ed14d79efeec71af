"""Programs of other people that tests run: where one is missing the test is skipped, but never on CI.

require("docker-registry")
skopeo("copy", "oci:layout:v1", "dir:folder")              # without policies, quietly, and it must succeed
"""

import os
import shutil
import subprocess

import pytest


def require(name: str) -> str:
    """The path of a program; the test is skipped where it is missing, and fails where CI promises it."""
    path = shutil.which(name)
    if path is None:
        if os.environ.get("CI"):
            pytest.fail(f"{name} is not installed, and CI promises it")
        pytest.skip(f"{name} is not installed")
    return path


def skopeo(*arguments: str) -> None:
    """Runs skopeo."""
    done = subprocess.run(
        [require("skopeo"), "--insecure-policy", *arguments], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
