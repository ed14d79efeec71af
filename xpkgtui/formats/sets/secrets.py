"""What is kept of Secrets: their names, and what is a public key."""

from base64 import b64decode
from collections.abc import Iterable, Iterator, Mapping

from xpkgtui.formats.sets.objects import SetObject
from xpkgtui.untyped import field, mapping, text

MAKES_SECRETS = ("SealedSecret", "ExternalSecret")
"""The kinds whose objects a controller makes a Secret of."""
NAMESPACES = ("", "crossplane-system", "upbound-system")
"""Where Crossplane runs; a manifest without a namespace is applied to that of the call."""


def without_secrets(value: Mapping[str, object]) -> Mapping[str, object]:
    """The object; of a Secret its name, and what is a public key."""
    kind = text(value.get("kind"))
    if kind != "Secret" and kind not in MAKES_SECRETS:
        return value
    kept = {key: value[key] for key in ("apiVersion", "kind") if key in value}
    metadata = mapping(value.get("metadata"))
    named = {key: metadata[key] for key in ("name", "namespace") if key in metadata}
    target = text(field(value, "spec", "target", "name")) if kind == "ExternalSecret" else ""
    if target:
        named["name"] = target
    keys = dict(_public_keys(value)) if kind == "Secret" else {}
    return {**kept, "metadata": named, **({"stringData": keys} if keys else {})}


_PUBLIC = "-----BEGIN PUBLIC KEY-----"


def _public_keys(secret: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    """The entries of a Secret that are public keys in PEM, by which ImageConfigs verify."""
    encoded, plain = mapping(secret.get("data")), mapping(secret.get("stringData"))
    for key in {**encoded, **plain}:
        value = text(plain.get(key) or encoded.get(key))
        if key not in plain:
            try:
                value = b64decode("".join(value.split()), validate=True).decode("ascii")
            except ValueError:
                continue
        if value.strip().startswith(_PUBLIC) and value.count("-----BEGIN") == 1:
            yield text(key), value


def names_of_secrets(objects: Iterable[SetObject]) -> Iterator[str]:
    """The names of the Secrets that the set has or makes, where Crossplane may be."""
    for one in objects:
        namespace = text(field(one.value, "metadata", "namespace"))
        is_secret = one.name.kind == "Secret" or one.name.kind in MAKES_SECRETS
        if is_secret and namespace in NAMESPACES:
            yield one.name.name
