"""Where credentials are looked for, in which order, and what is said of it."""

import base64
import json
import os
from collections.abc import Mapping
from pathlib import Path

import pytest
from builders.cases import each_row

from xpkgtui.errors import Malformed
from xpkgtui.sources.registry.auth import credential_programs
from xpkgtui.sources.registry.auth.credentials import Credential, CredentialSearch, Keychain

HOST, REPOSITORY = "registry.example", "acme/package"


def encoded(user: str, password: str = "pw") -> str:
    return base64.b64encode(f"{user}:{password}".encode()).decode()


def write(path: Path, document: object) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(document if isinstance(document, str) else json.dumps(document))


def entry(user: str, host: str = HOST) -> dict[str, object]:
    return {"auths": {host: {"auth": encoded(user)}}}


def user_of(found: CredentialSearch) -> str | None:
    return found.credential.user if found.credential else None


def find_in(folder: Path, document: object, host: str = HOST, repository: str = REPOSITORY) -> CredentialSearch:
    write(folder / "config.json", document)
    return Keychain({"DOCKER_CONFIG": str(folder)}).find(host, repository)


def test_files_are_looked_at_in_order_until_one_has_an_entry(tmp_path: Path) -> None:
    environment = {
        "HOME": str(tmp_path / "home"),
        "REGISTRY_AUTH_FILE": str(tmp_path / "named.json"),
        "XDG_RUNTIME_DIR": str(tmp_path / "run"),
        "XDG_CONFIG_HOME": str(tmp_path / "config"),
    }
    keychain = Keychain(environment)
    users = []
    for user, path in (
        ("fourth", tmp_path / "config" / "containers" / "auth.json"),
        ("third", tmp_path / "run" / "containers" / "auth.json"),
        ("second", tmp_path / "named.json"),
        ("first", tmp_path / "home" / ".docker" / "config.json"),
    ):
        write(path, entry(user))
        users.append(user_of(keychain.find(HOST, REPOSITORY)))
    assert users == ["fourth", "third", "second", "first"]


def test_docker_config_replaces_the_home(tmp_path: Path) -> None:
    write(tmp_path / ".docker" / "config.json", entry("home"))
    write(tmp_path / "other" / "config.json", entry("other"))
    keychain = Keychain({"HOME": str(tmp_path), "DOCKER_CONFIG": str(tmp_path / "other")})
    assert user_of(keychain.find(HOST, REPOSITORY)) == "other"


def test_a_note_says_where_crossplane_would_have_stopped(tmp_path: Path) -> None:
    write(tmp_path / ".docker" / "config.json", entry("other", "other.example"))
    write(tmp_path / "named.json", entry("named"))
    found = Keychain({"HOME": str(tmp_path), "REGISTRY_AUTH_FILE": str(tmp_path / "named.json")}).find(
        HOST, REPOSITORY
    )
    assert user_of(found) == "named"
    assert f"stop at {tmp_path}/.docker/config.json" in found.notes[0]


def test_nothing_is_found_where_there_is_nothing(tmp_path: Path) -> None:
    found = Keychain({"HOME": str(tmp_path)}).find(HOST, REPOSITORY)
    assert found.credential is None
    assert all(sentence.endswith("there is no such file") for sentence in found.tried)
    assert Keychain({}).find(HOST, REPOSITORY) == CredentialSearch()


@each_row("key", [HOST, f"https://{HOST}", f"http://{HOST}/", f"https://{HOST}/v1/", f"{HOST}//v2//v1", HOST.upper()])
def test_every_spelling_of_a_host_is_known(tmp_path: Path, key: str) -> None:
    assert user_of(find_in(tmp_path, entry("alice", key))) == "alice"


@each_row("key", ["https://index.docker.io/v1/", "docker.io", "index.docker.io", "registry-1.docker.io"])
@each_row("host", ["docker.io", "index.docker.io"])
def test_docker_hub_has_several_names(tmp_path: Path, key: str, host: str) -> None:
    assert user_of(find_in(tmp_path, entry("alice", key), host)) == "alice"


def test_the_longer_name_comes_first(tmp_path: Path) -> None:
    auths = {HOST: "host", f"{HOST}/acme": "folder", f"{HOST}/acme/package": "repository"}
    document = {"auths": {key: {"auth": encoded(user)} for key, user in auths.items()}}
    found = [user_of(find_in(tmp_path, document, HOST, name)) for name in ("acme/package", "acme/other", "b")]
    assert found == ["repository", "folder", "host"]


