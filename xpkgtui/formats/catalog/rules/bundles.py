"""Rules about bundles: their names, their images, their properties and their versions."""

from collections import defaultdict
from collections.abc import Iterator

from xpkgtui.documents.position import FieldPath
from xpkgtui.errors import Malformed, parsed
from xpkgtui.formats.catalog.model.blobs import OBJECT, PACKAGE, Bundle
from xpkgtui.formats.catalog.model.releases import release_fault
from xpkgtui.formats.catalog.model.shapes import PROPERTIES, field_of, mismatch
from xpkgtui.formats.catalog.rules.rule import rule
from xpkgtui.formats.catalog.subject import CatalogSubject
from xpkgtui.formats.catalog.tools import BUNDLES, MODEL
from xpkgtui.golang.printing import quoted
from xpkgtui.oci.reference import is_fixed, reference_fault
from xpkgtui.rules.rule import Problem, Where
from xpkgtui.untyped import text
from xpkgtui.versions.blang import BlangVersion
from xpkgtui.visible import few


def _problem(
    one: Bundle, message: str, says: str | None, *path: str | int, met: tuple[int, int] | None = None
) -> Problem:
    return Problem(
        message=message,
        says=says,
        met=met,
        where=Where(document=one.document),
        path=FieldPath.of(*(path or ("name",))),
    )


@rule("FBC040", "a bundle has an unknown package or a duplicate name", "E - E", met=(BUNDLES, 0))
def bundle_names(catalog: CatalogSubject) -> Iterator[Problem]:
    """Each olm.bundle belongs to a package of the catalog, and no other bundle of that package has its name.

    Why: Channels refer to bundles by their names.
    When it bites: When opm reads the catalog.
    Fix: Name an existing package, and give the bundle a name that no other bundle of the package has.
    Source: operator-registry, alpha/declcfg/declcfg_to_model.go.
    """
    packages = catalog.model.package_names
    seen: set[tuple[str, str]] = set()
    for one in catalog.model.bundles:
        if not one.package:
            says = f"package name must be set for bundle {quoted(one.name)}"
            yield _problem(one, f"The bundle {one.name} has no package", says)
        elif one.package not in packages:
            says = f"unknown package {quoted(one.package)} for bundle {quoted(one.name)}"
            yield _problem(
                one, f"The bundle {one.name} belongs to the package {one.package}, which does not exist", says
            )
        elif (one.package, one.name) in seen:
            says = f"package {quoted(one.package)} has duplicate bundle {quoted(one.name)}"
            yield _problem(one, f"{one.package} has the bundle {one.name} twice", says)
        seen.add((one.package, one.name))


@rule("FBC041", "a bundle is in no channel", "E - E", met=(BUNDLES, 5))
def bundle_in_channel(catalog: CatalogSubject) -> Iterator[Problem]:
    """An entry of a channel of the package has the name of the bundle.

    Why: OLM never offers a bundle that is in no channel.
    When it bites: When opm reads the catalog.
    Fix: Add an entry to a channel, or remove the bundle.
    Source: operator-registry, alpha/declcfg/declcfg_to_model.go.
    """
    listed = {
        package: {entry.name for channel in channels for entry in channel.entries}
        for package, channels in catalog.model.channels_of.items()
    }
    for one in catalog.model.bundles:
        if one.name not in listed.get(one.package, ()):
            says = f"package {quoted(one.package)}, bundle {quoted(one.name)} not found in any channel entries"
            yield _problem(one, f"The bundle {one.name} is in no channel of {one.package}", says)


@rule("FBC042", "a bundle has no image", "E - E")
def bundle_image(catalog: CatalogSubject) -> Iterator[Problem]:
    """A bundle names the image that holds it, unless it embeds its objects.

    Why: Otherwise there is nothing to install.
    When it bites: When opm reads the catalog.
    Fix: Set image to the reference of the bundle.
    Source: operator-registry, alpha/model/model.go (Bundle.Validate).
    """
    for one in catalog.model.bundles:
        if not one.image and not one.of_type(OBJECT):
            yield _problem(one, f"The bundle {one.name} has no image", "bundle image must be set")


