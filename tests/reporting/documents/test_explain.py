"""What is found in packages that were opened before."""

import json

from xpkgtui.formats.definitions.fields.search import FieldMatch, FieldOwner
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.schemas import FoundElsewhere, PackagesFound
from xpkgtui.reporting.contents.explained import Explained
from xpkgtui.reporting.documents.explain import explain

OWNER = FieldOwner(number=0, group="example.org", kind="Bucket", version="v1")


def found(package: str, version: str) -> FoundElsewhere:
    match = FieldMatch(owner=OWNER, path="spec.size", type="integer")
    return FoundElsewhere(
        source="a.example/b:v1", package=package, version=version, definition="XRD", name="x", made=0,
        match=match, others=("v0",),
    )  # fmt: skip


def test_a_package_without_a_name_or_a_tag_has_none() -> None:
    elsewhere = PackagesFound(words="size", found=(found("b", "v1"), found("", "")), count=2, packages=2)
    rows = json.loads(explain(Explained(inspection=Inspection(source=""), elsewhere=elsewhere)))["found"]
    assert [one["package"] for one in rows] == [
        {"source": "a.example/b:v1", "name": name, "version": version, "definition": "x", "others": ["v0"]}
        for name, version in (("b", "v1"), (None, None))
    ]
