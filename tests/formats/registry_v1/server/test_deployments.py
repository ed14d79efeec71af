"""What the API server says of Deployments, as kube-apiserver 1.35.1 said it when they were created with dryRun."""

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

from builders.cases import failing
from builders.work import calls

from xpkgtui.formats.definitions.objects.faults import message_of
from xpkgtui.formats.registry_v1.server.deployments import check_deployment

ANSWERS = json.loads((Path(__file__).parents[3] / "oracle" / "deployments.json").read_text(encoding="utf-8"))
"""A field of a sound Deployment, another value of it, the answer, and whether its words are known here too."""
_CONTAINER = {
    "name": "tides",
    "image": "a/b:1",
    "ports": [{"containerPort": 80, "name": "web"}],
    "env": [{"name": "A", "value": "b"}],
    "volumeMounts": [{"name": "v", "mountPath": "/v"}],
    "resources": {"limits": {"cpu": "1", "memory": "64Mi"}, "requests": {"cpu": "100m"}},
    "livenessProbe": {"httpGet": {"port": 80, "path": "/"}},
}
_POD = {"serviceAccountName": "tides", "containers": [_CONTAINER], "volumes": [{"name": "v", "emptyDir": {}}]}
SOUND = {
    "replicas": 1,
    "selector": {"matchLabels": {"app": "tides"}},
    "template": {"metadata": {"labels": {"app": "tides"}}, "spec": _POD},
}


def said(spec: Any) -> str:
    """What is said here of a Deployment."""
    found = check_deployment({"name": "tides", "spec": spec}, {}).found
    lead = 'Deployment.apps "tides" is invalid: '
    return message_of("Deployment.apps", "tides", found).removeprefix(lead) if found else ""


def changed(path: str, value: Any) -> Any:
    """The sound one with another value in a field; null takes the field away."""
    spec: Any = deepcopy(SOUND)
    *above, last = path.split(".")
    inner = spec
    for part in above:
        inner = inner[int(part)] if isinstance(inner, list) else inner.setdefault(part, {})
    if value is None:
        del inner[last]
    else:
        inner[int(last) if isinstance(inner, list) else last] = value
    return spec


def test_it_is_said_what_the_api_server_says() -> None:
    assert said(SOUND) == ""

    def check(number: int) -> None:
        path, value, answer, is_alike = ANSWERS[number]
        ours = said(changed(path, value))
        assert bool(ours) is bool(answer), (path, value, ours)
        assert (ours == answer) is is_alike, (path, value, ours)

    assert failing(range(len(ANSWERS)), check) == {}


def test_annotations_of_the_operator_count_as_those_of_its_pods() -> None:
    found = check_deployment({"name": "tides", "spec": SOUND}, {"alm-examples": "a" * (256 << 10)}).found
    assert [str(one) for one in found] == ["spec.template.annotations: Too long: may not be more than 262144 bytes"]


def test_the_work_for_many_containers_stays_in_proportion_to_them() -> None:
    def work(many: int) -> int:
        containers = [
            {"name": f"a{one}", "image": "b", "resources": {"requests": {"cpu": "1"}}} for one in range(many)
        ]
        spec = changed("template.spec.containers", containers)
        volumes = [{"name": f"v{one}", "persistentVolumeClaim": {"claimName": "a"}} for one in range(many)]
        requests = {f"a/b{one}": "1" for one in range(many)}
        spec["template"]["spec"] |= {"volumes": volumes, "resources": {"requests": requests}}
        return calls(lambda: check_deployment({"name": "tides", "spec": spec}, {}))

    assert work(160) < 5 * work(40)
