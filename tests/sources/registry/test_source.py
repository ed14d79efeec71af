"""A real registry, plain and with a password."""

import base64
import itertools
import json
from pathlib import Path

import pytest
from builders.cases import each_row
from builders.registry.faulty import Asked, FaultyRegistry, Reply, errors, sequence
from builders.registry.registries import PASSWORD, USER, DebianRegistry
from builders.registry.sources import ADDRESS, MANIFEST, Opened

from xpkgtui.errors import Corrupt, NotFound, Unauthorized, Unreachable
from xpkgtui.oci.descriptor import Digest
from xpkgtui.oci.manifest import Index, Manifest, parse
from xpkgtui.oci.reference import Reference
from xpkgtui.sources.access import Access, Exchange
from xpkgtui.sources.registry.source import RegistrySource
from xpkgtui.sources.registry.tag_pages import next_page
from xpkgtui.sources.source import ImageRoot

pytestmark = pytest.mark.registry


def source_of(
    registry: DebianRegistry, name: str, *, exchanges: list[Exchange] | None = None, **environment: str
) -> RegistrySource:
    told = exchanges.append if exchanges is not None else None
    reference = Reference.parse(f"{registry.host}/{name}")
    return RegistrySource(reference, Access(environment=environment), on_exchange=told, sleep=lambda _: None)


def docker_config(folder: Path, host: str, password: str = PASSWORD) -> str:
    encoded = base64.b64encode(f"{USER}:{password}".encode()).decode()
    (folder / "config.json").write_text(json.dumps({"auths": {host: {"auth": encoded}}}))
    return str(folder)


def test_a_tag_resolves_to_its_manifest(registry: DebianRegistry) -> None:
    digest = registry.push_image("source/tag", "v1.0.0", b"layer", base=0)
    root = source_of(registry, "source/tag:v1.0.0").resolve()
    assert isinstance(root, ImageRoot)
    assert str(root.digest) == digest
    assert root.reference == f"{registry.host}/source/tag:v1.0.0"
    assert root.media_type == "application/vnd.oci.image.manifest.v1+json"


def test_a_digest_resolves_to_its_manifest(registry: DebianRegistry) -> None:
    digest = registry.push_image("source/digest", "v1.0.0", b"layer", base=0)
    root = source_of(registry, f"source/digest@{digest}").resolve()
    assert str(root.digest) == digest


def test_an_index_is_given_as_an_index(registry: DebianRegistry) -> None:
    registry.push_image("source/index", "amd64", b"layer", base=0)
    data = registry.manifest("source/index", "amd64")
    registry.push_index("source/index", "v1.0.0", {"linux/amd64": data})
    source = source_of(registry, "source/index:v1.0.0")
    root = source.resolve()
    index = parse(root.data, root.media_type)
    assert isinstance(index, Index)
    assert source.manifest(index.manifests[0]) == data


def test_a_blob_is_read_to_its_end(registry: DebianRegistry) -> None:
    layer = b"layer" * 50_000
    registry.push_image("source/blob", "v1.0.0", layer, base=0)
    source = source_of(registry, "source/blob:v1.0.0")
    root = source.resolve()
    manifest = parse(root.data, root.media_type)
    assert isinstance(manifest, Manifest)
    parts = []
    with source.blob(manifest.layers[0]) as blob:
        while data := blob.read(65536):
            parts.append(data)
    assert b"".join(parts) == layer


def test_the_newest_release_is_taken_where_no_tag_is_given(registry: DebianRegistry) -> None:
    for tag in ("v1.9.0", "v1.10.0", "v1.11.0-rc.1", "latest"):
        registry.push_image("source/newest", tag, tag.encode())
    source = source_of(registry, "source/newest")
    root = source.resolve()
    assert root.reference.endswith(":v1.10.0")
    assert root.notes == ("No tag was given: v1.10.0 is the newest release.",)
    assert sorted(source.listed_tags) == ["latest", "v1.10.0", "v1.11.0-rc.1", "v1.9.0"]


def test_a_repository_without_versions_needs_a_tag(registry: DebianRegistry) -> None:
    registry.push_image("source/unversioned", "main", b"layer")
    with pytest.raises(NotFound, match="no release of it") as caught:
        source_of(registry, "source/unversioned").resolve()
    assert caught.value.suggestions == ("main",)
    assert caught.value.hint == f"Name a tag, such as {registry.host}/source/unversioned:main"


