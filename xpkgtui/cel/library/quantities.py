"""Kubernetes' extensions for quantities and versions."""

import re
from collections.abc import Callable, Mapping
from fractions import Fraction

from xpkgtui.cel.evaluating import Function
from xpkgtui.cel.tokens import LEAST, MOST
from xpkgtui.cel.values import CelError, Opaque, StepsLeft, Value
from xpkgtui.errors import Malformed
from xpkgtui.patterns import late
from xpkgtui.values import dataclass
from xpkgtui.versions.blang import BlangVersion

_QUANTITY = late(r"([+-]?)([0-9]*)(?:\.([0-9]*))?([numkMGTPE]|[KMGTPE]i|[eE][+-]?[0-9]{1,9})?", re.ASCII)
_TENS = {"n": -9, "u": -6, "m": -3, "": 0, "k": 3, "M": 6, "G": 9, "T": 12, "P": 15, "E": 18}
_TWOS = {"Ki": 10, "Mi": 20, "Gi": 30, "Ti": 40, "Pi": 50, "Ei": 60}
_MOST_DIGITS = 18
_NANO = 10**9
_LARGEST = 400
"""The largest exponent that is read."""

DECLARED = {
    "quantity": "string kubernetes.Quantity",
    "isQuantity": "string bool",
    "sign": "kubernetes.Quantity int",
    "asInteger": "kubernetes.Quantity. int",
    "isInteger": "kubernetes.Quantity. bool",
    "asApproximateFloat": "kubernetes.Quantity. double",
    **dict.fromkeys(
        ("add", "sub"),
        "kubernetes.Quantity. kubernetes.Quantity kubernetes.Quantity|kubernetes.Quantity. int kubernetes.Quantity",
    ),
    "semver": "string kubernetes.Semver|string bool kubernetes.Semver",
    "isSemver": "string bool|string bool bool",
    **dict.fromkeys(("major", "minor", "patch"), "kubernetes.Semver. int"),
    **dict.fromkeys(
        ("isGreaterThan", "isLessThan"),
        "kubernetes.Quantity. kubernetes.Quantity bool|kubernetes.Semver. kubernetes.Semver bool",
    ),
    "compareTo": "kubernetes.Quantity. kubernetes.Quantity int|kubernetes.Semver. kubernetes.Semver int",
}


@dataclass(frozen=True, slots=True, eq=False)
class Quantity(Opaque):
    """A quantity such as `1.5Gi`."""

    amount: Fraction
    is_whole: bool
    """Whether Kubernetes keeps it as an integer."""
    type_name = "kubernetes.Quantity"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Quantity) and self.amount == other.amount

    def __hash__(self) -> int:
        return hash(self.amount)


@dataclass(frozen=True, slots=True)
class Semver(Opaque):
    """A version."""

    version: BlangVersion
    type_name = "kubernetes.Semver"


def parse_quantity(text: str) -> Quantity | None:
    """A quantity as `resource.ParseQuantity` reads it; None where it does not."""
    match = _QUANTITY.fullmatch(text)
    if match is None or not text:
        return None
    sign, before, behind, suffix = match[1], match[2].lstrip("0"), match[3] or "", match[4] or ""
    if len(before) + len(behind) > _LARGEST:
        return None
    is_binary = suffix in _TWOS
    power = _TWOS.get(suffix, 0) if is_binary else _TENS.get(suffix, 0)
    if suffix not in _TWOS and suffix not in _TENS:
        power = int(suffix[1:])
        if abs(power) > _LARGEST:
            return None
    factor = Fraction(2) ** power if is_binary else Fraction(10) ** power
    amount = Fraction(int(before + behind or "0"), 10 ** len(behind)) * factor
    is_fast = _is_fast(before, behind, power, is_binary=is_binary) and amount <= MOST
    if not is_fast:
        amount = Fraction(-(-amount * _NANO // 1), _NANO)
        amount = min(amount, Fraction(MOST)) if is_binary else amount
    scale = -len(behind) + (0 if is_binary else power)
    return Quantity(-amount if sign == "-" else amount, is_fast and scale >= 0)


def _is_fast(before: str, behind: str, power: int, *, is_binary: bool) -> bool:
    """Whether the amount is kept in 64 bits."""
    if not is_binary:
        return len(before) + len(behind) <= _MOST_DIGITS and power - len(behind) >= -9
    return not behind and 15 - len(before) - power * 3 // 10 - 1 >= 0


def _quantity(_: StepsLeft, value: Value) -> Value:
    found = parse_quantity(value)
    if found is None:
        raise CelError(_NO_SUFFIX if _LIKE_ONE.fullmatch(value) else _FAULT)
    return found


_LIKE_ONE = late(r"[+-]?[0-9]*(?:\.[0-9]*)?[eEinumkKMGTP]*[-+]?[0-9]*(?<!^)", re.ASCII)
_NO_SUFFIX = "unable to parse quantity's suffix"
_FAULT = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"


def _semver(_: StepsLeft, value: Value, is_loose: Value = False) -> Value:
    try:
        return Semver(_loosely(value) if is_loose else BlangVersion.parse(value))
    except Malformed as error:
        raise CelError(str(error)) from None


def _loosely(text: str) -> BlangVersion:
    return BlangVersion.parse_loosely(f"v{text.removeprefix('v')}" if text == text.strip() else "")


def _is_semver(steps: StepsLeft, value: Value, is_loose: Value = False) -> bool:
    try:
        _semver(steps, value, is_loose)
    except CelError:
        return False
    return True


def _order(one: Value, other: Value) -> Value:
    if isinstance(one, Quantity):
        return (one.amount > other.amount) - (one.amount < other.amount)
    return (one.version > other.version) - (one.version < other.version)


def _integer(_: StepsLeft, value: Value) -> Value:
    if not value.is_whole or not LEAST <= value.amount <= MOST:
        raise CelError("cannot convert value to integer")
    return int(value.amount)


def _sum(sign: int) -> Function:
    def run(_: StepsLeft, one: Value, other: Value) -> Value:
        given = other if isinstance(other, Quantity) else Quantity(Fraction(other), is_whole=True)
        amount = one.amount + sign * given.amount
        return Quantity(amount, one.is_whole and given.is_whole and LEAST <= amount <= MOST)

    return run


def _of_semver(read: Callable[[BlangVersion], int]) -> Function:
    return lambda _, value: read(value.version)


FUNCTIONS: Mapping[str, Function] = {
    "quantity": _quantity,
    "isQuantity": lambda _, value: parse_quantity(value) is not None,
    "sign": lambda _, value: (value.amount > 0) - (value.amount < 0),
    "asInteger": _integer,
    "isInteger": lambda _, value: value.is_whole,
    "asApproximateFloat": lambda _, value: float(value.amount),
    "add": _sum(1),
    "sub": _sum(-1),
    "semver": _semver,
    "isSemver": _is_semver,
    "major": _of_semver(lambda version: version.major),
    "minor": _of_semver(lambda version: version.minor),
    "patch": _of_semver(lambda version: version.patch),
    "isGreaterThan": lambda _, one, other: _order(one, other) > 0,
    "isLessThan": lambda _, one, other: _order(one, other) < 0,
    "compareTo": lambda _, one, other: _order(one, other),
}
