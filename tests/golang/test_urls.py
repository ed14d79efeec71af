"""URLs as `ParseRequestURI` of Go takes them."""

from builders.cases import each_row

from xpkgtui.golang.urls import Url, parse_request


@each_row(
    ("text", "parts"),
    [
        ("https://a.b/c?d=e", ("https", "a.b", "/c", "d=e")),
        ("HTTPS://A.b", ("https", "A.b", "", "")),
        ("http://u:p@a:80/", ("http", "a:80", "/", "")),
        ("http://[::1]:80/x", ("http", "[::1]:80", "/x", "")),
        ("http://[fe80::1%25en0]/", ("http", "[fe80::1%en0]", "/", "")),
        ("http://a%20b/", None),
        ("http://é/", ("http", "é", "/", "")),
        ("mailto:a@b", ("mailto", "", "", "")),
        ("mailto:a?b=c", ("mailto", "", "", "b=c")),
        ("/a/b?c", ("", "", "/a/b", "c")),
        ("//a/b", ("", "", "//a/b", "")),
        ("/a b", ("", "", "/a%20b", "")),
        ("/%41é", ("", "", "/A%C3%A9", "")),
        ("*", ("", "", "*", "")),
        ("http://a/b#c?d", ("http", "a", "/b", "")),
    ],
)
def test_the_parts_of_a_url(text: str, parts: tuple[str, str, str, str] | None) -> None:
    found = parse_request(text)
    assert (found and (found.scheme, found.host, found.path, found.query)) == parts


@each_row(
    "text",
    [
        "",
        "a",
        "a/b",
        "?a",
        ":a",
        "://a",
        "1http://a",
        "http://a\x00",
        "/a\x7f",
        "/%zz",
        "/%4",
        "http://a:b/",
        "http://a:80:80/",
        "http://[::1/",
        "http://[::1]80/",
        "http://a[::1]/",
        "http://[1.2.3.4]/",
        "http://[fe80::1%en0]/",
        "http://[fe80::1%25]/",
        "http://u p@a/",
        "http://u%zz@a/",
        "http://a b/",
    ],
)
def test_what_is_no_url(text: str) -> None:
    assert parse_request(text) is None


@each_row(
    ("host", "name", "port"),
    [
        ("a", "a", ""),
        ("a:80", "a", "80"),
        ("a:", "a", ""),
        ("[::1]", "::1", ""),
        ("[::1]:80", "::1", "80"),
    ],
)
def test_a_host_has_a_name_and_a_port(host: str, name: str, port: str) -> None:
    url = Url(scheme="http", host=host, path="", query="")
    assert (url.hostname, url.port) == (name, port)