def test_a_missing_tag_names_the_nearest_ones(registry: DebianRegistry) -> None:
    for tag in ("v1.2.0", "v1.2.1", "v2.0.0"):
        registry.push_image("source/near", tag, tag.encode())
    with pytest.raises(NotFound) as caught:
        source_of(registry, "source/near:v1.2.2").resolve()
    assert caught.value.title == f"{registry.host} has source/near, but no tag v1.2.2."
    assert caught.value.suggestions[0] == "v1.2.1"
    assert "v2.0.0" in caught.value.suggestions
    assert caught.value.hint == ""
    assert caught.value.tried[0].startswith("GET /v2/source/near/manifests/v1.2.2: 404")


def test_a_missing_repository_is_said_to_be_missing(registry: DebianRegistry) -> None:
    with pytest.raises(NotFound) as caught:
        source_of(registry, "source/nowhere:v1").resolve()
    assert caught.value.title == f"{registry.host} has no repository source/nowhere."


def test_a_missing_digest_is_said_to_be_missing(registry: DebianRegistry) -> None:
    registry.push_image("source/nodigest", "v1.0.0", b"layer")
    missing = Digest.of(b"missing")
    with pytest.raises(NotFound) as caught:
        source_of(registry, f"source/nodigest@{missing}").resolve()
    assert caught.value.title == f"{registry.host} has no {missing} in source/nodigest."


def test_tags_of_several_pages_are_joined(registry: DebianRegistry) -> None:
    for tag in ("a", "b", "c"):
        registry.push_image("source/tags", tag, b"layer")
    assert sorted(source_of(registry, "source/tags").list_tags().names) == ["a", "b", "c"]


def test_a_password_opens_a_private_registry(private_registry: DebianRegistry, tmp_path: Path) -> None:
    digest = private_registry.push_image("source/private", "v1.0.0", b"layer")
    configured = docker_config(tmp_path, private_registry.host)
    exchanges: list[Exchange] = []
    source = source_of(private_registry, "source/private:v1.0.0", exchanges=exchanges, DOCKER_CONFIG=configured)
    assert str(source.resolve().digest) == digest
    source.list_tags()
    # Only the first request is turned away.
    assert [exchange.status for exchange in exchanges] == [401, 200, 200]


def test_a_wrong_password_ends_at_once(private_registry: DebianRegistry, tmp_path: Path) -> None:
    configured = docker_config(tmp_path, private_registry.host, "wrong-secret")
    exchanges: list[Exchange] = []
    source = source_of(private_registry, "source/private:v1.0.0", exchanges=exchanges, DOCKER_CONFIG=configured)
    with pytest.raises(Unauthorized, match="does not accept the credentials") as caught:
        source.resolve()
    # To learn how to log in, with the password, and once without it.
    assert len(exchanges) == 3
    assert f"docker login {private_registry.host}" in caught.value.hint
    assert any("config.json: has an entry" in sentence for sentence in caught.value.tried)
    assert "wrong-secret" not in repr((caught.value.failure(), exchanges))


def test_no_password_names_the_files_that_were_looked_at(private_registry: DebianRegistry, tmp_path: Path) -> None:
    source = source_of(private_registry, "source/private:v1.0.0", HOME=str(tmp_path))
    with pytest.raises(Unauthorized, match="none are configured") as caught:
        source.resolve()
    assert f"{tmp_path}/.docker/config.json: there is no such file" in caught.value.tried
    assert f"{tmp_path}/.config/containers/auth.json: there is no such file" in caught.value.tried


def test_a_stopped_server_is_unreachable_after_one_more_try(own_registry: DebianRegistry) -> None:
    own_registry.stop()
    exchanges: list[Exchange] = []
    with pytest.raises(Unreachable, match="connection refused") as caught:
        source_of(own_registry, "source/any:v1", exchanges=exchanges).resolve()
    assert [exchange.status for exchange in exchanges] == [0, 0]
    assert len(caught.value.tried) == 2


def test_a_digest_of_an_unknown_algorithm_is_not_trusted(registry: DebianRegistry) -> None:
    with pytest.raises((Corrupt, NotFound, Unreachable)):
        source_of(registry, f"source/tag@md5:{'0' * 32}").resolve()


def test_offline_asks_nobody(registry: DebianRegistry) -> None:
    exchanges: list[Exchange] = []
    reference = Reference.parse(f"{registry.host}/source/tag:v1.0.0")
    with pytest.raises(Unreachable, match="offline"):
        RegistrySource(reference, Access(offline=True), on_exchange=exchanges.append).resolve()
    assert exchanges == []