@rule("FBC043", "an image is not a usable reference", "E - E", met=(BUNDLES, 3))
def images_valid(catalog: CatalogSubject) -> Iterator[Problem]:
    """The image of a bundle and its related images are valid image references.

    Why: Only a valid reference can be pulled.
    When it bites: When opm reads the catalog.
    Fix: Write registry, repository, and a tag or a full digest.
    Source: operator-registry, alpha/declcfg/declcfg_to_model.go (validateImagePullSpec).
    """
    for one in catalog.model.bundles:
        lead = f"package {quoted(one.package)} bundle {quoted(one.name)}"
        images: list[tuple[str, str, tuple[str | int, ...]]] = [("image", one.image, ("image",))]
        for number, image in enumerate(one.related):
            images.append((f"relatedImages[{number}].image", image, ("relatedImages", number, "image")))
        for what, image, path in images:
            if image and (fault := reference_fault(image)):
                says = f"{lead} {what}: invalid image pull spec {quoted(image)}: {fault}"
                yield _problem(one, f"The image {image} of {one.name} is not a valid reference", says, *path)


@rule("FBC053", "an image of a bundle has neither tag nor digest", "W - W")
def images_fixed(catalog: CatalogSubject) -> Iterator[Problem]:
    """The image of a bundle and its related images have a tag or a digest; a related image has a name.

    Why: Mirrors skip an image without them, or the bundle with it, and the catalog leaves the version open.
    When it bites: When the catalog is mirrored, or the operator runs in a cluster without internet.
    Fix: Write tag or digest, best the digest; take empty entries out.
    Source: oc-mirror, issues 466 and 1071.
    """
    for one in catalog.model.bundles:
        loose: list[tuple[str | int, ...]] = [("image",)] if one.image and not is_fixed(one.image) else []
        names = [one.image] if loose else []
        empty: list[int] = []
        for number, image in enumerate(one.related):
            if not image:
                empty.append(number)
            elif not is_fixed(image) and not reference_fault(image):
                loose.append(("relatedImages", number, "image"))
                names.append(image)
        if loose:
            message = f"The bundle {one.name} names images with neither tag nor digest: {few(names, 3)}"
            yield _problem(one, message, None, *loose[0])
        if empty:
            message = f"The bundle {one.name} has related images without a reference: {len(empty)}"
            yield _problem(one, message, None, "relatedImages", empty[0])


@rule("FBC045", "a bundle lacks its own olm.package property", "E - E", met=(BUNDLES, 2))
def one_package_property(catalog: CatalogSubject) -> Iterator[Problem]:
    """A bundle has exactly one olm.package property, and its packageName is the package of the bundle.

    Why: OLM reads the version of the bundle from it.
    When it bites: When opm reads the catalog.
    Fix: Render the bundle again, or correct the property.
    Source: operator-registry, alpha/declcfg/declcfg_to_model.go.
    """
    for one in catalog.model.bundles:
        found = one.of_type(PACKAGE)
        if len(found) != 1:
            says = (
                f"package {quoted(one.package)} bundle {quoted(one.name)} "
                f'must have exactly 1 "olm.package" property, found {len(found)}'
            )
            yield _problem(one, f"The bundle {one.name} has {len(found)} properties olm.package", says, "properties")
        elif (name := text(field_of(found[0].value, "packageName"))) != one.package:
            says = f'package {quoted(one.package)} does not match "olm.package" property {quoted(name)}'
            message = f"The bundle {one.name} is of {one.package}, and its olm.package of {name}"
            yield _problem(one, message, says, "properties", found[0].index, "value")


