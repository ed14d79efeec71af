"""The dependencies of a bundle: what it declares, and who provides that in the catalogs that are named."""

import json
from dataclasses import replace

from xpkgtui.documents.stream import split
from xpkgtui.errors import Usage
from xpkgtui.formats.dependencies.needed import DependencyTree
from xpkgtui.formats.dependencies.operators.offers import OfferedEntry
from xpkgtui.formats.dependencies.operators.requirements import REFUSED_BY_V1, OfferedBundle, api_of, requirements_of
from xpkgtui.formats.dependencies.operators.resolver import PreferredCatalogs, Resolver
from xpkgtui.formats.dependencies.operators.tree import Catalogs, OperatorTree, named_by, opened
from xpkgtui.formats.dependencies.questions import (
    Asking,
    PackageContents,
    PackageDependencies,
    ResolveOptions,
    RootPackage,
)
from xpkgtui.formats.go_decoding.loosely import lowered, text_of
from xpkgtui.formats.registry_v1.layout import CRD, CSV, PACKAGE
from xpkgtui.formats.registry_v1.rules.declarations import LABEL, dependencies_in, values_of
from xpkgtui.formats.registry_v1.rules.metadata.requirements import is_rendered, provided_by, required_by
from xpkgtui.formats.registry_v1.subject import BundleSubject, Examination
from xpkgtui.untyped import field

_FURTHER = "--catalog SOURCE finds who provides that"
_LOST = "the dependency olm.label is lost: opm makes of it a label that the bundle has itself"


class BundleDependencies(PackageDependencies):
    """The dependencies of bundles, as OLM v0 resolves them."""

    lacking = "it has no ClusterServiceVersion that tools find and read"

    def holds(self, contents: PackageContents) -> OfferedBundle:
        """What the bundle provides and requires."""
        stream = split(contents.data, limits=contents.case.options.limits)
        examination = Examination(contents.case, contents.data, stream)
        files = {one.document: one.file for one in contents.objects.heads}
        for chunk in stream.chunks:
            if chunk.kind in (CSV, CRD) or not (files.get(chunk.number) or "manifests/").startswith("manifests/"):
                examination.remember(examination.document(chunk))
        return _offered(examination.package())

    def direct(self, root: RootPackage) -> DependencyTree:
        """What the bundle declares."""
        account = _account(root, Catalogs())
        if account is None:
            return DependencyTree(unread=root.opened.fault or self.lacking)
        bundle = root.opened.holds
        assert isinstance(bundle, OfferedBundle)
        account.declare(bundle.requires)
        tree = account.tree(is_resolved=False, further=_FURTHER)
        return tree if bundle.is_whole else replace(tree, unread=tree.unread or self.lacking)

    def resolve(self, root: RootPackage, options: ResolveOptions) -> Asking:
        """Who provides that in the catalogs; raises `Usage` where it needs one and has none."""
        if not options.catalogs and not options.installed:
            alone = self.direct(root)
            if alone.packages and not alone.edges and not alone.unread:
                return alone
            hint = "Name one with --catalog SOURCE, or what is installed with --installed FILE."
            raise Usage("OLM finds dependencies in catalogs", hint=hint)
        catalogs = yield from opened(options)
        account = _account(root, catalogs)
        bundle = root.opened.holds
        if account is None or not isinstance(bundle, OfferedBundle):
            return DependencyTree(unread=root.opened.fault or self.lacking)
        account.resolve(Resolver(OfferedEntry(bundle=bundle), PreferredCatalogs(catalogs.offers)))
        account.count(catalogs.installed)
        tree = account.tree(is_resolved=True)
        fault = (yield from named_by(account.chosen)) if options.images else ""
        return replace(tree, unread=tree.unread or fault or ("" if bundle.is_whole else self.lacking))


DEPENDENCIES = BundleDependencies()


def _account(root: RootPackage, catalogs: Catalogs) -> OperatorTree | None:
    bundle = root.opened.holds
    if not isinstance(bundle, OfferedBundle):
        return None
    account = OperatorTree(root.source, "Bundle", bundle.version, catalogs=catalogs.offers, unread=catalogs.unread)
    if bundle.refused:
        account.refused_by_v1(bundle.name, bundle.refused)
    if bundle.labels:
        account.remark(_LOST)
    return account


def _offered(bundle: BundleSubject) -> OfferedBundle:
    """The bundle as opm writes it into a catalog, its requirements by type and value."""
    required = sorted(
        ((one.kind, one.value) for one in required_by(bundle)),
        key=lambda one: (one[0], json.dumps(one[1], default=str, separators=(",", ":"))),
    )
    refused = [kind for kind, _ in required if kind in REFUSED_BY_V1]
    properties = bundle.csv.spec if bundle.csv else {}
    return OfferedBundle(
        name=bundle.csv.name if bundle.csv else "",
        package=values_of(bundle).get(PACKAGE, ""),
        version=text_of(field(properties, "version")),
        provides=frozenset(map(api_of, provided_by(bundle))),
        labels=frozenset(
            str(lowered(value, "label")) for item in bundle.items for _, value in dependencies_in(item, LABEL)
        ),
        requires=requirements_of(required),
        is_whole=bundle.csv is not None,
        refused=refused[0] if refused and is_rendered(bundle) else "",
    )