def test_a_port_is_part_of_the_host(tmp_path: Path) -> None:
    assert find_in(tmp_path, entry("alice", f"{HOST}:5000")).credential is None


@each_row(
    ("fields", "expected"),
    [
        ({"auth": encoded("alice", "p:w")}, Credential(user="alice", password="p:w")),
        ({"auth": encoded("alice").rstrip("=")}, Credential(user="alice", password="pw")),
        ({"auth": encoded("alice", "pw\0\0")}, Credential(user="alice", password="pw")),
        ({"username": "alice", "password": "pw"}, Credential(user="alice", password="pw")),
        ({"identitytoken": "t"}, Credential(identity_token="t")),
        ({"registrytoken": "t"}, Credential(registry_token="t")),
        ({}, None),
        ({"auth": ""}, None),
        ({"auth": 7}, None),
        (None, None),
    ],
)
def test_an_entry_has_many_forms(tmp_path: Path, fields: object, expected: Credential | None) -> None:
    assert find_in(tmp_path, {"auths": {HOST: fields}}).credential == expected


@each_row(
    "document",
    [
        "",
        "{",
        "[]",
        "null",
        '{"auths":null}',
        '{"auths":[]}',
        '{"auths":{"registry.example":[]}}',
        '{"auths":{"registry.example":{"auth":"SECRET no base64"}}}',
        '{"auths":{"registry.example":{"auth":"U0VDUkVU"}}}',
        '{"SECRET',
        "[" * 100_000,
        '{"credHelpers":{"registry.example":7},"credsStore":[]}',
        '{"credsStore":"../../bin/sh"}',
        '{"credsStore":"no-such-helper"}',
        '\ufeff{"auths":{}}',
    ],
)
def test_a_broken_file_is_said_and_passed_over(tmp_path: Path, document: str) -> None:
    found = find_in(tmp_path, document)
    assert found.credential is None
    assert found.tried
    assert "SECRET" not in repr(found)


def test_a_fifo_keeps_nobody_waiting(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "config.json")
    found = Keychain({"DOCKER_CONFIG": str(tmp_path)}).find(HOST, REPOSITORY)
    assert found.tried == (f"{tmp_path}/config.json: is not a regular file",)


def test_a_file_that_may_not_be_opened_is_said(tmp_path: Path) -> None:
    (tmp_path / "config.json").mkdir()
    found = Keychain({"DOCKER_CONFIG": str(tmp_path)}).find(HOST, REPOSITORY)
    assert "config.json: " in found.tried[0]


def test_no_secret_is_in_a_repr() -> None:
    credential = Credential(user="alice", password="SECRET", identity_token="SECRET", registry_token="SECRET")
    assert "SECRET" not in repr(credential)


def helper(folder: Path, name: str, script: str) -> dict[str, str]:
    """An environment whose PATH has this credential helper, and which names it."""
    program = folder / "bin" / f"docker-credential-{name}"
    write(program, f"#!/bin/sh\n{script}\n")
    program.chmod(0o700)
    write(folder / "config.json", {"credHelpers": {HOST: name}, "auths": {HOST: {}}})
    return {"DOCKER_CONFIG": str(folder), "PATH": f"{folder}/bin:/usr/bin:/bin"}


def test_a_helper_is_asked_for_the_host(tmp_path: Path) -> None:
    script = """test "$1" = get && read -r host; printf '{"Username":"%s","Secret":"pw"}' "$host" """
    found = Keychain(helper(tmp_path, "fake", script)).find(HOST, REPOSITORY)
    assert found.credential == Credential(user=HOST, password="pw")


def test_a_helper_may_hold_an_identity_token(tmp_path: Path) -> None:
    environment = helper(tmp_path, "fake", """echo '{"Username":"<token>","Secret":"t"}'""")
    assert Keychain(environment).find(HOST, REPOSITORY).credential == Credential(identity_token="t")


def test_a_helper_that_knows_nothing_says_so_on_stdout(tmp_path: Path) -> None:
    environment = helper(tmp_path, "fake", "echo credentials not found in native keychain; exit 1")
    found = Keychain(environment).find(HOST, REPOSITORY)
    assert found.tried == (f"{tmp_path}/config.json: no entry for {HOST}",)


