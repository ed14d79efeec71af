"""Catalogs that cost much: work that is counted stays in proportion to what is read."""

import json
from collections.abc import Iterator

from builders.cases import each_row
from builders.work import calls

from xpkgtui.documents.stream import split
from xpkgtui.formats.catalog.model.blobs import (
    CHANNEL,
    Bundle,
    CatalogModel,
    Channel,
    Deprecated,
    Deprecations,
    Package,
    Property,
)
from xpkgtui.formats.catalog.rules.packages import deprecated_references
from xpkgtui.formats.catalog.rules.requirements import requirements
from xpkgtui.formats.catalog.subject import CatalogSubject, plain_json
from xpkgtui.formats.catalog.written.upgrades import package_upgrades


class Walked(tuple[Channel, ...]):
    """Channels that count how often somebody looks at all of them."""

    times = 0

    def __iter__(self) -> Iterator[Channel]:
        """Counts one more look."""
        type(self).times += 1
        return super().__iter__()


def test_the_channels_of_a_package_are_walked_once_for_all_its_deprecations() -> None:
    entries = tuple(Deprecated(schema=CHANNEL, name="c", message="m") for _ in range(50))
    model = CatalogModel(
        channels_of={"p": Walked((Channel(document=1, name="c", package="p"),))},
        deprecations=(Deprecations(document=2, package="p", entries=entries),),
    )
    subject = CatalogSubject(model=model, stream=split(b""))
    assert len(list(deprecated_references.check(subject))) == 49
    assert Walked.times == 1


def requiring(many: int) -> int:
    """The work for bundles that require a version which no bundle of their package has."""
    value = {"packageName": "p", "versionRange": ">=9.0.0 <10.0.0"}
    required = Property(type="olm.package.required", value=value)
    bundles = [
        Bundle(document=at, name=f"b{at}", package="p", properties=(_version(f"1.{at}.0"), required))
        for at in range(many)
    ]
    subject = CatalogSubject(model=CatalogModel.of(bundles), stream=split(b""))
    return calls(lambda: list(requirements.check(subject)))


class Deprecating(tuple[Deprecations, ...]):
    """Deprecations that count how often somebody looks at all of them."""

    times = 0

    def __iter__(self) -> Iterator[Deprecations]:
        """Counts one more look."""
        type(self).times += 1
        return super().__iter__()


def test_the_upgrades_of_a_package_are_made_without_a_look_at_the_others() -> None:
    names = [f"p{at}" for at in range(50)]
    model = CatalogModel(
        packages=tuple(Package(document=1, name=name, default="c") for name in names),
        deprecations=Deprecating(Deprecations(document=2, package=name) for name in names),
    )
    assert [package_upgrades(model, name).default for name in names] == ["c"] * 50
    assert Deprecating.times == 1


def _version(text: str) -> Property:
    return Property(type="olm.package", value={"packageName": "p", "version": text})


def test_no_requirement_is_compared_with_every_version() -> None:
    requiring(1)
    assert requiring(400) < 2.5 * requiring(200)


def test_plain_json_is_read_as_json() -> None:
    value = {"schema": "olm.bundle", "a": [True, None, "b\n\u00e9"], "c": {}}
    assert plain_json(json.dumps(value, ensure_ascii=False).encode()) == value


OTHERWISE = (
    *('{"a": 1}', '{"a": 1.5}', '{"a": NaN}', '{"a": "", "a": ""}', '{"<<": {}}', '{"a": "\\u00e9"}', "[]", "{a: b}"),
    *('{"a": ' * 5_000, "{} {}", '{"a": "\\/"}'),
)


@each_row("text", OTHERWISE)
def test_json_that_yaml_may_read_otherwise_is_left_to_it(text: str) -> None:
    assert plain_json(text.encode()) is None
