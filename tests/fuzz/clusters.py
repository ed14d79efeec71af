"""The target that is a cluster: the answers of kubectl, by the kind that is asked for."""

import contextlib
import json

from builders.registry.clusters import condition, listed, package_object, revision_object, stored
from fuzz.mutating import as_json
from fuzz.target import Target, require_safe

from xpkgtui.errors import Malformed, XpkgError
from xpkgtui.oci.descriptor import Digest
from xpkgtui.oci.json_value import read_object
from xpkgtui.reporting.words import facts_of
from xpkgtui.sources.cluster.installation import find, lock_and_configs, running, stored_versions
from xpkgtui.sources.cluster.naming import parse
from xpkgtui.untyped import mapping

_DIGEST = Digest.of(b"image")
_NAMES = ("provider/nop", "csv/sea/nop.v1", "clusterextension/nop")


class _Answers:
    """Answers each question about a kind alike."""

    def __init__(self, by_kind: dict[str, object]) -> None:
        self._by_kind = by_kind

    def get(self, *words: str) -> dict[str, object]:
        assert not any(word.startswith("-") and not word.startswith("--") for word in words), "an option of a cluster"
        return mapping(self._by_kind.get(words[0].partition(".")[0]))


def _cluster(data: bytes) -> None:
    client = _Answers(read_object(data))
    for name in map(parse, _NAMES):
        with contextlib.suppress(XpkgError):
            lock_and_configs(client)
            stored_versions(name, ("boats.example.org",), client)
        try:
            image = find(name, client)
            list(running(image, client))
        except XpkgError as error:
            for one in (error.title, error.hint, *error.tried):
                require_safe(one)
        else:
            for label, text in facts_of(image.state):
                require_safe(label + text)
            image.is_made_of(_DIGEST)


def _seeds() -> dict[str, object]:
    revision = revision_object("Provider", f"nop-{_DIGEST.hex[:12]}", "a.io/nop:v1", defines=("boats.example.org",))
    lookups = [{"identifier": "nop.v1", "path": f"a.io/nop@{_DIGEST}"}]
    bundle = {"olm.operatorframework.io/bundle-reference": "a.io/nop:v1"}
    succeeded = {"conditions": [condition("Succeeded", "True", "Succeeded")]}
    return {
        "providers": package_object("Provider", "nop", "a.io/nop:v1", "nop-1", generation=3),
        "providerrevisions": listed(revision),
        "pods": listed({"kind": "Pod", "status": {"containerStatuses": [{"imageID": f"a.io/nop@{_DIGEST}"}]}}),
        "locks": {"kind": "Lock", "packages": []},
        "customresourcedefinitions": stored("boats.example.org", "v1"),
        "clusterserviceversions": {"kind": "ClusterServiceVersion", "status": {"phase": "Succeeded"}},
        "installplans": listed({"kind": "InstallPlan", "status": {"bundleLookups": lookups}}),
        "clusterextensions": {"kind": "ClusterExtension", "status": {"install": {"bundle": {"name": "nop.v1"}}}},
        "clusterobjectsets": listed(
            {"kind": "ClusterObjectSet", "metadata": {"annotations": bundle}, "status": succeeded}
        ),
    }


CLUSTERS = (
    Target(
        name="cluster",
        check=_cluster,
        expected=(Malformed,),
        seeds=lambda: (json.dumps(_seeds()).encode(),),
        mutated=as_json,
        tokens='"kind": "status": "spec": "items": "metadata": Active List --all @sha256:',
    ),
)