@each_row(
    "script",
    [
        "exit 3",
        "echo SECRET",
        "echo '{}'",
        "echo '[]'",
        "kill -9 $$",
        "head -c 100000 /dev/zero",
        """echo '{"Username":7}'""",
    ],
)
def test_a_helper_that_fails_is_said_to_fail(tmp_path: Path, script: str) -> None:
    found = Keychain(helper(tmp_path, "fake", script)).find(HOST, REPOSITORY)
    assert found.credential is None
    assert len(found.tried) == 2
    assert "SECRET" not in repr(found)


def test_a_helper_that_hangs_is_ended_with_its_children(tmp_path: Path) -> None:
    environment = helper(tmp_path, "fake", "sleep 600 & sleep 600")

    def ask(name: str, server: str, given: Mapping[str, str]) -> tuple[str, str] | None:
        return credential_programs.ask(name, server, given, timeout=0.05)

    assert "no answer in 0.05 seconds" in Keychain(environment, ask).find(HOST, REPOSITORY).tried[0]


def test_the_common_store_is_asked_where_no_helper_is_named(tmp_path: Path) -> None:
    asked: list[tuple[str, str]] = []

    def ask(name: str, server: str, _: Mapping[str, str]) -> tuple[str, str] | None:
        asked.append((name, server))
        return ("alice", "pw")

    write(tmp_path / "config.json", {"credsStore": "desktop"})
    found = Keychain({"DOCKER_CONFIG": str(tmp_path)}, ask).find("docker.io", REPOSITORY)
    assert user_of(found) == "alice"
    assert asked == [("desktop", "https://index.docker.io/v1/")]


def test_a_helper_that_cannot_be_asked_does_not_hide_the_file(tmp_path: Path) -> None:
    def ask(name: str, server: str, _: Mapping[str, str]) -> tuple[str, str] | None:
        raise Malformed("it cannot be asked")

    write(tmp_path / "config.json", {"credsStore": "desktop", **entry("alice")})
    assert user_of(Keychain({"DOCKER_CONFIG": str(tmp_path)}, ask).find(HOST, REPOSITORY)) == "alice"


@pytest.mark.parametrize("section", [{"auths": {"auth.example": {}}}, {"credHelpers": {"auth.example": "pass"}}])
def test_an_empty_entry_is_an_entry(tmp_path: Path, section: dict[str, object]) -> None:
    (tmp_path / "config.json").write_text(json.dumps(section))
    keychain = Keychain({"DOCKER_CONFIG": str(tmp_path)})
    assert keychain.has_entry("auth.example")
    assert not keychain.has_entry("other.example")
    assert not Keychain({}).has_entry("auth.example")


LIST = """apiVersion: v1
items:
- apiVersion: v1
  kind: ConfigMap
- apiVersion: v1
  kind: Secret
  stringData:
    .dockercfg: |
      {{"other.example": {{}}}}
- apiVersion: v1
  data: {{.dockerconfigjson: "{held}"}}
  kind: Secret
kind: List
"""
SECRET = """apiVersion: v1
data:
  .dockerconfigjson: {held}
kind: Secret
metadata:
  name: pull
type: kubernetes.io/dockerconfigjson
"""


@each_row("form", ["yaml", "json", "written", "dockercfg", "list"])
def test_a_secret_of_kubernetes_is_a_file_too(tmp_path: Path, form: str) -> None:
    held = base64.b64encode(json.dumps(entry("cluster")).encode()).decode()
    bare = base64.b64encode(json.dumps(entry("cluster")["auths"]).encode()).decode()
    texts = {
        "yaml": SECRET.format(held=held),
        "list": LIST.format(held=held),
        "json": json.dumps({"kind": "Secret", "data": {".dockerconfigjson": held}}),
        "written": json.dumps({"kind": "Secret", "stringData": {".dockerconfigjson": json.dumps(entry("cluster"))}}),
        "dockercfg": json.dumps({"kind": "Secret", "data": {".dockercfg": bare}}),
    }
    write(tmp_path / "secret", texts[form])
    write(tmp_path / "config.json", entry("file"))
    keychain = Keychain({"DOCKER_CONFIG": str(tmp_path)}, named=str(tmp_path / "secret"))
    found = keychain.find(HOST, REPOSITORY)
    assert [one.user for one in found.credentials] == ["cluster", "file"]


