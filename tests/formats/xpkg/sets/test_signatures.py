"""What is kept of a set for ImageConfigs that verify."""

import json
from base64 import b64encode

from builders.oci.keys import Signing

from xpkgtui.formats.sets.objects import ManifestFile
from xpkgtui.formats.sets.reading import read_set
from xpkgtui.formats.xpkg.sets.signatures import public_keys

PRIVATE = "-----BEGIN ENCRYPTED SIGSTORE PRIVATE KEY-----\nYQ==\n-----END ENCRYPTED SIGSTORE PRIVATE KEY-----\n"


def test_of_a_secret_nothing_but_public_keys_is_kept() -> None:
    public = Signing("p256").public
    secret = {
        "apiVersion": "v1",
        "kind": "Secret",
        "metadata": {"name": "keys", "annotations": {"a": "hunter2"}},
        "data": {
            "cosign.pub": b64encode(public.encode()).decode(),
            "cosign.key": b64encode(PRIVATE.encode()).decode(),
            "password": b64encode(b"hunter2").decode(),
            "broken": "hunter2",
        },
        "stringData": {"other.pub": public, "both": public + PRIVATE, "token": "hunter2"},
    }
    whole = read_set([ManifestFile(path="keys.yaml", data=json.dumps(secret).encode())], (), ())
    (kept,) = map(json.loads, public_keys(whole.objects))
    assert kept["stringData"] == {"cosign.pub": public, "other.pub": public}
    assert "hunter2" not in json.dumps(kept)
