"""The order in which opm, operator-sdk, OLM v1 and RukPak meet what is wrong with a bundle; each names the first."""

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

from xpkgtui.formats.registry_v1.tools.profiles import HUB, OLMV1, OPM, RUKPAK, SDK
from xpkgtui.formats.registry_v1.tools.turns import OlmV1Turn, OpmTurn, RukPakTurn, SdkTurn
from xpkgtui.rules.finding import Finding

_LOADING = "error loading objs in directory: "
_ENDS = ("unable to parse C", "unsupported CRD version", "invalid bundle: contains multiple CSVs")
"""What ends the loading of operator-sdk at once; other faults of files are collected."""
_BEFORE_VERSION = ("apiVersion.", "kind.", "metadata.", "spec.install.")
"""Fields that Go converts before spec.version; `spec` itself, too."""
_AT_ONCE, _LAST = -1, 99


_NAMES = re.compile(r"'([^']*)'")
_BY_NAME = ("OLM050", "OLM052", "OLM070", "OLM071", "OLM072", "OLM074")
"""Rules of OLM v1 that sort what they refuse."""


class _At(NamedTuple):
    """Where a tool meets a finding: it makes its passes one after the other, some of them file by file."""

    turn: int
    step: int = 0
    is_by_file: bool = False
    names: tuple[str, ...] = ()
    """What the tool sorts the findings of a step by."""


_ANNOTATIONS = {
    "OLM003": 0,
    **dict.fromkeys(("OLM005", "OLM006", "OLM007", "OLM008", "OLM009", "OLM010"), 1),
}
_DEPENDENCIES = ("OLM020", "OLM021", "OLM022", "OLM023", "OLM024")
"""What opm checks of metadata/, and operator-sdk, too."""
_VERSION = ("OLM031", "OLM037", "OLM053", "OLM038", "OLM033", "OLM073", "OLM036", "OLM032", "OLM039")
"""The checks of a ClusterServiceVersion in operator-framework/api."""
_BUNDLE = ("OLM052", "OLM050", "OLM051", "OLM063", "OLM016")
_HUB = ("OLM080", "OLM081", "OLM082", "OLM035", "OLM083", "OLM064", "OLM084", "OLM085", "OLM087")
_PARSED = {"OLM012": 0, "OLM014": 1, "OLM018": 1, "OLM061": 2, "OLM060": 3}
_CONVERTED = ("OLM035", "OLM042", "OLM044")
_INSTALLED = ("OLM070", "OLM052", "OLM050", "OLM007", "OLM073", "OLM071", "OLM072", "OLM074", "OLM075", "OLM060")
"""The validators of OLM v1; two of them stand for OLM070, OLM072 and OLM074 each."""
_REFUSED = (
    "AllNamespace install mode must be enabled",
    "apiServiceDefintions are not supported",
    "webhookDefinitions are not supported",
)
"""What RukPak refuses at the end, in its order."""
_LATER = ("invalid cluster service version strategy", "webhook of type", "conversion webhook '")
"""How the second of the two begins."""


def met(profile: str, one: Finding) -> tuple[object, ...] | None:
    """What sorts the findings of a profile as its tool meets them; None where no tool speaks for the profile."""
    find = _TOOLS.get(profile)
    if find is None:
        return None
    at, place = find(one, one.says or ""), one.place
    where = (place.file or place.path or "", place.document or 0) if at.is_by_file else ("", 0)
    return at.turn, *where, at.step, at.names, place.document or 0, place.line or 0, one.rule


def _opm(one: Finding, says: str) -> _At:
    rule = one.rule
    if rule in ("OLM001", "OLM002", "OLM026"):
        return _At(OpmTurn.FOLDERS)
    if rule in _ANNOTATIONS:
        return _At(OpmTurn.ANNOTATIONS, _ANNOTATIONS[rule])
    if rule in _DEPENDENCIES:
        return _At(OpmTurn.DEPENDENCIES)
    if says.startswith("panic"):
        return _At(OpmTurn.ANNOTATIONS if rule == "OLM027" else OpmTurn.MANIFESTS)
    if "error getting bundle CSV" in says:
        return _At(OpmTurn.BUNDLE, _AT_ONCE)
    if rule == "OLM050" or (rule == "OLM042" and says.startswith("Error: ")):
        return _At(OpmTurn.BUNDLE)
    if rule in _PARSED and rule != "OLM061":
        return _At(OpmTurn.MANIFESTS, _PARSED[rule], True)
    if rule in _CONVERTED:
        return _At(OpmTurn.MANIFESTS, _conversion(one), True)
    return _At(OpmTurn.MANIFESTS, 20 + _step(_VERSION, one), True)


