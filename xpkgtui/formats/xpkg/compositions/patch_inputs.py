"""What function-patch-and-transform refuses of its input, in its own words, before it looks at a composite resource.

Written after validate.go, fn.go and patches.go of the function at 55116ae (2026-08).
"""

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.xpkg.compositions.decoded_inputs import InputFault, undecoded
from xpkgtui.golang.printing import as_json, quoted
from xpkgtui.golang.regexp.syntax import complaint
from xpkgtui.untyped import field, listing, mapping, text

_Node = dict[str, Any]
_Fault = InputFault | None
_DEFAULT = "FromCompositeFieldPath"
_SIMPLE = frozenset({_DEFAULT, "ToCompositeFieldPath", "FromEnvironmentFieldPath", "ToEnvironmentFieldPath"})
_COMBINING = frozenset(
    {"CombineFromComposite", "CombineToComposite", "CombineFromEnvironment", "CombineToEnvironment"}
)
_OF_ENVIRONMENT = _SIMPLE | {"CombineFromComposite", "CombineToComposite"}
_OF_SETS = _SIMPLE | _COMBINING
_OF_RESOURCES = _OF_SETS | {"PatchSet"}
_POLICIES = {
    "toFieldPath": (
        *("Replace", "MergeObjects", "MergeObjectsAppendArrays", "ForceMergeObjects"),
        *("ForceMergeObjectsAppendArrays", "MergeObject", "AppendArray"),
    ),
    "fromFieldPath": ("Required", "Optional"),
}
_CHECKS = ("NonEmpty", "MatchString", "MatchInteger", "MatchTrue", "MatchFalse", "MatchCondition", "None")
_DETAILS = {
    "FromConnectionSecretKey": (
        "fromConnectionSecretKey",
        "from connection secret key connection detail requires a key",
    ),
    "FromFieldPath": ("fromFieldPath", "from field path connection detail requires a field path"),
    "FromValue": ("value", "value connection detail requires a value"),
}
_MATH = {
    "Multiply": ("multiply", "a multiply"),
    "ClampMin": ("clampMin", "a clamp min"),
    "ClampMax": ("clampMax", "a clamp max"),
}
_STRINGS = {
    "Format": ("fmt", "format transform requires a format"),
    "Convert": ("convert", "convert transform requires a conversion type"),
    "TrimPrefix": ("trim", "trim transform requires a trim value"),
    "TrimSuffix": ("trim", "trim transform requires a trim value"),
    "Regexp": ("regexp", "regexp transform requires a regexp"),
    "Join": ("join", "join transform requires a join"),
    "Replace": ("replace", "replace transform requires a replace"),
}
_CONVERSIONS = (
    *("ToUpper", "ToLower", "ToJson", "ToBase64", "FromBase64"),
    *("ToSha1", "ToSha256", "ToSha512", "ToAdler32"),
)
_FORMATS = ("none", "quantity", "json")
_LONGEST_GUESS = 80
_TYPES = ("string", "bool", "int", "int64", "float64", "object", "array")


def faults_of(given: _Node, *, is_first: bool) -> Iterator[InputFault]:
    """What the function refuses of an input, and what it loses; `is_first` says whether its step is the first one.

    The function itself says the first of these alone. Each patch, detail and check has at most one.
    """
    found = list(undecoded(given))
    yield from found
    if not any(one.is_decoding for one in found):
        yield from _invalid_parts(given)
        yield from _unresolved(given)
        yield from _bases(given, is_first=is_first)


def transform_faults(transforms: object, at: FieldPath) -> Iterator[InputFault]:
    """The first fault of transforms below the spec of a native Composition, which the function's are copies of."""
    yield from islice(_found(_transform, transforms, at), 1)


def _required(at: FieldPath, name: str, detail: str) -> InputFault:
    return _refused(at, at.child(name), f"Required value: {detail}", detail, f"Set {name}.")


def _invalid(
    at: FieldPath, value: str, detail: str, known: tuple[str, ...] = (), *, is_plain: bool = False
) -> InputFault:
    """A value that is none of the known ones; `is_plain` says whether Go prints it as text or as JSON."""
    from difflib import get_close_matches

    near = get_close_matches(value, known, n=1, cutoff=0.6) if len(value) < _LONGEST_GUESS else []
    hint = f"; did you mean {near[0]}?" if near else ""
    fix = f"Write one of {', '.join(known)}." if known else ""
    says = f"Invalid value: {quoted(value) if is_plain else as_json(value)}: {detail}"
    return _refused(at, at, says, f"{detail} {value}{hint}" if value else f"{detail}: it is empty", fix)


