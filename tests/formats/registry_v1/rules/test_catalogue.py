"""Every rule that is written is in the catalogue, for each subject that it is about."""

from importlib import import_module
from pkgutil import walk_packages

from xpkgtui.formats.registry_v1 import rules
from xpkgtui.formats.registry_v1.rules.catalogue import CATALOGUE
from xpkgtui.rules.rule import AnyRule, Rule


def test_every_rule_that_is_written_is_in_the_catalogue() -> None:
    modules = [import_module(one.name) for one in walk_packages(rules.__path__, f"{rules.__name__}.")]
    written = [one for module in modules for one in vars(module).values() if isinstance(one, Rule)]
    listed: tuple[AnyRule, ...] = (
        *CATALOGUE.image,
        *CATALOGUE.documents,
        *CATALOGUE.package,
        *CATALOGUE.examples,
    )
    assert len(written) > 50
    assert sorted(one.id for one in written) == sorted(one.id for one in listed)