def test_tags_of_many_pages_are_joined(faulty: FaultyRegistry) -> None:
    address = "/v2/acme/package/tags/list"

    def page(asked: Asked) -> Reply:
        if "last=b" in asked.path:
            return Reply(body=b'{"tags":["c",7,"not a tag!",null]}')
        return Reply(body=b'{"tags":["a","b"]}', headers={"Link": f'<{address}?last=b&n=2>; rel="next"'})

    faulty.routes[address] = page
    assert Opened(faulty.host).source.list_tags().names == ("a", "b", "c")


def test_a_list_of_tags_without_end_is_given_up(faulty: FaultyRegistry) -> None:
    numbers = itertools.count()
    address = "/v2/acme/package/tags/list"
    faulty.routes[address] = lambda _: Reply(
        body=b'{"tags":["a"]}', headers={"Link": f'<{address}?last={next(numbers) % 3}>; rel="next"'}
    )
    with pytest.raises(Unreachable, match="in a circle"):
        Opened(faulty.host).source.list_tags()
    assert len(faulty.asked) < 10


def test_all_pages_of_tags_share_one_deadline(faulty: FaultyRegistry) -> None:
    numbers, seconds = itertools.count(), itertools.count()
    address = "/v2/acme/package/tags/list"
    faulty.routes[address] = lambda _: Reply(
        body=b'{"tags":["a"]}', headers={"Link": f'<{address}?last={next(numbers)}>; rel="next"'}
    )
    with pytest.raises(Unreachable, match=r"did not list all tags of acme/package in 60 seconds") as caught:
        Opened(faulty.host, clock=lambda: float(next(seconds))).source.list_tags()
    assert caught.value.hint == "Name a tag or a digest."
    assert caught.value.tried == ("read 1 of its tags",)
    assert len(faulty.asked) < 60


@pytest.mark.timeout(20)
def test_a_page_of_tags_that_hangs_does_not_outlive_the_deadline(faulty: FaultyRegistry) -> None:
    seconds = itertools.count(step=25)
    faulty.routes["/v2/acme/package/tags/list"] = faulty.hang
    with pytest.raises(Unreachable, match="in 60 seconds"):
        Opened(faulty.host, clock=lambda: float(next(seconds)), read_timeout=0.05).source.list_tags()


def test_of_very_many_tags_the_first_are_read_and_it_is_said(faulty: FaultyRegistry) -> None:
    listed = ",".join(('"v1.0.99999"', *(f'"x{number}"' for number in range(100_000))))
    faulty.routes["/v2/acme/package/tags/list"] = Reply(body=f'{{"tags":[{listed}]}}'.encode())
    faulty.add_manifest("acme/package", "v1.0.99999", MANIFEST)
    source = Opened(faulty.host, "acme/package").source
    assert source.resolve().notes[-1] == "Only its first 100,000 tags were read: a newer one may exist."
    with pytest.raises(NotFound) as caught:
        Opened(faulty.host, "acme/package:v9").source.resolve()
    assert caught.value.tried[-1] == "listed its first 100,000 tags"


@pytest.mark.parametrize("place", ["http://{}/v2/acme/package/tags/list", "https://inner:5000/x", "/api/v2/y", ""])
def test_a_list_of_tags_goes_on_at_its_own_address(
    faulty: FaultyRegistry, elsewhere: FaultyRegistry, place: str
) -> None:
    link = f'<{place.format(elsewhere.host)}?last=a&n=1>; rel="next"'
    faulty.routes["/v2/acme/package/tags/list"] = sequence(
        Reply(body=b'{"tags":["a"]}', headers={"Link": link}), Reply(body=b'{"tags":["b"]}')
    )
    assert Opened(faulty.host).source.list_tags().names == ("a", "b")
    # Where the link names another path of this host, that is asked first, as Crossplane's library does.
    own = [path for path in faulty.paths() if path.startswith("GET /v2/")]
    assert own[1:] == ["GET /v2/acme/package/tags/list?last=a&n=1"]
    assert elsewhere.asked == []


@each_row(
    ("link", "query"),
    [
        ('<?last=a>; Rel="NEXT"', "last=a"),
        ("<?last=a,b;c>; rel=next", "last=a%2Cb%3Bc"),
        ('<?n=1>; rel="first", <?last=a>; title="a, b; c"; rel="last next"', "last=a"),
        ("<?last=a>", "last=a"),
        ("?last=a; rel=next", "last=a"),
        ('<?last=a>; rel="prev"', ""),
        ("</help>", ""),
        ("<" * 65_536, ""),
    ],
)
def test_a_link_is_read_as_other_clients_read_it(link: str, query: str) -> None:
    assert next_page("http://a/v2/p/tags/list", link) == (f"http://a/v2/p/tags/list?{query}" if query else None)


