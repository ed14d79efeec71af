"""Passwords from wherever people keep them open a real registry: Docker's files and helpers, and Podman's."""

import base64
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from builders.gate import pairs
from builders.oci.images import package, write_layout
from builders.program.headless import headless
from builders.program.tools import skopeo
from builders.registry.registries import PASSWORD, USER, DebianRegistry

pytestmark = pytest.mark.registry

BUILT = package("apiVersion: meta.pkg.crossplane.io/v1\nkind: Configuration\nmetadata:\n  name: acme\n")
AUTH = {"auth": base64.b64encode(f"{USER}:{PASSWORD}".encode()).decode()}
HELPER = """\
#!/bin/sh
read -r host
if [ "$1 $host" = "get %s" ]; then echo '{"Username":"%s","Secret":"%s"}'; else exit 1; fi
"""
Environment = dict[str, str]


def written(path: Path, document: object) -> None:
    """Writes a file of credentials."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(document))


def in_home(folder: Path, host: str) -> Environment:
    written(folder / ".docker" / "config.json", {"auths": {host: AUTH}})
    return {"HOME": str(folder)}


def in_docker_config(folder: Path, host: str) -> Environment:
    written(folder / "config.json", {"auths": {f"https://{host}/v2/": AUTH}})
    return {"DOCKER_CONFIG": str(folder)}


def in_plain_words(folder: Path, host: str) -> Environment:
    written(folder / "config.json", {"auths": {host: {"username": USER, "password": PASSWORD}}})
    return {"DOCKER_CONFIG": str(folder)}


def for_the_repository(folder: Path, host: str) -> Environment:
    entries = {host: {"username": USER, "password": "wrong"}, f"{host}/logins/acme": AUTH}
    written(folder / "config.json", {"auths": entries})
    return {"DOCKER_CONFIG": str(folder)}


def of_a_helper(folder: Path, host: str) -> Environment:
    return helped(folder, host, {"credHelpers": {host: "acme"}})


def of_the_common_store(folder: Path, host: str) -> Environment:
    return helped(folder, host, {"credsStore": "acme", "auths": {host: {}}})


def helped(folder: Path, host: str, document: object) -> Environment:
    """An environment with a credential helper on its path."""
    written(folder / "config.json", document)
    program = folder / "docker-credential-acme"
    program.write_text(HELPER % (host, USER, PASSWORD))
    program.chmod(0o755)
    return {"DOCKER_CONFIG": str(folder), "PATH": f"{folder}:/usr/bin:/bin"}


def named_for_podman(folder: Path, host: str) -> Environment:
    return {"REGISTRY_AUTH_FILE": logged_in(folder / "named.json", host)}


def of_podmans_session(folder: Path, host: str) -> Environment:
    logged_in(folder / "containers" / "auth.json", host)
    return {"XDG_RUNTIME_DIR": str(folder)}


def of_podmans_configuration(folder: Path, host: str) -> Environment:
    logged_in(folder / ".config" / "containers" / "auth.json", host)
    return {"HOME": str(folder)}


def logged_in(path: Path, host: str) -> str:
    """The file that a real login writes."""
    path.parent.mkdir(parents=True, exist_ok=True)
    skopeo("login", "--tls-verify=false", "--authfile", str(path), "--username", USER, "--password", PASSWORD, host)
    return str(path)


@pytest.mark.parametrize(
    ("keep", "command"),
    pairs(
        [
            *(in_home, in_docker_config, in_plain_words, for_the_repository, of_a_helper, of_the_common_store),
            *(named_for_podman, of_podmans_session, of_podmans_configuration),
        ],
        ["show", "check"],
    ),
)
def test_password_is_found_and_not_told(
    keep: Callable[[Path, str], Environment], command: str, private_registry: DebianRegistry, tmp_path: Path
) -> None:
    private_registry.push_layout("logins/acme", "v1", write_layout(tmp_path / "layout", BUILT))
    environment = keep(tmp_path / "person", private_registry.host)
    answer = headless(command, f"{private_registry.host}/logins/acme:v1", environment=environment)
    assert (answer.code, answer.result["digest"]) == (0, BUILT.digest), answer.said
    assert not [secret for secret in (PASSWORD, AUTH["auth"]) if secret in answer.printed + answer.said]
