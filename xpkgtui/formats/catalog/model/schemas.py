"""The shapes of the documents and the properties that opm decodes."""

from collections.abc import Mapping

from xpkgtui.formats.catalog.model.shapes import ANYTHING, Bytes, KnownFields, Many, Scalar, Shape, Texts

TEXT = Scalar("string", str)
FLAG = Scalar("bool", bool)
WHOLE = Scalar("int", int)
_WHOLE_32 = Scalar("int32", int)
_ALPHA = "v1alpha1"


def _struct(package: str, name: str, fields: "Mapping[str, Shape]") -> KnownFields:
    return KnownFields(name, f"{package}.{name}", fields)


def _texts(*names: str) -> "dict[str, Shape]":
    return dict.fromkeys(names, TEXT)


def _list(of: KnownFields) -> Many:
    return Many(of, f"[]{of.go}")


_STRINGS = Many(TEXT, "[]string")
_PROPERTIES = _list(_struct("property", "Property", {"type": TEXT, "value": ANYTHING}))
_ICON = _struct("declcfg", "Icon", {"base64data": Bytes(), "mediatype": TEXT})
_ENTRY = _struct("declcfg", "ChannelEntry", {**_texts("name", "replaces", "skipRange"), "skips": _STRINGS})
_REFERENCE = _struct("declcfg", "PackageScopedReference", _texts("schema", "name"))
_DEPRECATED = _struct("declcfg", "DeprecationEntry", {"reference": _REFERENCE, "message": TEXT})
_IMAGE = _struct("declcfg", "RelatedImage", _texts("name", "image"))
PACKAGE = _struct(
    "declcfg",
    "Package",
    {**_texts("schema", "name", "defaultChannel", "description"), "icon": _ICON, "properties": _PROPERTIES},
)
CHANNEL = _struct(
    "declcfg", "Channel", {**_texts("schema", "name", "package"), "entries": _list(_ENTRY), "properties": _PROPERTIES}
)
BUNDLE = _struct(
    "declcfg",
    "Bundle",
    {**_texts("schema", "name", "package", "image"), "properties": _PROPERTIES, "relatedImages": _list(_IMAGE)},
)
DEPRECATIONS = _struct("declcfg", "Deprecation", {**_texts("schema", "package"), "entries": _list(_DEPRECATED)})
_GVK = _texts("group", "kind", "version")


def _descriptor(name: str) -> Many:
    fields = {**_texts("path", "displayName", "description"), "x-descriptors": _STRINGS, "value": ANYTHING}
    return _list(_struct(_ALPHA, name, fields))


_DESCRIBED: "dict[str, Shape]" = {
    **_texts("name", "version", "kind", "displayName", "description"),
    "resources": _list(_struct(_ALPHA, "APIResourceReference", _texts("name", "kind", "version"))),
    "statusDescriptors": _descriptor("StatusDescriptor"),
    "specDescriptors": _descriptor("SpecDescriptor"),
    "actionDescriptors": _descriptor("ActionDescriptor"),
}
_CRDS = _list(_struct(_ALPHA, "CRDDescription", _DESCRIBED))
_SERVICES = _list(
    _struct(
        _ALPHA,
        "APIServiceDescription",
        {**_DESCRIBED, **_texts("group", "deploymentName"), "containerPort": _WHOLE_32},
    )
)
_LINK = _struct(_ALPHA, "AppLink", _texts("name", "url"))
_MODE = KnownFields(
    "InstallMode", "v1alpha1.InstallMode", {"type": Scalar("v1alpha1.InstallModeType", str), "supported": FLAG}
)
PROPERTIES: Mapping[str, KnownFields] = {
    "olm.package": _struct("property", "Package", _texts("packageName", "version", "release")),
    "olm.package.required": _struct("property", "PackageRequired", _texts("packageName", "versionRange")),
    "olm.gvk": _struct("property", "GVK", _GVK),
    "olm.gvk.required": _struct("property", "GVKRequired", _GVK),
    "olm.bundle.object": _struct("property", "BundleObject", {"data": Bytes()}),
    "olm.channel": _struct("property", "Channel", {"channelName": TEXT, "priority": WHOLE}),
    "olm.csv.metadata": _struct(
        "property",
        "CSVMetadata",
        {
            **_texts("description", "displayName", "maturity", "minKubeVersion"),
            "annotations": Texts(),
            "labels": Texts(),
            "apiServiceDefinitions": _struct(
                _ALPHA, "APIServiceDefinitions", dict.fromkeys(("owned", "required"), _SERVICES)
            ),
            "crdDescriptions": _struct(
                _ALPHA, "CustomResourceDefinitions", dict.fromkeys(("owned", "required"), _CRDS)
            ),
            "installModes": _list(_MODE),
            "keywords": _STRINGS,
            "links": _list(_LINK),
            "maintainers": _list(_struct(_ALPHA, "Maintainer", _texts("name", "email"))),
            "nativeAPIs": _list(_struct("v1", "GroupVersionKind", _GVK)),
            "provider": _LINK,
        },
    ),
}
