"""Fields that rules require, as upjet writes them."""

import pytest

from xpkgtui.formats.definitions.changes.requirements import RequiredField, requirements

POLICIES = "!('*' in self.managementPolicies || 'Create' in self.managementPolicies) || "


@pytest.mark.parametrize(
    ("rule", "found"),
    [
        ("has(self.a.b)", [RequiredField(path="a.b", has_policies=False, instead="")]),
        (f"{POLICIES}has(self.a)", [RequiredField(path="a", has_policies=True, instead="")]),
        (
            f"{POLICIES}has(self.a) || (has(self.initProvider) && has(self.initProvider.a))",
            [RequiredField(path="a", has_policies=True, instead="initProvider.a")],
        ),
        ("has(self.other)", []),
        ("self.a > 1", []),
    ],
)
def test_a_rule_requires_a_field_that_the_schema_has(rule: str, found: list[RequiredField]) -> None:
    assert list(requirements([{"rule": rule}], {"properties": {"a": {}}})) == found