def test_a_list_that_is_not_given_in_thousands_is_read_as_it_comes(faulty: FaultyRegistry) -> None:
    refused = Reply(status=400, body=errors("PAGINATION_NUMBER_INVALID"))
    faulty.routes["/v2/acme/package/tags/list"] = sequence(refused, Reply(body=b'{"tags":["a"]}'))
    found = Opened(faulty.host).source.list_tags()
    assert (found.names, [one.says[-29:] for one in found.obstacles]) == (("a",), ["PAGINATION_NUMBER_INVALID: no"])
    assert "?" not in faulty.paths()[-1]


def test_a_next_page_that_is_absent_is_no_absent_repository(faulty: FaultyRegistry) -> None:
    first = Reply(body=b'{"tags":["a"]}', headers={"Link": "<?last=a>; rel=next"})
    faulty.routes["/v2/acme/package/tags/list"] = sequence(first, Reply(status=404))
    with pytest.raises(Unreachable, match="does not have the next page of the tags"):
        Opened(faulty.host).source.list_tags()


def test_a_tag_that_is_absent_may_be_refused(faulty: FaultyRegistry) -> None:
    faulty.routes[ADDRESS] = Reply(status=403, body=errors("DENIED", "access denied"))
    faulty.routes["/v2/acme/package/tags/list"] = sequence(
        Reply(body=b'{"tags":["v1.0.1"]}'), Reply(body=b'{"tags":["v1"]}'), Reply(status=404)
    )
    with pytest.raises(NotFound, match="but no tag v1"):
        Opened(faulty.host).source.resolve()
    for _ in range(2):
        with pytest.raises(Unauthorized):
            Opened(faulty.host).source.resolve()


def test_a_404_that_no_registry_writes_says_so(faulty: FaultyRegistry) -> None:
    faulty.routes = dict.fromkeys((ADDRESS, "/v2/acme/package/tags/list"), Reply(status=404, body=b"default backend"))
    with pytest.raises(NotFound) as caught:
        Opened(faulty.host).source.resolve()
    assert "may not be a registry" in caught.value.hint


@pytest.mark.parametrize("body", [b"[]", b"null", b'{"tags":7}', b'{"tags":null}', b"{", b"[" * 10_000, b"\xff"])
def test_a_list_of_tags_of_any_shape_is_survived(faulty: FaultyRegistry, body: bytes) -> None:
    faulty.routes["/v2/acme/package/tags/list"] = Reply(body=body)
    with pytest.raises((Unreachable, NotFound)):
        Opened(faulty.host, "acme/package").source.resolve()


def test_a_tag_that_is_listed_without_a_manifest_is_not_what_was_meant(faulty: FaultyRegistry) -> None:
    faulty.routes["/v2/acme/package/tags/list"] = Reply(body=b'{"tags":["v1","v2"]}')
    with pytest.raises(NotFound, match="lists the tag v1 of acme/package, but has no manifest of it") as caught:
        Opened(faulty.host, "acme/package:v1").source.resolve()
    assert caught.value.suggestions == ()


def test_a_tag_is_missing_even_where_tags_cannot_be_listed(faulty: FaultyRegistry) -> None:
    faulty.routes["/v2/acme/package/tags/list"] = Reply(status=405)
    source = Opened(faulty.host).source
    with pytest.raises(NotFound, match="but no tag v1") as caught:
        source.resolve()
    assert "cannot be listed" in caught.value.tried[-1]
    with pytest.raises(NotFound, match="but no tag v2"):
        source.at(source.reference.tagged("v2")).resolve()
    assert sum("/tags/list" in path for path in faulty.paths()) == 1


def test_a_pause_that_outlasts_the_deadline_of_the_tags_is_not_begun(faulty: FaultyRegistry) -> None:
    busy = Reply(status=429, headers={"Retry-After": "29"}, body=errors("TOOMANYREQUESTS"))
    faulty.routes["/v2/acme/package/tags/list"] = busy
    opened = Opened(faulty.host, clock=lambda: sum(opened.pauses))
    with pytest.raises(Unreachable, match="too many requests"):
        opened.source.list_tags()
    assert opened.pauses == [29.0, 29.0]
