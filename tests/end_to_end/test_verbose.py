"""`-v` against a real registry."""

import re
from pathlib import Path

import pytest
from builders.oci.images import package, write_layout
from builders.program.headless import run
from builders.registry.registries import PASSWORD, USER, DebianRegistry

pytestmark = pytest.mark.registry

STREAM = "---\napiVersion: meta.pkg.crossplane.io/v1\nkind: Configuration\nmetadata:\n  name: acme\n---\n"
COMMANDS = ("show", "check", "ls", "cat")


@pytest.fixture
def reference(registry: DebianRegistry, tmp_path: Path) -> str:
    registry.push_layout("e2e/verbose", "v1.0.0", write_layout(tmp_path / "layout", package(STREAM)))
    return f"{registry.host}/e2e/verbose:v1.0.0"


@pytest.mark.parametrize("command", COMMANDS)
def test_requests_are_told_on_standard_error_only(reference: str, command: str) -> None:
    quiet, told = (run(command, reference, "--no-cache", *more) for more in ((), ("-v",)))
    if command != "check":  # which says more of its infos, too
        assert told.stdout == quiet.stdout
    assert re.search(r"^GET http://\S+/manifests/v1\.0\.0  200  [0-9,]+ bytes  [0-9]+ ms$", told.stderr, re.MULTILINE)
    assert "  answer  " not in told.stderr


def test_what_came_from_the_cache_is_told(reference: str, tmp_path: Path) -> None:
    cached = ("--cache-dir", str(tmp_path / "cache"))
    run("cat", reference, *cached)
    told = run("cat", reference, *cached, "-v")
    assert "cached sha256:" in told.stderr
    assert "GET " not in told.stderr


def test_headers_are_told_with_two_of_them(reference: str) -> None:
    told = run("show", reference, "--no-cache", "-vv")
    assert re.search(r"^  answer  Docker-Content-Digest: sha256:", told.stderr, re.MULTILINE)


def test_nothing_is_told_by_the_next_command(reference: str) -> None:
    run("cat", reference, "--no-cache", "-v")
    assert run("cat", reference, "--no-cache").stderr == ""


def test_a_login_shows_no_secret(private_registry: DebianRegistry, tmp_path: Path) -> None:
    import base64
    import json

    secret = base64.b64encode(f"{USER}:{PASSWORD}".encode()).decode()
    (tmp_path / "config.json").write_text(json.dumps({"auths": {private_registry.host: {"auth": secret}}}))
    private_registry.push_layout("e2e/private", "v1", write_layout(tmp_path / "layout", package(STREAM)))
    source = f"{private_registry.host}/e2e/private:v1"
    told = run("cat", source, "--no-cache", "-vv", DOCKER_CONFIG=str(tmp_path))
    assert told.exit_code == 0
    assert "request  Authorization: (not shown)" in told.stderr
    assert not any(word in told.stderr for word in (secret, PASSWORD))