def _refused(at: FieldPath, path: FieldPath, complaint: str, message: str, fix: str) -> InputFault:
    named = FieldPath(path.parts[2:]) if path.parts[0] == "patchSets" else path
    lead = "" if path.parts[:1] == ("spec",) else "invalid Function input: "
    return InputFault(at, message, f"{lead}{_named(named)}: {complaint}", fix)


def _named(path: FieldPath) -> str:
    """The path as Go has it: policies have the names of its methods, types of the environment are keys."""
    parts = path.parts
    match parts:
        case (*_, "policy", _):
            return f"{path}Policy"
        case ("environment", "patches", int(), "type"):
            return f"{FieldPath(parts[:-1])}[type]"
    return str(path)


def items(value: object, at: FieldPath) -> Iterator[tuple[_Node, FieldPath]]:
    """The items of a list; null is an empty one, as Go decodes it."""
    return ((mapping(one), at.child(number)) for number, one in enumerate(listing(value)))


def _found(judge: Callable[[_Node, FieldPath], _Fault], value: object, at: FieldPath) -> Iterator[InputFault]:
    return (fault for one, path in items(value, at) if (fault := judge(one, path)))


def _invalid_parts(given: _Node) -> Iterator[InputFault]:
    for one, at in items(given.get("patchSets"), FieldPath.of("patchSets")):
        yield from _named_one(one, at)
        yield from _found(_patch_of_set, one.get("patches"), at.child("patches"))
    environment = listing(field(given, "environment", "patches"))
    if not listing(given.get("resources")) and not environment:
        yield _required(FieldPath(), "resources", "resources or environment patches are required")
    for one, at in items(given.get("resources"), FieldPath.of("resources")):
        yield from _named_one(one, at)
        yield from _found(_patch_of_resource, one.get("patches"), at.child("patches"))
        yield from _found(_detail, one.get("connectionDetails"), at.child("connectionDetails"))
        yield from _found(_check, one.get("readinessChecks"), at.child("readinessChecks"))
    yield from _found(_patch_of_environment, environment, FieldPath.of("environment", "patches"))


def _named_one(one: _Node, at: FieldPath) -> Iterator[InputFault]:
    if not one.get("name"):
        yield _required(at, "name", "name is required")


def _detail(one: _Node, at: FieldPath) -> _Fault:
    kind = text(one.get("type"))
    if not kind:
        return _required(at, "type", "connection detail type is required")
    if kind not in _DETAILS:
        return _invalid(at.child("type"), kind, "unknown connection detail type", (*_DETAILS,), is_plain=True)
    if not one.get("name"):
        return _required(at, "name", "name is required")
    key, detail = _DETAILS[kind]
    return _required(at, key, detail) if one.get(key) is None else None


def _check(one: _Node, at: FieldPath) -> _Fault:
    kind = text(one.get("type"))
    if kind not in _CHECKS:
        return _invalid(at.child("type"), kind, "unknown readiness check type", _CHECKS, is_plain=True)
    if kind == "MatchCondition":
        condition, inner = one.get("matchCondition"), at.child("matchCondition")
        missing = [key for key in ("type", "status") if not field(condition, key)]
        if condition is None or not missing:
            return None
        return _required(inner, missing[0], "cannot be empty for type MatchCondition")
    wanted = {"MatchString": "matchString", "MatchInteger": "matchInteger"}.get(kind)
    if wanted and one.get(wanted) is None:
        return _required(at, wanted, f"cannot be nil for type {kind}")
    return _required(at, "fieldPath", "cannot be empty") if kind != "None" and one.get("fieldPath") is None else None


def _patch_of_resource(one: _Node, at: FieldPath) -> _Fault:
    return _patch(one, at, _OF_RESOURCES)


def _patch_of_set(one: _Node, at: FieldPath) -> _Fault:
    if one.get("type") == "PatchSet":
        detail = "patch type *v1beta1.PatchSetPatch does not support patch of type PatchSet"
        return _invalid(at.child("type"), "PatchSet", detail)
    return _patch(one, at, _OF_SETS)


