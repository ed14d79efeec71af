"""Which links Go takes for URLs, and what it says of the others."""

from builders.cases import each_row
from builders.goldens import Golden

from xpkgtui.documents.chunk import Chunk
from xpkgtui.documents.document import PackageDocument
from xpkgtui.formats.registry_v1.rules.hub.presentation import links_lead_somewhere, maintainers_can_be_reached
from xpkgtui.formats.registry_v1.subject import Item

URLS = [
    "a.com",
    "*",
    ":",
    ":a",
    "http:",
    "https://a.com",
    "https://a.com:80",
    "https://a.com:",
    "https://a.com:x",
    "https://a:b:80",
    "ftp://a:b:80",
    "ftp://a:80:x",
    "/a",
    "//a",
    "///a",
    "//a:x",
    "a:b",
    "a+b-c.d://e",
    "1a://b",
    "?a",
    "http:a",
    "http:/a",
    "http://%zz",
    "http://a%20b",
    "http://a%25",
    "http://a%c3",
    "http://a%7f",
    "http://a/%zz",
    "http://a/%2",
    "http://a?%zz",
    "http://u@a",
    "http://u:p@a",
    "http://u%@a",
    "http://u%zz@a",
    "http://u[@a",
    "http://a@b@c",
    "http://[::1]",
    "http://[::1",
    "http://[::1]:",
    "http://[::1]:80",
    "http://[::1]:x",
    "http://[1.2.3.4]",
    "http://[a%25b]",
    "http://[a%20]",
    "http://a[b",
    'http://[a"b]:x',
    'http://a"b:x',
    "http://a<b>",
    "http://a\\b",
    "http://é",
    "HTTP://a:b:80",
]


def of_spec(spec: object) -> Item:
    chunk = Chunk(number=1, start=0, end=0, first_line=1, line=1, kind="ClusterServiceVersion")
    document = PackageDocument(chunk=chunk, value={"kind": "ClusterServiceVersion", "spec": spec})
    return Item(chunk=chunk, document=document, file="manifests/a.yaml", is_first=True)


def test_what_is_said_of_links(golden: Golden) -> None:
    told = []
    for url in (*URLS, "http://a b", "http://a\tb", "a\x7f", "http://a b@c", ""):
        item = of_spec({"links": [{"name": "a", "url": url}]})
        told.append(
            f"{url!r}: {[(one.message, one.says, str(one.path)) for one in links_lead_somewhere.check(item)]}"
        )
    golden("links_registry_v1", "\n".join(told))


@each_row(
    ("email", "words"),
    [
        ("Jo", "mail: missing '@' or angle-addr"),
        ("Jo @", "mail: missing '@' or angle-addr"),
        ("Jo Ann @x", "mail: no angle-addr"),
    ],
)
def test_an_address_without_an_address_is_refused_in_the_words_of_go(email: str, words: str) -> None:
    (found,) = maintainers_can_be_reached.check(of_spec({"maintainers": [{"name": "Jo", "email": email}]}))
    assert str(found.says).endswith(words)
