"""Sources over shared connections: one login for each repository, and nothing ends before all are done."""

import json

from builders.registry.faulty import Asked, FaultyRegistry, Reply

from xpkgtui.oci.reference import Reference
from xpkgtui.sources.access import Access
from xpkgtui.sources.registry.shared import SharedRegistries


def guarded(registry: FaultyRegistry, path: str, answer: Reply) -> None:
    """Serves a path to those who have the token of its repository."""
    repository = path.removeprefix("/v2/").rpartition("/tags/")[0].rpartition("/manifests")[0] or "acme/one"

    def reply(asked: Asked) -> Reply:
        if asked.headers.get("authorization") == "Bearer token":
            return answer
        challenge = f'Bearer realm="http://{registry.host}/token",scope="repository:{repository}:pull"'
        return Reply(status=401, headers={"WWW-Authenticate": challenge})

    registry.routes[path] = reply
    registry.routes["/token"] = Reply(body=b'{"token": "token"}')


def test_tags_and_manifest_of_a_repository_are_read_with_one_token(faulty: FaultyRegistry) -> None:
    guarded(faulty, "/v2/acme/one/tags/list", Reply(body=json.dumps({"tags": ["v1"]}).encode()))
    guarded(faulty, "/v2/acme/one/manifests/v1", Reply(body=b"{}"))
    shared, reference = SharedRegistries(), Reference.parse(f"{faulty.host}/acme/one")
    first = shared.source(reference, Access())
    names = first.list_tags().names
    first.close()
    shared.source(reference.tagged(names[0]), Access()).resolve()
    shared.close()
    assert [path.partition("?")[0] for path in faulty.paths()].count("GET /token") == 1


def test_another_repository_of_the_host_is_asked_by_its_own_name(faulty: FaultyRegistry) -> None:
    faulty.add_manifest("acme/two", "v1", b"{}")
    shared = SharedRegistries()
    shared.source(Reference.parse(f"{faulty.host}/acme/one:v1"), Access())
    root = shared.source(Reference.parse(f"{faulty.host}/acme/two:v1"), Access()).resolve()
    shared.close()
    assert root.reference == f"{faulty.host}/acme/two:v1"
    assert faulty.paths() == ["GET /v2/acme/two/manifests/v1"]
