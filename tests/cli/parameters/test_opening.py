"""How a source is opened by the settings of a command."""

from collections.abc import Mapping

import pytest

from xpkgtui.cli.context import CommandContext
from xpkgtui.cli.parameters.opening import open_options
from xpkgtui.inspection.messages.requests import Reach
from xpkgtui.settings.settings import settings_with


@pytest.mark.parametrize(
    ("flags", "profile", "asked"),
    [
        ({}, "crossplane", ""),
        ({"profile": "crossplane"}, "crossplane", "crossplane"),
        ({"profile": "spec"}, "spec", "spec"),
    ],
)
def test_a_profile_is_asked_for_where_a_setting_names_it(
    flags: Mapping[str, object], profile: str, asked: str
) -> None:
    options = open_options(settings_with({}, flags, {}), CommandContext(environment={"A": "b"}))
    assert (options.profile, options.asked_profile) == (profile, asked)
    assert (options.price, options.platform, options.reach, options.base) == (-1, "", Reach.PATH, None)
    assert (dict(options.access.environment), options.children) == ({"A": "b"}, False)


def test_options_are_those_of_the_settings() -> None:
    flags = {
        "plain_http": ("a.example",),
        "insecure": ("b.example",),
        "private_storage": ("c.example",),
        "offline": True,
    }
    settings = settings_with({}, {**flags, "exclude": ("b/*,a",), "crossplane": "2.1", "limits": ("layers=5",)}, {})
    options = open_options(settings, CommandContext(environment={}))
    access = options.access
    found = [sorted(one) for one in (access.plain_http, access.insecure, access.private_storage)]
    assert found == [["a.example"], ["b.example"], ["c.example"]]
    assert (access.offline, access.refresh, access.ca_file) == (True, False, None)
    assert (options.exclude, options.crossplane, options.limits.layers) == (("a", "b/*"), "2.1", 5)
