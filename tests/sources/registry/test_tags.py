"""Tags on several pages."""

import itertools

import pytest
from builders.registry.faulty import Asked, FaultyRegistry, Reply
from builders.registry.sources import Opened

from xpkgtui.errors import NotFound, Unreachable


def test_tags_of_many_pages_are_joined(faulty: FaultyRegistry) -> None:
    address = "/v2/acme/package/tags/list"

    def page(asked: Asked) -> Reply:
        if "last=b" in asked.path:
            return Reply(body=b'{"tags":["c",7,"not a tag!",null]}')
        return Reply(body=b'{"tags":["a","b"]}', headers={"Link": f'<{address}?last=b&n=2>; rel="next"'})

    faulty.routes[address] = page
    assert Opened(faulty.host).source.tags() == ("a", "b", "c")


def test_a_list_of_tags_without_end_is_given_up(faulty: FaultyRegistry) -> None:
    numbers = itertools.count()
    address = "/v2/acme/package/tags/list"
    faulty.routes[address] = lambda _: Reply(
        body=b'{"tags":["a"]}', headers={"Link": f'<{address}?last={next(numbers) % 3}>; rel="next"'}
    )
    with pytest.raises(Unreachable, match="in a circle"):
        Opened(faulty.host).source.tags()
    assert len(faulty.asked) < 10


def test_a_list_of_tags_that_goes_on_elsewhere_is_refused(faulty: FaultyRegistry, elsewhere: FaultyRegistry) -> None:
    link = f'<http://{elsewhere.host}/v2/acme/package/tags/list?last=a>; rel="next"'
    faulty.routes["/v2/acme/package/tags/list"] = Reply(body=b'{"tags":["a"]}', headers={"Link": link})
    with pytest.raises(Unreachable, match="where we were not sent"):
        Opened(faulty.host).source.tags()
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
