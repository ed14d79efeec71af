"""A bare reading, against which `show` of an image is measured: nothing is checked, decided, kept or shown.

It gets the layer with oras, inflates and hashes it, writes it to a file, and looks once for the lines that an outline
is made of and once for the ends of all lines. The hashes have threads of their own.
"""

import hashlib
import mmap
import os
import re
import sys
import tempfile
import threading
from queue import SimpleQueue

import oras.provider
from isal import isal_zlib

_MANIFESTS = "application/vnd.oci.image.manifest.v1+json"
_PIECE = 1 << 20
_OUTLINE = re.compile(rb"\n( {0,4}+[^ \n][^\n]*)")


def main(reference: str) -> None:
    """Reads the first layer of an image."""
    host, _, rest = reference.partition("/")
    name, _, tag = rest.rpartition(":")
    session = oras.provider.Registry(hostname=host, insecure=True).session
    url = f"http://{host}/v2/{name}"
    manifest = session.get(f"{url}/manifests/{tag}", headers={"Accept": _MANIFESTS}).json()
    blob = session.get(f"{url}/blobs/{manifest['layers'][0]['digest']}").content
    hashes = [hashlib.sha256(), hashlib.sha256()]
    queues: list[SimpleQueue[bytes]] = [SimpleQueue(), SimpleQueue()]
    threads = [threading.Thread(target=_hash, args=pair) for pair in zip(queues, hashes, strict=True)]
    for thread in threads:
        thread.start()
    hashlib.sha256(blob).digest()
    with tempfile.TemporaryFile() as file:
        decoder = isal_zlib.decompressobj(31)
        piece = decoder.decompress(blob, _PIECE)
        while piece:
            for queue in queues:
                queue.put(piece)
            file.write(piece)
            piece = decoder.decompress(decoder.unconsumed_tail, _PIECE)
        for queue in queues:
            queue.put(b"")
        for thread in threads:
            thread.join()
        file.flush()
        with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
            print(len(_OUTLINE.findall(data)), data[:].count(b"\n"))
    sys.stdout.flush()
    os._exit(0)


def _hash(queue: "SimpleQueue[bytes]", sha256: "hashlib._Hash") -> None:
    while data := queue.get():
        sha256.update(data)


if __name__ == "__main__":
    main(sys.argv[1])
