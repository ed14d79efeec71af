"""What go-containerregistry reads in challenges, tokens and statuses; settled with 0.19.2, 0.20.7 and 0.21.8."""

from builders.cases import each_row

from xpkgtui.errors import Obstacle
from xpkgtui.sources.registry.go_client import (
    page_obstacle,
    picked,
    realm_obstacle,
    redirect_obstacle,
    status_words,
    token_fault,
)

_ONLY = "not allowed; must be https (or http for insecure registries)"
_SCHEME = f'invalid realm in www-authenticate: realm scheme "" {_ONLY}'
_QUERY = "?scope=repository%3Aacme%2Fpkg%3Apull&service="
_UNSUPPORTED = 'unsupported protocol scheme ""'
_OFFERED = 'Bearer realm="http://reg:5000/token",service="reg"'


@each_row(
    ("lines", "says", "before"),
    [
        ((_OFFERED,), "", None),
        (("Negotiate", _OFFERED), "", None),
        (('Bearer realm="/token",service="reg"',), _SCHEME, f'Get "/token{_QUERY}reg": {_UNSUPPORTED}'),
        (
            ('Bearer realm="ftp://a:b@reg/token",service="reg"',),
            _SCHEME.replace('""', '"ftp"'),
            f'Get "ftp://a:***@reg/token{_QUERY}reg": {_UNSUPPORTED}'.replace('""', '"ftp"'),
        ),
        (("Bearer realm=http://reg:5000/token,service=reg",), _SCHEME, f'Get "http{_QUERY}": {_UNSUPPORTED}'),
        (('bEARER Realm = "http://reg:5000/token"',), "malformed www-authenticate, missing realm: map[]", None),
        (
            ('Bearer service="r",scope="a b"',),
            "malformed www-authenticate, missing realm: map[scope:a b service:r]",
            None,
        ),
        (
            ('Bearer realm="http://10.0.0.7/token"',),
            'invalid realm in www-authenticate: realm host "10.0.0.7" is a private or link-local address',
            "",
        ),
    ],
)
def test_a_realm_is_judged_as_the_library_judges_it(lines: tuple[str, ...], says: str, before: str | None) -> None:
    scheme, parameters = picked(lines)
    found = realm_obstacle(parameters, "acme/pkg", "reg:5000", plain=True)
    assert (scheme, _said(found)) == ("bearer", (says, before))


@each_row(
    ("lines", "scheme"),
    [
        (('Negotiate, Basic realm="x, y", ' + _OFFERED,), "negotiate"),
        (("Negotiate", 'Basic realm="x"', _OFFERED), "basic"),
        (('Basic realm="a \\"b\\"", ' + _OFFERED,), "basic"),
        (("", "=x"), ""),
    ],
)
def test_of_a_header_line_the_first_challenge_counts(lines: tuple[str, ...], scheme: str) -> None:
    assert picked(lines)[0] == scheme


@each_row(
    ("body", "says"),
    [
        ('{"token":"t","expires_in":300,"refresh_token":null}', ""),
        ('{"token":null,"access_token":"t","expires_in":null}', ""),
        ('{"Token":"t","Expires_In":60}', ""),
        ('{"token":"","expires_in":60}', "no token in bearer response"),
        ('\ufeff{"token":"t"}', "invalid character 'ï' looking for beginning of value"),
        ("<!doctype html>", "invalid character '<' looking for beginning of value"),
        (
            '{"token":"t","expires_in":"60"}',
            "json: cannot unmarshal string into Go struct field Token.expires_in of type int",
        ),
        (
            '{"token":"t", "expires_in": 60.5}',
            "json: cannot unmarshal number 60.5 into Go struct field Token.expires_in of type int",
        ),
        (
            f'{{"token":"t","expires_in":{2**63}}}',
            f"json: cannot unmarshal number {2**63} into Go struct field Token.expires_in of type int",
        ),
        ('{"token":7}', "json: cannot unmarshal number into Go struct field Token.token of type string"),
        ("[]", "json: cannot unmarshal array into Go value of type transport.Token"),
    ],
)
def test_the_body_of_a_token_server_is_decoded_as_go_does(body: str, says: str) -> None:
    assert token_fault(body.encode()) == says


@each_row(
    ("status", "body", "says"),
    [
        (401, b'{"errors":[{"code":"DENIED","message":"no"}]}', "DENIED: no"),
        (400, b'{"errors":[{"code":"A","message":"b"},{"code":"C"}]}', "multiple errors returned: A: b; C: "),
        (404, b"not found", "unexpected status code 404 Not Found: not found"),
        (405, b"", "unexpected status code 405 Method Not Allowed"),
        # What has a status of success may be a token.
        (203, b'{"token":"t"}', "unexpected status code 203 Non-Authoritative Information"),
    ],
)
def test_a_status_is_told_in_the_words_of_the_library(status: int, body: bytes, says: str) -> None:
    found = status_words("GET", "http://reg/token?scope=repository%3Aa%3Apull&X-Sig=s", status, body)
    assert found == f"GET http://reg/token?X-Sig=REDACTED&scope=repository%3Aa%3Apull: {says}"


def test_from_2_4_on_pages_and_redirects_stay_at_the_registry() -> None:
    own = "http://reg/v2/a/tags/list"
    assert _said(page_obstacle(own, "https://reg/v2/a/tags/list?last=b")) == (
        'pagination URL scheme "https" does not match registry scheme "http"',
        "",
    )
    ssrf = "pagination URL host does not match registry host: potential SSRF attack"
    assert _said(page_obstacle(own, "http://inner:5000/v2/a/tags/list")) == (ssrf, "")
    assert page_obstacle(own, "http://reg/other") is None
    says = 'redirect from "reg" to private/link-local host "10.1.2.3" denied'
    assert _said(redirect_obstacle(own, "http://10.1.2.3/x?Sig=1")) == (
        f'Get "http://10.1.2.3/x?Sig=REDACTED": SSRF protection: {says}',
        "",
    )
    assert (
        redirect_obstacle(own, "http://203.0.113.7/x"),
        redirect_obstacle("http://10.1.2.3/", "http://10.1.2.3:9/"),
    ) == (
        None,
        None,
    )


def _said(found: Obstacle | None) -> tuple[str, str | None]:
    return (found.says, found.before) if found else ("", None)
