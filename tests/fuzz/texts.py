"""Targets that are texts: references, challenges, credentials, annotations, constraints, config files."""

import base64
import json
import re
import tempfile
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from urllib.parse import urlsplit

from differential.constraints import VERSIONS
from differential.references import REFERENCES
from fuzz.mutating import as_json, as_lines
from fuzz.target import Target, require_safe, text_of

from xpkgtui.errors import Malformed, Usage
from xpkgtui.formats.definitions.changes.patterns import Coverage, inclusion
from xpkgtui.formats.xpkg.annotations.descriptions import is_one_sentence, missing
from xpkgtui.formats.xpkg.annotations.typos import LayerNames, annotation_typo, label_typos
from xpkgtui.oci.reference import Reference, familiar, is_loopback, reference_fault
from xpkgtui.settings.settings import load
from xpkgtui.sources.registry.auth import challenge
from xpkgtui.sources.registry.auth.challenge import judge
from xpkgtui.sources.registry.auth.credentials import Keychain
from xpkgtui.versions.blang import BlangVersion
from xpkgtui.versions.blang_range import BlangRange
from xpkgtui.versions.constraint import Constraint, overlap
from xpkgtui.versions.tags import in_order, nearest
from xpkgtui.versions.version import Dialect, Version

_DIGEST = "sha256:" + "0123456789abcdef" * 4
_SECRET = re.compile("secret-|zZWNyZXQ")
"""The passwords of the seeds, as they are and in base64."""
_CONFIG = """cache-dir = "/tmp/a"\nno-cache = false\noffline = true\nplain-http = ["registry.local:5000", "[::1]:80"]
ca-file = ""\nprofile = "crossplane"\ncrossplane = "2.4"\nexclude = [".github/*"]\nfail-on = "error"
[limits]\nblob = "2GiB"\nlayers = 5\n"""
_AUTHS: dict[str, object] = {
    "auths": {
        "https://index.docker.io/v1/": {"auth": "dTpzZWNyZXQtcGFzc3dvcmQ="},
        "a.io/org/name": {"username": "u", "password": "secret-password", "identitytoken": "secret-identity"},
        "a.io": {"auth": "bm90aGluZw==", "registrytoken": "secret-registry"},
    },
    "credsStore": "desktop",
    "credHelpers": {"gcr.io": "gcloud", "a.io": ""},
}


def _secrets() -> Iterator[bytes]:
    """Secrets of Kubernetes that hold them, in JSON and in YAML."""
    held = base64.b64encode(json.dumps(_AUTHS).encode()).decode()
    secrets: list[object] = [{"kind": "Secret", "data": {".dockerconfigjson": held}}]
    secrets.append({"kind": "Secret", "stringData": {".dockercfg": json.dumps(_AUTHS["auths"])}})
    yield json.dumps({"kind": "List", "items": secrets}).encode()
    yield f"kind: Secret\ndata:\n  .dockerconfigjson: {held}\n---\nkind: Secret\n".encode()


def _reference(data: bytes) -> None:
    text = text_of(data)
    require_safe(reference_fault(text))
    is_loopback(text), familiar(text)
    found = Reference.parse(text)
    assert Reference.parse(str(found)) == found, "it reads otherwise what it writes"
    is_loopback(found.registry)


def _patterns(data: bytes) -> None:
    old, _, new = text_of(data).partition("\n")
    assert inclusion(old, old).coverage is not Coverage.NARROWER, "it takes less than it takes"
    found = inclusion(old, new)
    if found.coverage is Coverage.NARROWER and len(found.counterexample) < 500:
        exactly = "".join(rf"\x{{{ord(one):x}}}" for one in found.counterexample)
        of_old, of_new = (inclusion(f"^{exactly}$", one).coverage for one in (old, new))
        assert of_old is not Coverage.NARROWER, "the old pattern does not take the counterexample"
        assert of_new is not Coverage.INCLUDED, "the new pattern takes the counterexample"


def _challenge(data: bytes) -> None:
    for one in challenge.parse(data.decode("latin-1")):
        assert one.scheme == one.scheme.lower(), "a scheme in capitals"
        for realm in one.parameters.values():
            found = judge(realm, "registry.io:5000", plain=True, secret=True, has_entry=lambda host: False)
            assert bool(found.address) is not bool(found.refusal), "neither an address nor a refusal"
            assert found.address.isprintable(), "an address with control characters"
            if found.address:
                host = urlsplit(found.address).hostname or ""
                assert f".{host}".endswith(".registry.io"), "a password is sent elsewhere"


@cache
def _folder() -> Path:
    return Path(tempfile.mkdtemp(prefix="xpkgtui-fuzz-"))


def _credentials(data: bytes) -> None:
    folder = _folder()
    (folder / "config.json").write_bytes(data)
    keychain = Keychain({"DOCKER_CONFIG": str(folder)}, lambda name, server, environment: ("user", "secret"))
    for registry, repository in (("docker.io", "library/a"), ("a.io", "org/name"), ("gcr.io", "b")):
        keychain.has_entry(registry)
        found = keychain.find(registry, repository)
        if found.credential:
            assert found.credential.basic.isprintable(), "a header with control characters"
        said = " ".join((*found.tried, *found.notes, repr(found)))
        require_safe(said)
        assert not _SECRET.search(said), "a sentence has a secret"


