"""Tags on several pages."""

import itertools

import pytest
from builders.registry.faulty import Asked, FaultyRegistry, Reply, errors
from builders.registry.sources import MANIFEST, Opened

from xpkgtui.errors import NotFound, Unreachable


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
    listed = ",".join(f'"v1.0.{number}"' for number in range(100_001))
    faulty.routes["/v2/acme/package/tags/list"] = Reply(body=f'{{"tags":[{listed}]}}'.encode())
    faulty.add_manifest("acme/package", "v1.0.99999", MANIFEST)
    source = Opened(faulty.host, "acme/package").source
    assert source.resolve().notes[-1] == "Only its first 100,000 tags were read: a newer one may exist."
    with pytest.raises(NotFound) as caught:
        Opened(faulty.host, "acme/package:v9").source.resolve()
    assert caught.value.tried[-1] == "listed its first 100,000 tags"


def test_a_list_of_tags_that_goes_on_elsewhere_is_refused(faulty: FaultyRegistry, elsewhere: FaultyRegistry) -> None:
    link = f'<http://{elsewhere.host}/v2/acme/package/tags/list?last=a>; rel="next"'
    faulty.routes["/v2/acme/package/tags/list"] = Reply(body=b'{"tags":["a"]}', headers={"Link": link})
    with pytest.raises(Unreachable, match="xpkgtui requests nothing there"):
        Opened(faulty.host).source.list_tags()
    assert elsewhere.asked == []


@pytest.mark.parametrize("body", [b"[]", b"null", b'{"tags":7}', b'{"tags":null}', b"{", b"[" * 10_000, b"\xff"])
def test_a_list_of_tags_of_any_shape_is_survived(faulty: FaultyRegistry, body: bytes) -> None:
    faulty.routes["/v2/acme/package/tags/list"] = Reply(body=body)
    with pytest.raises((Unreachable, NotFound)):
        Opened(faulty.host, "acme/package").source.resolve()


def test_a_tag_is_missing_even_where_tags_cannot_be_listed(faulty: FaultyRegistry) -> None:
    faulty.routes["/v2/acme/package/tags/list"] = Reply(status=405)
    with pytest.raises(NotFound, match="but no tag v1") as caught:
        Opened(faulty.host).source.resolve()
    assert "cannot be listed" in caught.value.tried[-1]


def test_a_pause_that_outlasts_the_deadline_of_the_tags_is_not_begun(faulty: FaultyRegistry) -> None:
    busy = Reply(status=429, headers={"Retry-After": "29"}, body=errors("TOOMANYREQUESTS"))
    faulty.routes["/v2/acme/package/tags/list"] = busy
    opened = Opened(faulty.host, clock=lambda: sum(opened.pauses))
    with pytest.raises(Unreachable, match="too many requests"):
        opened.source.list_tags()
    assert opened.pauses == [29.0, 29.0]
