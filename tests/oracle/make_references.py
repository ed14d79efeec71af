"""Asks the oracle what go-containerregistry makes of many references, and keeps its answers in references.json.

    python tests/oracle/make_references.py PROGRAM

PROGRAM is the oracle's `packages` (small Go programs around the published libraries, built apart from this
repository). Tests read the stored answers and need neither Go nor the oracle.
"""

import json
import subprocess
import sys
from pathlib import Path

STORE = Path(__file__).with_name("references.json")

HOSTS = (
    "xpkg.crossplane.io",
    "xpkg.crossplane.io:443",
    "XPKG.Upbound.io",
    "localhost",
    "localhost:5000",
    "registry:5000",
    "registry.local",
    "a.localhost",
    "127.0.0.1",
    "127.0.0.1:5000",
    "10.0.0.1:5000",
    "[::1]",
    "[::1]:5000",
    "[2001:db8::1]:5000",
    "docker.io",
    "index.docker.io",
    "a.b",
    "a-b.io",
    # Hosts that no host is called.
    "a..b",
    ".a",
    "a.",
    "-a.io",
    "a-.io",
    "a_b.io",
    "a b.io",
    "a.io:",
    "a.io:x",
    "a.io:0",
    "a.io:99999",
    "a.io:5000:5000",
    "user@a.io",
    "user:secret@a.io",
    "a.io?",
    "a.io#",
    "é.io",
    "a.io\n",
    "..",
    "[::1",
    "::1]",
    "[::1]x5000",
    "[zz]:5000",
    "[:::::]:5000",
    "https:",
    # No hosts at all: the first part of a name on Docker Hub.
    "registry",
    "org",
    "",
)
PATHS = (
    "org/name",
    "name",
    "ab",
    "a",
    "a/b/c/d/e",
    "a.b/c_d/e-f",
    "a__b",
    "a--b",
    "org/provider-aws-s3",
    "0/1",
    # What the library lets through and the specification's grammar does not.
    "a//b",
    "/a",
    "a/",
    "a/./b",
    "../a",
    "a___b",
    "_a",
    "a.",
    "-a",
    # What neither takes.
    "Org/name",
    "a b",
    "a?b",
    "a#b",
    "a%2fb",
    "é/a",
    "a\n",
    "a\x00b",
    "a" * 255,
    "a" * 256,
    "",
)
HEX = "0123456789abcdef" * 4
SUFFIXES = (
    ":v1",
    ":v1.2.3-rc.1",
    ":1_0",
    f"@sha256:{HEX}",
    f":v1@sha256:{HEX}",
    ":" + "t" * 128,
    ":" + "t" * 129,
    ":",
    ":-v",
    ":.v",
    ":v1+2",
    ":v1 ",
    ":é",
    ":a:b",
    ":a/b",
    "@",
    "@sha256:",
    "@sha256:" + HEX.upper(),
    f"@sha256:{HEX}0",
    f"@sha512:{HEX}{HEX}",
    f"@md5:{HEX[:32]}",
    "@sha256:../../x",
    f"@sha256:{HEX}@sha256:{HEX}",
    f"@{HEX}",
)


def questions() -> list[str]:
    """Every reference that is asked about."""
    hosts = [f"{host}/org/name:v1" for host in HOSTS]
    paths = [f"a.io/{path}:v1" for path in PATHS]
    suffixes = [f"{host}/org/name{suffix}" for host in ("a.io", "localhost:5000") for suffix in SUFFIXES]
    return [
        *hosts,
        *paths,
        *suffixes,
        "name",
        "name:v1",
        "org/name",
        "a.io",
        "a.io:v1",
        " a.io/b/c:v1",
        "@",
        "/",
        ":",
    ]


def main() -> None:
    """Asks, and writes the store."""
    asked = [{"id": text, "reference": text} for text in dict.fromkeys(questions())]
    lines = "".join(json.dumps(question) + "\n" for question in asked)
    answered = subprocess.run([sys.argv[1], "references"], input=lines, capture_output=True, text=True, check=True)
    rows = []
    for line in answered.stdout.splitlines():
        answer = json.loads(line)
        told = {
            dialect: None if "error" in parts else [parts[key] for key in ("registry", "repository", "identifier")]
            for dialect, parts in answer["answer"].items()
        }
        rows.append(f"{json.dumps(answer['id'])}: {json.dumps(told)}")
    STORE.write_text("{\n" + ",\n".join(rows) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