def _annotations(data: bytes) -> None:
    lines = text_of(data).split("\n")
    pairs = [(key, value) for key, _, value in (line.partition("=") for line in lines)]
    layers = [LayerNames(index=0, digest=_DIGEST, diff_id="sha256:" + "a" * 64)]
    for key, value in pairs:
        require_safe(annotation_typo(key, value))
        is_one_sentence(value)
    for typo in label_typos(pairs, layers):
        assert typo.layer in (None, 0), "no such layer"
        require_safe(typo.meant)
    missing(dict(pairs), is_v2=True)
    is_one_sentence(text_of(data))


def _constraint(data: bytes) -> None:
    text, _, version = text_of(data).partition("\n")
    versions, read = [], []
    for dialect in Dialect:
        for one in (version, *VERSIONS[:12]):
            try:
                versions.append(Version.parse(one, dialect))
            except Malformed as error:
                require_safe(str(error))
        try:
            constraint = Constraint.parse(text, dialect)
        except Malformed as error:
            require_safe(str(error))
        else:
            read.append(constraint)
            assert not (any(map(constraint.allows, versions)) and not constraint.groups), "nothing allows something"
    for first, second in pairwise(read):
        assert overlap(first, second) == overlap(second, first), "overlapping depends on the order"
    tags = [text, version, *VERSIONS[:9]]
    assert {tag.name for tag in in_order(tags)} == set(tags), "a tag is lost or invented"
    nearest(version, tags)
    found = BlangRange.parse(text)
    found.matches(BlangVersion.parse(version or "1.0.0"))


def _config_file(data: bytes) -> None:
    path = _folder() / "xpkgtui" / "config.toml"
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(data)
    try:
        load({}, {"XDG_CONFIG_HOME": str(_folder()), "HOME": str(_folder())})
    except Usage as error:
        require_safe(error.title)
        require_safe(error.hint)
        raise


TEXTS = (
    Target(
        name="challenge",
        check=_challenge,
        seeds=lambda: (
            b'Bearer realm="https://auth.docker.io/token",service="registry.docker.io",scope="repository:a/b:pull"',
            b'Basic realm="x", Bearer realm=https://registry.io/t?a=b#c,error="invalid_token"',
            b'Digest , Bearer realm = "http://registry.io:80\\"/", a=, Negotiate abc==',
            b'Bearer realm="https://user@evil.example\\\\.registry.io/"',
        ),
        tokens='Bearer realm= https:// http:// registry.io a.registry.io " \\ @ [::1] %00',
    ),
    Target(
        name="docker-config",
        check=_credentials,
        seeds=lambda: (json.dumps(_AUTHS).encode(), b'{"auths":{"docker.io":{}}}', b"{}", *_secrets()),
        mutated=as_json,
        tokens='"auths": "auth": "credHelpers": "credsStore": a.io docker.io /v1/ dTpw',
    ),
    Target(
        name="reference",
        check=_reference,
        expected=(Malformed,),
        seeds=lambda: (case.encode("utf-8", "surrogateescape") for case in REFERENCES.traps()),
        tokens="a.io/ localhost:5000/ @sha256: [::1] :v1 :// index.docker.io/ " + _DIGEST,
        largest=1500,
    ),
    Target(
        name="changed-pattern",
        check=_patterns,
        seeds=lambda: (
            b"^[A-Z]+$\n^[A-Z]+( [A-Z]+)*$",
            rb"^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$" + b"\n" + rb"^(?:[^\s\x00-]|\.){1,253}$",
            b"^(a|b)*a(a|b){9}$\n(a??|$^)+?",
        ),
        tokens=r"^ $ ( ) (?: | * + ? {2,} {0,9} {1000} [^ ] - . \d \W \s \x{10FFFF} \A \z",
    ),
    Target(
        name="annotations",
        check=_annotations,
        seeds=lambda: (
            f"io.crossplane.xpkg=base\nio.crossplane.xpkg:{_DIGEST}=base\nio.crosplane.xpkg=Base".encode(),
            f"io.crossplane.xpkg:sha256:0123456=upbound\nIO.crossplane.xpkg/base=x\nio.crossplane.xpkg:{_DIGEST[7:]}=b".encode(),
            b"meta.crossplane.io/description=One, e.g. this. Two! Three\nmeta.crossplane.io/readme=\n\nx vs. y.",
        ),
        mutated=as_lines,
        tokens="io.crossplane.xpkg base sha256: .crossplane.xpkg e.g. . ! \u3002",
    ),
    Target(
        name="constraint",
        check=_constraint,
        expected=(Malformed,),
        seeds=lambda: (
            f"{one}\n{other}".encode()
            for one in (
                ">=1.0.0 <2.0.0 || ~3.x",
                "^1.2.3-rc.1",
                "1.2 - 2.3.4",
                "!=1.*, >v1",
                ">=1.0.0",
                "1.2.x",
                "~0.0.0",
            )
            for other in VERSIONS[:6]
        ),
        tokens="|| >= <= != ~> => ^ - .x .* -rc.1 +b 18446744073709551615 , \t",
        largest=1000,
    ),
    Target(
        name="config-file",
        check=_config_file,
        expected=(Usage,),
        seeds=lambda: (_CONFIG.encode(), b"", *(line.encode() for line in _CONFIG.splitlines())),
        mutated=as_lines,
        tokens="limits blob \"2GiB\" no-cache offline plain-http crossplane [[ ''' 1979-05-27 inf",
    ),
)
