"""`tags` against a real registry: order, constraint, what is looked at, what the cache remembers, and exit codes."""

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from builders.program.headless import run
from builders.registry.faulty import Asked, FaultyRegistry, Reply, faulty
from builders.registry.registries import DebianRegistry

from xpkgtui.reporting.documents.schemas import schema_of

__all__ = ["faulty"]

pytestmark = pytest.mark.registry
NAMES = ("v1.9.0", "v1.10.0", "v2.0.0-rc.1", "v1", "main")

LISTED = (
    b'{"schemaVersion": 2, "mediaType": "application/vnd.oci.image.index.v1+json", "manifests": [{"mediaType": '
    b'"application/vnd.oci.image.manifest.v1+json", "digest": "sha256:'
    + b"3" * 64
    + b'", "size": 7, "artifactType": "%s"}]}'
)
"""What refers to an image: one artifact of this type."""


def push(registry: DebianRegistry, repository: str, tag: str, content: str = "", *, created: str = "") -> str:
    config = {"architecture": "amd64", "os": "linux", **({"created": created} if created else {})}
    data = (content or tag).encode()
    return registry.push_image(repository, tag, b"runtime", data, config=json.dumps(config).encode(), base=1)


def document(*arguments: str, code: int = 0) -> Any:
    done = run("tags", "--format", "json", *arguments)
    assert done.exit_code == code, done.stderr
    found = json.loads(done.stdout)
    schema = schema_of("tags")
    jsonschema.validate(found, schema)
    return found


@pytest.fixture(scope="module")
def repository(registry: DebianRegistry) -> str:
    """Five tags; `main` is an alias of the prerelease, and the newest release has a signature."""
    name = "tags/provider"
    for tag in NAMES[:-1]:
        digest = push(registry, name, tag, created="2026-08-14T09:00:00Z" if tag == "v1.10.0" else "")
        if tag == "v1.10.0":
            push(registry, name, f"sha256-{digest.removeprefix('sha256:')}.sig")
    push(registry, name, "main", "v2.0.0-rc.1")
    return f"{registry.host}/{name}"


def test_tags_come_in_crossplanes_order(repository: str) -> None:
    found = document("--no-cache", repository)
    names = [one["tag"] for one in found["tags"] if not one["companion"]]
    assert names == ["v1.10.0", "v1.9.0", "v2.0.0-rc.1", "main", "v1"]
    assert (found["newest"], found["complete"], found["tags"][0]["digest"]) == ("v1.10.0", True, None)


def test_tags_are_lines_that_another_call_reads(repository: str) -> None:
    shown = [row["tag"] for row in document(repository)["tags"] if not row["tag"].startswith("sha256-")]
    assert run("tags", repository, "--format", "lines").stdout.split() == [f"{repository}:{name}" for name in shown]
    some = run("tags", repository, "--format", "lines", "--satisfies", ">=v1.10.0").stdout.split()
    assert some == [f"{repository}:v1.10.0"]


def test_the_tag_that_crossplane_chooses_is_named(repository: str) -> None:
    found = document("--no-cache", "--satisfies", ">=v1.0.0", repository)
    satisfied = [one["tag"] for one in found["tags"] if one["satisfies"]]
    assert (found["chosen"], satisfied) == ("v1.10.0", ["v1.10.0", "v1.9.0", "v1"])


def test_where_nothing_is_chosen_the_exit_code_is_1(repository: str) -> None:
    done = run("tags", "--no-cache", "--satisfies", "v1.0.0", repository)
    assert done.exit_code == 1
    assert done.stdout.startswith("✗ Crossplane 2.4 installs none: 1 tag of 6 satisfies v1.0.0, for an upgrade only")


def test_an_old_crossplane_installs_v1(repository: str) -> None:
    assert document("--no-cache", "--crossplane", "1.20", "--satisfies", "v1.0.0", repository)["chosen"] == "v1"


def test_a_constraint_that_cannot_be_read_is_refused_before_any_request() -> None:
    done = run("tags", "--no-cache", "--satisfies", "newest", "127.0.0.1:1/a/b")
    assert done.exit_code == 2
    assert "not a constraint" in done.stderr


def test_what_tags_are_is_asked_where_it_is_wanted(repository: str) -> None:
    rows = {one["tag"]: one for one in document("--no-cache", "--digests", repository)["tags"]}
    newest = rows["v1.10.0"]
    assert (newest["base"], newest["platforms"], newest["signed"]) == (1, ["linux/amd64"], True)
    assert newest["created"] == "2026-08-14T09:00:00Z"
    assert rows["main"]["alias_of"] == "v2.0.0-rc.1"
    assert [one["digest"] for one in rows.values() if one["companion"]] == [None]


def test_the_text_says_what_is_worth_knowing(repository: str) -> None:
    lines = run("tags", "--no-cache", "--digests", repository).stdout.splitlines()
    assert lines[0] == "✓ v1.10.0 is the newest release"
    assert any("main" in line and "an alias of v2.0.0-rc.1" in line for line in lines)
    assert any(line.endswith("signature of v1.10.0") for line in lines)


def test_a_tag_in_the_name_is_left_out(repository: str) -> None:
    done = run("tags", "--no-cache", f"{repository}:v1.9.0")
    assert (done.exit_code, "v1.10.0" in done.stdout) == (0, True)


def test_a_tag_that_moved_since_it_was_seen_is_told(registry: DebianRegistry, tmp_path: Path) -> None:
    old = push(registry, "tags/moving", "v1.0.0", "one")
    cached = ("--cache-dir", str(tmp_path), "--digests", f"{registry.host}/tags/moving")
    assert document(*cached)["tags"][0]["moved"] is None
    push(registry, "tags/moving", "v1.0.0", "two")
    assert document("--refresh", *cached)["tags"][0]["moved"] == {"was": old}
    said = run("tags", *cached).stdout
    assert said.startswith("✓ v1.0.0 is the newest release; one tag has moved since it was seen")


