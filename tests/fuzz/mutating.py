"""Inputs made of others: bytes, lines, values of JSON, and headers of tars whose checksum is made right."""

import json
from collections.abc import Callable
from random import Random
from typing import Any

Mutation = Callable[[bytes, Random], bytes]
_BYTES = b"\0 \n \r \t \" ' \\ / : - \xff \xc2\x85 \xef\xbb\xbf ,".split(b" ")
_NAMES = b"../a / a/ .wh.a .wh..wh..opq a//b/./c \xff\xfe package.yaml 0 777 -1 8 \x80\0\0\0\0\0\0\0\0\0\0\1".split(
    b" "
)
_VALUES: tuple[Any, ...] = (None, True, 0, -1, 1 << 63, 1e300, "", "a", "\0", "\ud800", "x" * 300, [], {}, {"": None})
_FIELDS = ((0, 100), (100, 108), (124, 136), (156, 157), (157, 257), (257, 265), (329, 345), (345, 500), (386, 512))
_FLAGS = b"01234567SxgLKD\0Z"


def as_bytes(data: bytes, chance: Random) -> bytes:
    """Some bytes are changed, removed, repeated, or put elsewhere."""
    for _ in range(chance.randint(1, 4)):
        start, other = chance.randrange(len(data) + 1), chance.randrange(len(data) + 1)
        piece = data[start : start + chance.choice((0, 1, 1, 2, 4, 16, 64, 512))]
        rest = data[start + chance.choice((0, len(piece))) :]
        cut = data[other : other + chance.randint(1, 40)]
        new = (b"", piece * 2, piece * 50, chance.choice(_BYTES), chance.randbytes(len(piece) or 1), cut)
        data = data[:start] + chance.choice(new) + rest
    return data


def as_lines(data: bytes, chance: Random) -> bytes:
    """Lines are indented, removed, repeated, replaced by others, or get other values."""
    lines = data.split(b"\n")
    for _ in range(chance.randint(1, 4)):
        at, other = chance.randrange(len(lines)), chance.choice(lines)
        line, some = lines[at], b"\n".join(lines[at : at + chance.randint(1, 9)])
        key, value = line.partition(b":")[0] + b":", json.dumps(chance.choice(_VALUES)).encode()
        new = [b"  " + line, line.lstrip(), b"", other, line + b"\n" + other, (some + b"\n") * chance.choice((2, 30))]
        new += [key + other.partition(b":")[2], key + b" " + value, as_bytes(line, chance)]
        lines[at] = chance.choice(new)
    return b"\n".join(lines)


def as_json(data: bytes, chance: Random) -> bytes:
    """Values are replaced, keys renamed, entries removed and repeated; bytes that are no JSON are changed."""
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        return as_bytes(data, chance)
    for _ in range(chance.randint(1, 3)):
        value = _changed(value, chance)
    text = json.dumps(value).encode()
    return as_bytes(text, chance) if chance.random() < 0.1 else text


def behind(size: int, change: Mutation) -> Mutation:
    """A mutation of what follows the first bytes; four of them are its length."""

    def mutated(data: bytes, chance: Random) -> bytes:
        if len(data) < size or chance.random() < 0.1:
            return as_bytes(data, chance)
        body = change(data[size:], chance)
        return (len(body).to_bytes(4, "little") if size == 4 else data[:size]) + body

    return mutated


def as_tar(data: bytes, chance: Random) -> bytes:
    """Fields of headers are changed and the checksum corrected, blocks are repeated, removed, changed."""
    blocks = [data[at : at + 512] for at in range(0, len(data), 512)]
    for _ in range(chance.randint(1, 3)):
        blocks = blocks or [bytes(512)]
        at = chance.randrange(len(blocks))
        block = blocks[at].ljust(512, b"\0")
        changed = as_bytes(block, chance)[:512].ljust(512, b"\0")
        new = ([], [block] * chance.choice((2, 40)), [changed], *[[_header(block, chance)]] * 3)
        blocks[at : at + 1] = chance.choice(new)
    return b"".join(blocks)


def _header(block: bytes, chance: Random) -> bytes:
    start, end = chance.choice(_FIELDS)
    kinds = {156: [bytes([chance.choice(_FLAGS)])], 257: [b"ustar\x0000", b"ustar  \0", b""]}
    new = chance.choice(kinds.get(start, _NAMES))
    block = block[:start] + new[: end - start].ljust(end - start, b"\0") + block[end:]
    return block[:148] + b"%06o\0 " % (sum(block[:148]) + sum(block[156:]) + 8 * 32) + block[156:]


def _changed(value: Any, chance: Random) -> Any:
    """The value with one of the values in it changed, near its root or deep in it."""
    goes_on = chance.random() < 0.85
    if isinstance(value, dict) and value and goes_on:
        key, other = chance.choice(list(value)), chance.choice(list(value))
        without = {name: one for name, one in value.items() if name != key}
        renamed = {**value, chance.choice((key.upper(), key + "x", "", other)): value[key]}
        deeper = {**value, key: _changed(value[key], chance)}
        return chance.choice((without, renamed, {**value, key: value[other]}, deeper, deeper, deeper))
    if isinstance(value, list) and value and goes_on:
        at = chance.randrange(len(value))
        there = [*value[:at], _changed(value[at], chance), *value[at + 1 :]]
        return chance.choice((value[:at] + value[at + 1 :], value[: at + 1] * chance.choice((2, 99)), there, there))
    if isinstance(value, str) and goes_on:
        return as_bytes(value.encode("utf-8", "surrogatepass"), chance).decode("utf-8", "replace")
    return value + chance.choice((1, -1, 1000)) if type(value) is int and goes_on else chance.choice(_VALUES)
