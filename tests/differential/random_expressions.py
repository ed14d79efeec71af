"""Random expressions of CEL that follow its grammar, whose types fit or do not."""

from random import Random

_VALUES = ("true", "null", "1", "2u", "1.5", "'a'", "b'a'", "-3", "[]", "{}", "int", "type", "properties", "list")
_TIMES = ("duration('1s')", "timestamp('2020-01-01T00:00:00Z')")
_MARKS = ("==", "!=", "<", "<=", ">", ">=", "in", "&&", "||", "+", "-", "*", "/", "%")
_FUNCTIONS = ("size", "type", "bool", "bytes", "double", "duration", "dyn", "int", "string", "timestamp", "uint")
_METHODS = (
    *("size", "contains", "endsWith", "startsWith", "matches", "getFullYear", "getMonth", "getHours", "getSeconds"),
    *("getDate", "foo"),
)
_MACROS = ("all", "exists", "exists_one", "existsOne", "map", "filter")
_FIELDS = ("type", "value", "a", "`a-b`")


def random_expression(chance: Random, depth: int = 3, names: tuple[str, ...] = ()) -> str:
    """An expression; `names` are bound in it."""
    if depth == 0 or chance.random() < 0.12:
        if names and chance.random() < 0.5:
            return chance.choice(names)
        return chance.choice((*_VALUES, *_VALUES, *_TIMES, "odd", ".properties"))
    kind = chance.randrange(11)
    if kind == 10:
        return _bound(chance, depth, names)
    if kind == 9:
        return _compared(chance)
    inner = [random_expression(chance, depth - 1, names) for _ in range(4)]
    return _operated(chance, inner) if kind < 5 else _used(chance, kind, inner)


def _operated(chance: Random, inner: list[str]) -> str:
    match chance.randrange(5):
        case 0:
            return f"{chance.choice('!-')}{inner[0]}"
        case 1:
            return f"({inner[0]} ? {inner[1]} : {inner[2]})"
    return f"({inner[0]} {chance.choice(_MARKS)} {inner[1]})"


def _used(chance: Random, kind: int, inner: list[str]) -> str:
    first, *others = inner
    match kind:
        case 5:
            return _called(chance, inner[: chance.choice((1, 1, 1, 1, 2, 0))])
        case 6:
            return f"{first}.{chance.choice(_METHODS)}({', '.join(others[: chance.choice((0, 1, 1))])})"
        case 7:
            return f"{first}.{chance.choice(_FIELDS)}" if chance.random() < 0.6 else f"{first}[{others[0]}]"
    items = inner[: chance.choice((1, 2, 2, 3))]
    if chance.random() < 0.6:
        return f"[{', '.join(items)}]"
    return f"{{{', '.join(f'{one}: {others[-1]}' for one in items)}}}"


def _called(chance: Random, arguments: list[str]) -> str:
    if chance.random() < 0.15:
        return f"has({''.join(arguments[:1])}.a)"
    if chance.random() < 0.15:
        return f"semver_compare({', '.join(arguments)}, '1.0.0')"
    return f"{chance.choice(('', '', '', '.'))}{chance.choice(_FUNCTIONS)}({', '.join(arguments)})"


def _compared(chance: Random) -> str:
    field = chance.choice(("p.type", "p.value", "p['type']", "p.value.version", "p"))
    other = chance.choice(("'a'", "1", "p.type", "[p]", "null", "properties"))
    return f"properties.{chance.choice(_MACROS)}(p, {field} {chance.choice(_MARKS)} {other})"


def _bound(chance: Random, depth: int, names: tuple[str, ...]) -> str:
    over, name = random_expression(chance, depth - 1, names), chance.choice("xyp")
    body = ", ".join(
        random_expression(chance, depth - 1, (*names, name)) for _ in range(chance.choice((1, 1, 1, 1, 2)))
    )
    return f"{over}.{chance.choice(_MACROS)}({name}, {body})"