@each_row("data", [{}, {".dockerconfigjson": 7}, {".dockerconfigjson": "%"}, {".dockerconfigjson": "e30"}])
def test_a_secret_without_a_configuration_is_said_and_passed_over(tmp_path: Path, data: object) -> None:
    found = find_in(tmp_path, {"kind": "Secret", "data": data})
    assert (found.credentials, len(found.tried)) == ((), 1)


def test_a_secret_that_cannot_be_read_leaves_the_others_of_its_list(tmp_path: Path) -> None:
    held = [{"kind": "Secret", "data": {".dockerconfigjson": "%"}}]
    held += [{"kind": "Secret", "stringData": {".dockerconfigjson": json.dumps(entry("second"))}}]
    write(tmp_path / "config.json", {"kind": "List", "items": held})
    keychain = Keychain({"DOCKER_CONFIG": str(tmp_path)})
    assert [one.user for one in keychain.find(HOST, REPOSITORY).credentials] == ["second"]
    other = keychain.find("other.example", REPOSITORY)
    assert (other.credentials, "in what can be read of it" in other.tried[0]) == ((), True)
    assert other.broken.endswith("has 1 of its Secrets in no form that can be read")


def test_the_variable_comes_before_the_files(tmp_path: Path) -> None:
    write(tmp_path / "config.json", entry("file"))
    environment = {"DOCKER_CONFIG": str(tmp_path), "DOCKER_AUTH_CONFIG": json.dumps(entry("job"))}
    found = Keychain(environment).find(HOST, REPOSITORY)
    assert [one.user for one in found.credentials] == ["job", "file"]
    assert found.tried[0] == f"DOCKER_AUTH_CONFIG: has an entry for {HOST}"


def test_the_file_that_a_person_names_comes_before_the_variable(tmp_path: Path) -> None:
    write(tmp_path / "config.json", entry("file"))
    write(tmp_path / "named", entry("named"))
    environment = {"DOCKER_CONFIG": str(tmp_path), "DOCKER_AUTH_CONFIG": json.dumps(entry("job"))}
    found = Keychain(environment, named=str(tmp_path / "named")).find(HOST, REPOSITORY)
    assert [one.user for one in found.credentials] == ["named", "job", "file"]


def test_a_file_of_windows_and_one_of_old_are_read(tmp_path: Path) -> None:
    write(tmp_path / ".docker/config.json", "\ufeff" + json.dumps(entry("windows")))
    write(tmp_path / ".dockercfg", {HOST: {"auth": encoded("old")}})
    found = Keychain({"HOME": str(tmp_path)}).find(HOST, REPOSITORY)
    assert [one.user for one in found.credentials] == ["windows", "old"]


@each_row(
    ("pattern", "is_found"),
    [
        ("*.example", True),
        ("reg*.example", True),
        ("*.example/acme", True),
        ("https://*.example/v2/", True),
        ("*", False),
        ("*.*.example", False),
        ("*.example:5000", False),
        ("*.example/other", False),
    ],
)
def test_a_pattern_is_read_as_kubelet_reads_it(tmp_path: Path, pattern: str, is_found: bool) -> None:
    found = find_in(tmp_path, {"auths": {pattern: {"auth": encoded("all")}}})
    assert user_of(found) == ("all" if is_found else None)


def test_a_name_comes_before_a_pattern(tmp_path: Path) -> None:
    entries = {"*.example": {"auth": encoded("all")}, HOST: {"auth": encoded("own")}}
    assert user_of(find_in(tmp_path, {"auths": entries})) == "own"


def test_the_reason_of_a_helper_is_its_own(tmp_path: Path) -> None:
    script = 'echo "the session expired; run aws sso login" >&2; exit 1'
    found = Keychain(helper(tmp_path, "fake", script)).find(HOST, REPOSITORY)
    assert found.fault == "docker-credential-fake fails: the session expired; run aws sso login"
    script = 'echo \'{"Secret": "hunter2"}\'; exit 1'
    assert "hunter2" not in repr(Keychain(helper(tmp_path, "fake", script)).find(HOST, REPOSITORY))