@rule("FBC046", "the version or release of a bundle is malformed", "E - E", met=(BUNDLES, 4))
def versions_valid(catalog: CatalogSubject) -> Iterator[Problem]:
    """The version of a bundle is a semantic version. A release is well formed, and the name of the bundle ends with
    it.

    Why: OLM compares versions to choose upgrades.
    When it bites: When opm reads the catalog.
    Fix: Write three numbers without `v`; with a release, name the bundle `<package>-v<version>-<release>`.
    Source: operator-registry, alpha/declcfg/declcfg_to_model.go, alpha/model/model.go.
    """
    for one in catalog.model.bundles:
        if len(one.of_type(PACKAGE)) != 1:
            continue
        path = ("properties", one.of_type(PACKAGE)[0].index, "value")
        try:
            version = BlangVersion.parse(one.version)
        except Malformed as error:
            says = f"error parsing bundle {quoted(one.name)} version {quoted(one.version)}: {error}"
            yield _problem(one, f"The version {one.version} of {one.name} is not a semantic version", says, *path)
            continue
        if not one.release:
            continue
        if fault := release_fault(one.release):
            says = f"error parsing bundle {quoted(one.name)} release version {quoted(one.release)}: {fault}"
            yield _problem(one, f"The release {one.release} of {one.name} is malformed", says, *path)
            continue
        normal = f"{one.package}-v{version}-{one.release}"
        if one.name != normal:
            says = f"name {quoted(one.name)} does not match normalized name {quoted(normal)}"
            yield _problem(
                one,
                f"The bundle {one.name} has a release, and should be named {normal}",
                says,
                "name",
                met=(MODEL, 0),
            )
        if version.build:
            says = "cannot use build metadata in version with a release version"
            yield _problem(
                one, f"The bundle {one.name} has build metadata and a release", says, *path, met=(MODEL, 0)
            )


@rule("FBC047", "several bundles of a package have the same version", "E - E")
def versions_unique(catalog: CatalogSubject) -> Iterator[Problem]:
    """No other bundle of the package has the same version and release.

    Why: OLM could not tell two such bundles apart.
    When it bites: When opm reads the catalog.
    Fix: Give the newer bundle another version.
    Source: operator-registry, alpha/model/model.go (validateUniqueBundleVersions).
    """
    for package, bundles in catalog.model.bundles_of.items():
        by_version: dict[str, list[Bundle]] = defaultdict(list)
        for one in bundles.values():
            parsed_version = parsed(BlangVersion.parse, one.version)
            if parsed_version is not None:
                by_version[f"{parsed_version}-{one.release}" if one.release else str(parsed_version)].append(one)
        twice = {version: sorted(each, key=lambda one: one.name) for version, each in by_version.items() if each[1:]}
        parts = [f"{{{version}: [{', '.join(one.name for one in each)}]}}" for version, each in sorted(twice.items())]
        says = f"duplicate versions found in bundles: [{' '.join(parts)}]"
        for version, each in twice.items():
            names = few(each, 20, lambda one: one.name)
            yield _problem(each[-1], f"Several bundles of {package} have the version {version}: {names}", says)


@rule("FBC044", "a property lacks its type or value, or has a wrong one", "EW - EW", met=(BUNDLES, 1))
def properties_valid(catalog: CatalogSubject) -> Iterator[Problem]:
    """Each property has a type and a value, and the values of OLM's own types have the fields of their type.

    Why: OLM resolves dependencies by properties.
    When it bites: When opm reads the catalog. opm accepts a missing type, and `value: null`.
    Fix: Render the bundle again, or correct the property.
    Source: operator-registry, alpha/property/property.go.
    """
    for one in catalog.model.bundles:
        lead = f"parse properties for bundle {quoted(one.name)}: parse property"
        for each in one.properties:
            path = ("properties", each.index)
            shape = PROPERTIES.get(each.type)
            what = f"property {each.index} ({each.type or 'no type'}) of {one.name}"
            if not each.has_value:
                says = f"{lead}[{each.index}] of type {quoted(each.type)}: unexpected end of JSON input"
                yield _problem(one, f"The {what} has no value", says, *path)
            elif wrong := each.fault or (shape and mismatch(each.value, shape, (*path, "value"))):
                says = f"{lead}[{each.index}] of type {quoted(each.type)}: {wrong.says}"
                yield _problem(one, f"The {what} has a value of the wrong type", says, *path)
            elif not each.type:
                message = f"The {what} has no type"
                yield Problem(message=message, level=1, where=Where(document=one.document), path=FieldPath.of(*path))
