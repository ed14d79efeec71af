"""What a registry can do wrong, by malice or by accident: bounded, typed, in words."""

import subprocess
import sys

import pytest
from builders.registry.faulty import FaultyRegistry, Reply
from builders.registry.sources import ADDRESS, MANIFEST, Opened, blob_address

from xpkgtui.errors import Corrupt, Unreachable, XpkgError
from xpkgtui.oci.descriptor import Digest


def test_other_bytes_than_the_digest_promises_are_refused(faulty: FaultyRegistry) -> None:
    digest = faulty.add_manifest("acme/package", "v1", MANIFEST)
    faulty.routes[f"/v2/acme/package/manifests/{digest}"] = Reply(body=b"{}")
    with pytest.raises(Corrupt) as caught:
        Opened(faulty.host, f"acme/package@{digest}").source.resolve()
    assert caught.value.tried == (f"asked for {digest}", f"received {Digest.of(b'{}')}")


def test_the_digest_header_is_not_believed(faulty: FaultyRegistry) -> None:
    faulty.add_manifest("acme/package", "v1", MANIFEST, **{"Docker-Content-Digest": str(Digest.of(b"lie"))})
    assert Opened(faulty.host).source.resolve().digest == Digest.of(MANIFEST)


@pytest.mark.parametrize(
    "sent", [b"", b"SSH-2.0-OpenSSH_9.2\r\n", b"\x15\x03\x01\x00\x02\x02\x46", b"HTTP/1.1 OK\r\n\r\n"]
)
def test_what_is_no_http_is_said_in_words(faulty: FaultyRegistry, sent: bytes) -> None:
    faulty.routes[ADDRESS] = lambda _: Reply(raw=iter([sent]))
    with pytest.raises(XpkgError) as caught:
        Opened(faulty.host).source.resolve()
    assert isinstance(caught.value, Unreachable)


BODY = b"5\r\nlay"
NOT_HTTP = "cannot be reached: the answer is not HTTP, or ended early"


def read_behind(faulty: FaultyRegistry, head: bytes) -> bytes:
    """The bytes of a blob whose answer has these headers, and `BODY`."""
    sent = b"HTTP/1.1 200 OK\r\n" + head + b"\r\n\r\n" + BODY
    faulty.routes[blob_address(b"layer")] = lambda _: Reply(raw=iter([sent]))
    return Opened(faulty.host).read_blob(b"layer")


@pytest.mark.parametrize(
    "head",
    [
        b"Content-Length: abc",
        b"Content-Length: -1",
        b"Transfer-Encoding: chunked, gzip",
        b"no colon at all",
        b" leading: blank",
        b"X-Many: 1\r\n" * 900 + b"X: 1",
        b"Content-Type: \xff\xfe\r\nLink: \xff",
    ],
)
def test_strange_headers_change_no_byte(faulty: FaultyRegistry, head: bytes) -> None:
    # Who reads them hashes them, and finds that they are not the layer.
    assert read_behind(faulty, head) == BODY


@pytest.mark.parametrize(
    ("head", "words"),
    [
        (b"Content-Length: 5, 6", NOT_HTTP),
        (b"Content-Length: 99999999999999999999999999", "ended the reply after 6 B: the connection ended early"),
        (b"Transfer-Encoding: chunked\r\nContent-Length: 3", "ended the reply after 3 B: the answer is not HTTP"),
        (b"X-Many: 1\r\n" * 1_001, NOT_HTTP),
        (b"X-Long: " + b"x" * 1_100_000, NOT_HTTP),
    ],
)
def test_headers_that_cannot_be_followed_end_in_words(faulty: FaultyRegistry, head: bytes, words: str) -> None:
    with pytest.raises(Unreachable, match=words):
        read_behind(faulty, head)


def test_https_to_a_plain_registry_names_the_flag(faulty: FaultyRegistry) -> None:
    # Through a proxy, because whatever is loopback is spoken to in plain text anyway.
    opened = Opened("registry.example", environment={"HTTPS_PROXY": f"http://{faulty.host}"})
    with pytest.raises(Unreachable, match="does not speak TLS") as caught:
        opened.source.resolve()
    assert "--plain-http registry.example" in caught.value.hint
    assert faulty.paths() == ["CONNECT registry.example:443"]


def test_every_request_accepts_all_four_types(faulty: FaultyRegistry) -> None:
    faulty.add_manifest("acme/package", "v1", MANIFEST)
    Opened(faulty.host).source.resolve()
    assert faulty.asked[0].headers["accept"].count("application/vnd.") == 4


def run(script: str) -> str:
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return done.stdout.strip()


LATE = "import sys\nfrom xpkgtui.sources.registry.late_loading import load_late\nload_late('wave')\nimport wave\n"


def test_an_import_alone_does_not_load_it() -> None:
    assert run(LATE + "print(vars(wave).get('open'))") == "None"


def test_it_is_loaded_by_a_name_in_it() -> None:
    assert run(LATE + "print(wave.WAVE_FORMAT_PCM, sys.modules['wave'].__file__.endswith('wave.py'))") == "1 True"


def test_names_and_submodules_can_be_imported_from_it() -> None:
    script = LATE.replace("wave", "xml") + "from xml import dom\nimport xml.dom.minidom\n"
    assert run(script + "print(xml.dom.minidom.__name__)") == "xml.dom.minidom"


def test_a_module_that_is_loaded_stays() -> None:
    assert run("import wave\n" + LATE + "print('open' in vars(wave))") == "True"


def test_oras_is_there_without_what_it_validates_with() -> None:
    script = "import sys, xpkgtui.sources.registry.source\n"
    assert run(script + "print('oras' in sys.modules, 'jsonschema.validators' in sys.modules)") == "True False"
