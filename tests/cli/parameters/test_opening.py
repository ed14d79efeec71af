"""How a source is opened by the settings of a command."""

from builders.cases import each_row

from xpkgtui.cli.context import CommandContext
from xpkgtui.cli.parameters.opening import open_options
from xpkgtui.settings.settings import settings_with


@each_row(("asked", "profile"), [("", "crossplane"), ("crossplane", "crossplane"), ("spec", "spec")])
def test_a_profile_is_asked_for_where_a_setting_names_it(asked: str, profile: str) -> None:
    settings = settings_with({}, {"profile": asked} if asked else {}, {})
    options = open_options(settings, CommandContext(environment={}))
    assert (options.profile, options.asked_profile) == (profile, asked)