def _sdk(one: Finding, says: str) -> _At:
    rule = one.rule
    if rule in ("OLM002", "OLM003"):
        return _At(SdkTurn.METADATA)
    if rule in ("OLM001", "OLM026") or says.startswith("The directory "):
        return _At(SdkTurn.FILES)
    if says.startswith("unable to find a csv"):
        return _At(SdkTurn.VERSION)
    if not says.startswith(_LOADING):
        return _At(SdkTurn.CHECKED) if says.startswith("panic") else _checked(one)
    if says.removeprefix(_LOADING).startswith(_ENDS):
        step = _AT_ONCE if rule == "OLM030" else int(rule != "OLM035")
        return _At(SdkTurn.LOADING, step, True)
    return _At(SdkTurn.LOADED, _PARSED.get(rule, 0), True)


def _checked(one: Finding) -> _At:
    """Where operator-sdk meets what is wrong with a bundle that it has loaded."""
    rule = one.rule
    if rule in _ANNOTATIONS:
        return _At(SdkTurn.ANNOTATIONS)
    if rule in _DEPENDENCIES:
        return _At(SdkTurn.DEPENDENCIES)
    if rule in _BUNDLE:
        return _At(SdkTurn.BUNDLE, _BUNDLE.index(rule))
    if rule in _VERSION:
        return _At(SdkTurn.SERVICE, _step(_VERSION, one))
    if rule in ("OLM018", "OLM060", "OLM061", "OLM062"):
        return _At(SdkTurn.OBJECTS, 0, True)
    return _At(SdkTurn.DEFINITIONS) if rule == "OLM054" else _At(SdkTurn.OPTIONAL, _step(_HUB, one))


def _olm_v1(one: Finding, says: str) -> _At:
    rule = one.rule
    if rule == "OLM025":
        return _At(OlmV1Turn.RESOLVER)
    if rule == "OLM002" or (rule in ("OLM003", "OLM004") and not says.startswith("package name")):
        return _At(OlmV1Turn.ANNOTATIONS)
    if rule in ("OLM001", "OLM012", "OLM014", "OLM026", "OLM061"):
        return _At(OlmV1Turn.MANIFESTS, _PARSED.get(rule, 0), True)
    if rule in _CONVERTED:
        return _At(OlmV1Turn.MANIFESTS, _conversion(one), True)
    if rule == "OLM030":
        return _At(OlmV1Turn.VERSION)
    if rule in ("OLM040", "OLM017"):
        return _At(OlmV1Turn.PROPERTIES, int(rule == "OLM017"))
    if rule in ("OLM076", "OLM034"):
        return _At(OlmV1Turn.SUPPORTED, int(rule == "OLM034"))
    rule = "OLM007" if rule == "OLM003" else rule
    step = _INSTALLED.index(rule) if rule in _INSTALLED else _LAST
    names = _names(says) if rule in _BY_NAME else ()
    return _At(OlmV1Turn.INSTALLED, 2 * step + says.startswith(_LATER), names=names)


def _rukpak(one: Finding, says: str) -> _At:
    rule = one.rule
    if rule in ("OLM002", "OLM003", "OLM004"):
        return _At(RukPakTurn.ANNOTATIONS)
    if rule in ("OLM001", "OLM012", "OLM014", "OLM061") or says.startswith("read "):
        return _At(RukPakTurn.MANIFESTS, 0, True)
    if rule in _CONVERTED:
        return _At(RukPakTurn.CONVERTED, _conversion(one), True)
    return _At(RukPakTurn.INSTALLED, _REFUSED.index(says) if says in _REFUSED else _LAST)


def _names(says: str) -> tuple[str, ...]:
    """The names in a message as OLM v1 sorts them: by the deployment, the type, then the name of a webhook."""
    found = tuple(_NAMES.findall(says))
    if says.startswith("duplicate webhook"):
        return found[::-1]
    return (*found[-1:], *found[:-1]) if "non-existent deployment" in says else found


def _conversion(one: Finding) -> int:
    """The step at which Go converts a field."""
    field = f"{one.place.field or ''}."
    if one.rule != "OLM044":
        return 11
    return 10 if field == "spec." or field.startswith(_BEFORE_VERSION) else 12


def _step(order: tuple[str, ...], one: Finding) -> int:
    """The step of a rule; that apiVersion is missing is the last that a ClusterServiceVersion is checked for."""
    if "'apiVersion'" in (one.says or ""):
        return _LAST
    return order.index(one.rule) if one.rule in order else _LAST


_TOOLS: Mapping[str, Callable[[Finding, str], _At]] = {
    OPM: _opm,
    SDK: _sdk,
    HUB: _sdk,
    OLMV1: _olm_v1,
    RUKPAK: _rukpak,
}