def test_a_tag_that_is_gone_is_told_with_what_it_was(faulty: FaultyRegistry, tmp_path: Path) -> None:
    listed = ["v1.0.0", "v2.0.0"]
    faulty.routes["/v2/a/b/tags/list"] = lambda _: Reply(body=json.dumps({"tags": listed}).encode())
    options = ("--cache-dir", str(tmp_path), f"{faulty.host}/a/b")
    assert document(*options)["gone"] == []
    listed.remove("v2.0.0")
    assert document("--refresh", *options)["gone"] == [{"tag": "v2.0.0", "digest": None}]
    assert "v2.0.0  -  last listed" in run("tags", *options).stdout


def test_offline_lists_from_the_cache_and_says_so(faulty: FaultyRegistry, tmp_path: Path) -> None:
    faulty.routes["/v2/a/b/tags/list"] = Reply(body=b'{"tags": ["v1.0.0"]}')
    options = ("--cache-dir", str(tmp_path), f"{faulty.host}/a/b")
    document(*options)
    done = run("tags", "--offline", *options)
    assert (done.exit_code, len(faulty.asked)) == (0, 1)
    assert "offline" in done.stderr


def test_offline_says_what_is_missing(tmp_path: Path) -> None:
    done = run("tags", "--offline", "--cache-dir", str(tmp_path), "127.0.0.1:1/a/b")
    assert done.exit_code == 5
    assert "not in the cache" in done.stderr


def test_a_damaged_list_in_the_cache_is_none(faulty: FaultyRegistry, tmp_path: Path) -> None:
    faulty.routes["/v2/a/b/tags/list"] = Reply(body=b'{"tags": ["v1.0.0"]}')
    options = ("--cache-dir", str(tmp_path), f"{faulty.host}/a/b")
    document(*options)
    for kept in tmp_path.rglob("*.list"):
        kept.write_bytes(kept.read_bytes().replace(b"v1.0.0", b"v9.0.0"))
    assert document("--offline", *options, code=5)["tags"] == []


def test_a_registry_that_refuses_ends_with_4(faulty: FaultyRegistry) -> None:
    challenge = {"WWW-Authenticate": 'Basic realm="here"'}
    faulty.routes["/v2/a/b/tags/list"] = Reply(status=401, headers=challenge)
    assert document("--no-cache", f"{faulty.host}/a/b", code=4)["error"]["kind"] == "authentication"


def test_one_tag_that_cannot_be_read_does_not_hide_the_others(faulty: FaultyRegistry) -> None:
    faulty.routes["/v2/a/b/tags/list"] = Reply(body=b'{"tags": ["v1.0.0", "v2.0.0"]}')
    faulty.routes["/v2/a/b/manifests/v1.0.0"] = Reply(body=b'{"schemaVersion": 2, "layers": 7}')
    rows = {one["tag"]: one for one in document("--no-cache", "--digests", f"{faulty.host}/a/b")["tags"]}
    assert "cannot be read" in rows["v1.0.0"]["problem"]
    assert "no manifest of it" in rows["v2.0.0"]["problem"]


def test_a_registry_that_stops_answering_ends_the_looks_and_keeps_the_list(faulty: FaultyRegistry) -> None:
    faulty.routes["/v2/a/b/tags/list"] = Reply(body=b'{"tags": ["v1.0.0"]}')
    faulty.routes["/v2/a/b/manifests/v1.0.0"] = Reply(status=403)
    found = document("--no-cache", "--digests", f"{faulty.host}/a/b", code=4)
    assert [one["tag"] for one in found["tags"]] == ["v1.0.0"]


def test_a_registry_that_asks_for_patience_is_asked_again(faulty: FaultyRegistry) -> None:
    answers = [Reply(status=429, headers={"Retry-After": "0"})]
    manifest = json.dumps({"schemaVersion": 2, "config": None, "layers": []}).encode()

    def patient(_: Asked) -> Reply:
        return answers.pop() if answers else Reply(body=manifest)

    faulty.routes["/v2/a/b/tags/list"] = Reply(body=b'{"tags": ["v1.0.0"]}')
    faulty.routes["/v2/a/b/manifests/v1.0.0"] = patient
    (one,) = document("--no-cache", "--digests", f"{faulty.host}/a/b")["tags"]
    assert (one["size"], one["base"]) == (len(manifest), None)


@pytest.mark.parametrize(
    ("referrers", "signed"),
    [
        (Reply(body=LISTED % b"application/vnd.dev.sigstore.bundle.v0.3+json"), True),
        (Reply(body=LISTED % b"application/spdx+json"), False),
        (Reply(status=404), False),
        (Reply(status=403), False),
        (Reply(body=b"["), None),
    ],
)
def test_the_list_of_referrers_says_whether_a_tag_is_signed(
    faulty: FaultyRegistry, referrers: Reply, signed: bool | None
) -> None:
    faulty.routes["/v2/a/b/tags/list"] = Reply(body=b'{"tags": ["v1.0.0"]}')
    digest = faulty.add_manifest("a/b", "v1.0.0", b'{"schemaVersion": 2, "layers": []}')
    faulty.routes[f"/v2/a/b/referrers/{digest}"] = referrers
    (one,) = document("--no-cache", "--digests", f"{faulty.host}/a/b")["tags"]
    assert (one["digest"], one["signed"]) == (digest, signed)
