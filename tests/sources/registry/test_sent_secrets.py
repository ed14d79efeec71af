"""A registry that repeats what it was sent: no error, log, tag or content shows it."""

import base64
import json
from collections.abc import Callable
from typing import Any

import pytest
from builders.program.headless import headless, run
from builders.registry.faulty import Asked, FaultyRegistry, Reply, faulty
from builders.registry.packages import meta, serve

from xpkgtui.errors import Unreachable
from xpkgtui.sources.registry.sent_secrets import SentSecrets

__all__ = ["faulty"]

PASSWORD, TOKEN, SIGNED = "open/sesame-42", "bearer.of.good.news", "c2lnbmF0dXJl"  # of these tests
BASIC = base64.b64encode(f"alice:{PASSWORD}".encode()).decode()
SECRETS = (PASSWORD, TOKEN, SIGNED, BASIC, "open%2Fsesame-42", TOKEN.upper())
Echo = Callable[[Asked], Reply]


@pytest.fixture
def registry(faulty: FaultyRegistry, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of a login; the registry gives a token for it, and is asked with that."""
    folder = tmp_path_factory.mktemp("docker")
    (folder / "config.json").write_text(json.dumps({"auths": {faulty.host: {"auth": BASIC}}}))
    serve(faulty, "a/b", "v1.0.0", meta("Provider", "b"))
    faulty.routes["/token"] = Reply(body=json.dumps({"token": TOKEN}).encode())
    return {"DOCKER_CONFIG": str(folder)}


def guarded(faulty: FaultyRegistry, echo: Echo) -> None:
    """Answers with `echo` to all who have the token."""
    challenge = f'Bearer realm="http://{faulty.host}/token",service="x",scope="repository:a/b:pull"'

    def reply(asked: Asked) -> Reply:
        if asked.headers.get("authorization") == f"Bearer {TOKEN}":
            return echo(asked)
        return Reply(status=401, headers={"WWW-Authenticate": challenge})

    for path in [one for one in faulty.routes if one.startswith("/v2/")]:
        faulty.routes[path] = reply
    faulty.routes["/v2/a/b/referrers/sha256"] = reply


def failed(text: str, **headers: str) -> Reply:
    body = json.dumps({"errors": [{"code": text, "message": text}]}).encode()
    return Reply(status=400, headers={"Server": text, **headers}, body=body)


def refused(asked: Asked) -> Reply:
    return failed(f"{asked.headers['authorization']} and {BASIC} of {PASSWORD}, open%2Fsesame-42, {TOKEN.upper()}")


def escaped(_: Asked) -> Reply:
    text = "".join(f"\\u{ord(letter):04x}" for letter in TOKEN)
    return Reply(status=400, body=f'{{"errors": [{{"code": "X", "message": "{text}"}}]}}'.encode())


def stored(asked: Asked) -> Reply:
    if "sig=" in asked.path:
        return failed(f"no {SIGNED} here")
    return Reply(status=307, headers={"Location": f"http://{asked.headers['host']}{asked.path}?sig={SIGNED}"})


def listed(_: Asked) -> Reply:
    return Reply(body=json.dumps({"tags": ["v1.0.0", TOKEN, f"x-{TOKEN}"]}).encode())


def noted(_: Asked) -> Reply:
    manifest: dict[str, Any] = {"schemaVersion": 2, "annotations": {"org.opencontainers.image.title": TOKEN}}
    kind = "application/vnd.oci.image.manifest.v1+json"
    config = {"mediaType": "application/vnd.oci.image.config.v1+json", "size": 2, "digest": f"sha256:{'0' * 64}"}
    body = json.dumps({**manifest, "mediaType": kind, "config": config, "layers": []}).encode()
    return Reply(headers={"Content-Type": kind}, body=body)


def typed(_: Asked) -> Reply:
    return Reply(headers={"Content-Type": f"application/{TOKEN}", "Content-Encoding": TOKEN}, body=b"{}")


@pytest.mark.parametrize("echo", [refused, escaped, stored, listed, noted, typed])
def test_no_command_shows_or_keeps_what_was_sent(
    faulty: FaultyRegistry, registry: dict[str, str], echo: Echo, tmp_path_factory: pytest.TempPathFactory
) -> None:
    guarded(faulty, echo)
    cache = tmp_path_factory.mktemp("cache")
    source = f"{faulty.host}/a/b:v1.0.0"
    for words in (
        ("check", source, "-vv"),
        ("check", source, "--format", "html"),
        ("show", source, "--format", "json"),
        ("deps", source, "--resolve"),
        ("images", source, "--signatures"),
        ("referrers", source),
        ("tags", f"{faulty.host}/a/b", "--digests"),
        ("report", source),
        ("why", source),
    ):
        ended = run(*words, "--cache-dir", str(cache), **registry)
        shown = ended.stdout + ended.stderr
        assert [secret for secret in SECRETS if secret in shown] == [], (words, shown)
    kept = b"".join(one.read_bytes() for one in cache.rglob("*") if one.is_file())
    assert [secret for secret in SECRETS if secret.encode() in kept] == []


def test_the_reply_is_replaced_and_said(faulty: FaultyRegistry, registry: dict[str, str]) -> None:
    guarded(faulty, refused)
    found = headless("show", f"{faulty.host}/a/b:v1.0.0", environment=registry)
    assert "Bearer (secret) and (secret) of (secret)" in found.document["error"]["title"]


def test_a_secret_across_two_pieces_of_a_body_is_found(faulty: FaultyRegistry, registry: dict[str, str]) -> None:
    body = b"x" * (65_536 - 7) + TOKEN.encode()
    guarded(faulty, lambda _: Reply(body=body))
    found = headless("show", f"{faulty.host}/a/b:v1.0.0", environment=registry)
    assert "repeats a secret that was sent to it" in found.document["error"]["title"]


def test_short_words_and_common_values_stay() -> None:
    secrets = SentSecrets()
    secrets.add_sent({"Authorization": f"Basic {base64.b64encode(b'a:pw').decode()}"}, None)
    secrets.add_signed("https://storage.example/x?v=2020&type=application/json")
    assert secrets.hide("pw at 2020") == "pw at 2020"
    assert secrets.in_contents == ()
    error = Unreachable("it sent type=application/json", tried=("application%2Fjson",))
    secrets.hide_in(error)
    assert (error.title, str(error), error.tried) == ("it sent type=(secret)", "it sent type=(secret)", ("(secret)",))
