"""The bytes of a package and nothing else: its first layer is fetched, inflated, and hashed before and after."""

import hashlib
import os
import sys

import requests
from isal import isal_zlib

_MANIFEST = "application/vnd.oci.image.manifest.v1+json"
_PIECE = 1 << 20


def main(reference: str) -> None:
    """Reads the first layer of an image in a registry without TLS."""
    host, _, rest = reference.partition("/")
    name, _, tag = rest.rpartition(":")
    session, url = requests.Session(), f"http://{host}/v2/{name}"
    manifest = session.get(f"{url}/manifests/{tag}", headers={"Accept": _MANIFEST}).json()
    blob = session.get(f"{url}/blobs/{manifest['layers'][0]['digest']}").content
    inflated, decoder = hashlib.sha256(), isal_zlib.decompressobj(31)
    piece = decoder.decompress(blob, _PIECE)
    while piece:
        inflated.update(piece)
        piece = decoder.decompress(decoder.unconsumed_tail, _PIECE)
    print(hashlib.sha256(blob).hexdigest(), inflated.hexdigest())
    sys.stdout.flush()
    os._exit(0)


if __name__ == "__main__":
    main(sys.argv[1])