def _patch_of_environment(one: _Node, at: FieldPath) -> _Fault:
    kind = text(one.get("type")) or _DEFAULT
    if kind not in _OF_ENVIRONMENT:
        return _invalid(at.child("type"), kind, "invalid environment patch type", (*sorted(_OF_ENVIRONMENT),))
    return _patch(one, at, _OF_ENVIRONMENT)


def _patch(one: _Node, at: FieldPath, types: frozenset[str]) -> _Fault:
    kind = text(one.get("type")) or _DEFAULT
    if kind in _COMBINING:
        return _combining(one, at, kind)
    if kind not in types:
        return _invalid(at.child("type"), kind, "unknown patch type", (*sorted(types),))
    wanted = "patchSetName" if kind == "PatchSet" else "fromFieldPath"
    if not one.get(wanted):
        return _required(at, wanted, f"{wanted} must be set for patch type {kind}")
    fault = next(_found(_transform, one.get("transforms"), at.child("transforms")), None)
    return fault or next(_policies(one.get("policy"), at.child("policy")), None)


def _policies(policy: object, at: FieldPath) -> Iterator[InputFault]:
    for key, known in _POLICIES.items():
        value = field(policy, key)
        if value is not None and value not in known:
            yield _invalid(at.child(key), text(value), f"unknown {key}Policy", known)


def _combining(one: _Node, at: FieldPath, kind: str) -> _Fault:
    combine, inner = one.get("combine"), at.child("combine")
    if combine is None:
        return _required(at, "combine", f"combine must be set for patch type {kind}")
    # Without toFieldPath the field is that of fromFieldPath, which such a patch does not read.
    to = one.get("toFieldPath")
    if not (one.get("fromFieldPath") if to is None else to):
        return _required(at, "toFieldPath", f"toFieldPath must be set for patch type {kind}")
    strategy = text(combine.get("strategy"))
    if not strategy:
        return _required(inner, "strategy", "a combine strategy must be provided")
    if strategy != "string":
        return _invalid(inner.child("strategy"), strategy, "unknown strategy type", ("string",))
    if combine.get("string") is None:
        return _required(inner, "string", "string must be set for combine strategy string")
    variables = inner.child("variables")
    if not listing(combine.get("variables")):
        return _required(inner, "variables", "at least one variable must be provided")
    return next(_found(_variable, combine["variables"], variables), None)


def _variable(one: _Node, at: FieldPath) -> _Fault:
    detail = "fromFieldPath must be set for each combine variable"
    return None if one.get("fromFieldPath") else _required(at, "fromFieldPath", detail)


def _transform(one: _Node, at: FieldPath) -> _Fault:
    kind = text(one.get("type"))
    if kind not in _TRANSFORMS:
        return _invalid(at.child("type"), kind, "unknown transform type", (*_TRANSFORMS,))
    if one.get(kind) is None:
        return _required(at, kind, f"given transform type {kind} requires configuration")
    return _TRANSFORMS[kind](one[kind], at.child(kind))


def _math(one: _Node, at: FieldPath) -> _Fault:
    kind = text(one.get("type"))
    if not kind:
        return _required(at, "type", "math transform type is required")
    if kind not in _MATH:
        return _invalid(at.child("type"), kind, "unknown math transform type", (*_MATH,))
    key, words = _MATH[kind]
    detail = f"must specify a value if {words} math transform is specified"
    return _required(at, key, detail) if one.get(key) is None else None


def _map(one: _Node, at: FieldPath) -> _Fault:
    return (
        None if one else _required(at, "pairs", "at least one pair must be specified if a map transform is specified")
    )


def _match(one: _Node, at: FieldPath) -> _Fault:
    detail = "at least one pattern must be specified if a match transform is specified"
    patterns = listing(one.get("patterns"))
    return (
        next(_found(_pattern, patterns, at.child("patterns")), None)
        if patterns
        else _required(at, "patterns", detail)
    )


def _pattern(one: _Node, at: FieldPath) -> _Fault:
    kind = text(one.get("type")) or "literal"
    if kind not in {"literal", "regexp"}:
        return _invalid(at.child("type"), kind, "unknown pattern type", ("literal", "regexp"))
    if one.get(kind) is None:
        return _required(at, kind, f"{kind} pattern type requires a {kind}")
    return _expression(text(one[kind]), at.child(kind)) if kind == "regexp" else None


