"""The folder of a provider with examples: one that is refused, one that kubectl refuses, and one that is accepted."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, chdir
from pathlib import Path

from builders.demo.yaml_text import encode
from builders.packages.folders import write_folder
from builders.pilots import Shown
from builders.screens.buckets import BUCKETS, META, POLICIES, TEXT, definition, object_of, version
from builders.screens.opened import open_screen

FOLDER = "provider-aws-s3"
_QUEUES = definition(
    "inventories", "Inventory", version("v1beta1", object_of({"spec": object_of({"name": TEXT})}), stored=True)
)
_ACL = """\
apiVersion: s3.aws.upbound.io/v1beta2
kind: Bucket
metadata:
  name: with-acl
spec:
  forProvider:
    region: eu-central-1
    acl: private
    tags: null
"""
_PLAIN = """\
apiVersion: s3.aws.upbound.io/v1beta2
kind: Bucket
metadata:
  name: plain
spec:
  forProvider:
    region: eu-central-1
"""
_GRANTS = """\
apiVersion: s3.aws.upbound.io/v1beta2
kind: Bucket
metadata:
  name: with-grants
spec:
  forProvider:
    region: Frankfurt
    forceDestroy: "yes"
    grant:
      - type: Group
        permissions: [READ]
---
apiVersion: s3.aws.upbound.io/v1beta1
kind: BucketPolicy
metadata:
  name: with-grants
spec:
  policy: "{}"
---
apiVersion: v1
kind: Secret
metadata:
  name: with-grants
"""


def write(folder: Path) -> Path:
    """The folder of sources."""
    files = {
        "crossplane.yaml": encode(META),
        **{f"crds/{number}.yaml": encode(one) for number, one in enumerate((BUCKETS, POLICIES, _QUEUES))},
        "examples/bucket/acl.yaml": _ACL,
        "examples/bucket/grants.yaml": _GRANTS,
        "examples/bucket/plain.yaml": _PLAIN,
    }
    return write_folder(folder / FOLDER, files)


@asynccontextmanager
async def examples(folder: Path, *keys: str, size: tuple[int, int] = (120, 40)) -> AsyncIterator[Shown]:
    """The screen of the examples after some keys."""
    write(folder)
    with chdir(folder):
        async with open_screen(FOLDER, size=size) as shown:
            await shown.press("E", *keys)
            yield shown