def _expression(pattern: str, at: FieldPath) -> _Fault:
    problem = complaint(pattern)
    if problem is None:
        return None
    fault = _invalid(at, pattern, "invalid regexp", is_plain=True)
    return fault._replace(message=f"invalid regexp: {problem}", fix="Write a regular expression that Go takes.")


def _string(one: _Node, at: FieldPath) -> _Fault:
    kind = text(one.get("type"))
    if not kind:
        return _required(at, "type", "string transform type is required")
    if kind not in _STRINGS:
        return _invalid(at.child("type"), kind, "unknown string transform type", (*_STRINGS,))
    key, detail = _STRINGS[kind]
    inner = one.get(key)
    if inner is None:
        return _required(at, key, detail)
    match kind:
        case "Regexp" if not inner.get("match"):
            return _required(at.child(key), "match", "regexp transform requires a match")
        case "Regexp":
            return _expression(inner["match"], at.child(key).child("match"))
        case "Replace" if not inner.get("search"):
            return _required(at.child(key), "search", "replace transform requires a search")
        case "Convert" if inner not in _CONVERSIONS:
            # It is found when the patch is applied, not before.
            fix = f"Write one of {', '.join(_CONVERSIONS)}."
            return InputFault(at.child(key), f"type {inner} is not supported for string convert", fix=fix)
    return None


def _convert(one: _Node, at: FieldPath) -> _Fault:
    for key, known, detail in (("format", _FORMATS, "invalid format"), ("toType", _TYPES, "invalid type")):
        value = one.get(key)
        if (value is None and key == "toType") or (value is not None and value not in known):
            return _invalid(at.child(key), text(value), detail, known)
    return None


_TRANSFORMS: dict[str, Callable[[_Node, FieldPath], _Fault]] = {
    "math": _math,
    "map": _map,
    "match": _match,
    "string": _string,
    "convert": _convert,
}


def _unresolved(given: _Node) -> Iterator[InputFault]:
    """Patches that take a patch set which does not exist."""
    sets = {text(one.get("name")) for one, _ in items(given.get("patchSets"), FieldPath())}
    for one, at in items(given.get("resources"), FieldPath.of("resources")):
        for patch, path in items(one.get("patches"), at.child("patches")):
            name = text(patch.get("patchSetName"))
            if patch.get("type") == "PatchSet" and name and name not in sets:
                message = f"cannot find PatchSet by name {name}"
                says = f"cannot resolve PatchSets: {message}"
                yield InputFault(path.child("patchSetName"), message, says, "Add the patch set, or correct the name.")


def _bases(given: _Node, *, is_first: bool) -> Iterator[InputFault]:
    """Resources without a base, with one that is no object, and those that a later one of the same name replaces."""
    names: set[str] = set()
    for one, at in items(given.get("resources"), FieldPath.of("resources")):
        name, base, path = text(one.get("name")), one.get("base"), at.child("base")
        parse = f"cannot parse base template of composed resource {quoted(name)}"
        if base is None and is_first and name not in names:
            says = (
                f"composed resource {quoted(name)} has no base template, "
                "and was not produced by a previous Function in the pipeline"
            )
            yield InputFault(
                at, f"resource {name} has no base, and no step before this one composes it", says, "Add base."
            )
        elif base is not None and not isinstance(base, dict):
            word = {bool: "bool", str: "string", list: "array"}.get(base.__class__, "number")
            says = f"{parse}: json: cannot unmarshal {word} into Go value of type map[string]interface {{}}"
            yield InputFault(path, f"the base of resource {name} is not an object", says, "Write an object.")
        elif base is not None and not _has_kind(base):
            says = f"{parse}: Object 'Kind' is missing"
            yield InputFault(path, f"the base of resource {name} has no kind", says, "Write its apiVersion and kind.")
        elif base is not None and name and name in names:
            fix = "Give each resource its own name."
            yield InputFault(
                at.child("name"), f"another resource is named {name} too, and only the last one remains", fix=fix
            )
        names.add(name)


def _has_kind(base: _Node) -> bool:
    """Whether Kubernetes finds a kind, which it does not beside an apiVersion with two slashes."""
    return bool(text(base.get("kind"))) and text(base.get("apiVersion")).count("/") < 2
