"""Random YAML: scalars, keys, tags, anchors, merges, blocks, flow, quotes and separators, right and nearly right."""

from random import Random

from differential.yaml_streams import SCALARS, STREAMS

_WORDS = (
    "a",
    "b",
    "kind",
    "name",
    "x y",
    "a-b",
    "http://x/y",
    "a:b",
    "b#c",
    "-x",
    "?y",
    ":z",
    "é",
    "😀",
    "50%",
    "it's",
)
_KEYS = (
    "apiVersion",
    "name",
    "a",
    "b",
    "c",
    "kind",
    "metadata",
    '"q"',
    "'s'",
    "1",
    "1.5",
    "true",
    "y",
    "~",
    "0x10",
    "1e3",
    "-",
    "a b",
    "é",
)
_TAGS = (
    *(
        "!!str",
        "!!int",
        "!!float",
        "!!bool",
        "!!null",
        "!!binary",
        "!!timestamp",
        "!!map",
        "!!seq",
        "!!set",
        "!!omap",
    ),
    *(
        "!",
        "!x",
        "!<tag:yaml.org,2002:str>",
        "!<tag:yaml.org,2002:int>",
        "!<x>",
        "!e!x",
        "!!merge",
        "!!foo",
        "!!pairs",
    ),
)
_ESCAPES = (
    *(
        "\\n",
        "\\t",
        "\\\\",
        '\\"',
        "\\'",
        "\\/",
        "\\x41",
        "\\u00e9",
        "\\U0001F600",
        "\\0",
        "\\e",
        "\\ ",
        "\\N",
        "\\_",
    ),
    *("\\L", "\\P", "\\a", "\\b", "\\v", "\\f", "\\r", "\\ud83d", "\\x4", "\\z", "\\\n", "\\U00110000", "\\xff"),
)
_ODD = (
    *":-?,[]{}#&*!|>'\"%@`~<=\\ \t\n/.0ay",
    *(
        "\r",
        "\r\n",
        "\x85",
        "\u2028",
        "\u2029",
        "\ufeff",
        "\u00a0",
        "\x00",
        "\x07",
        "\x7f",
        "\x9f",
        "\ue000",
        "\ufffe",
    ),
    *(
        "\n---\n",
        "\n...\n",
        "--- ",
        "\n%YAML 1.1\n",
        "\n# c\n",
        ": ",
        " #",
        "- ",
        "\n\n",
        "\n ",
        "\n\t",
        "*a",
        "&a ",
        "<<",
    ),
)
_SEPARATORS = (
    *("---\n",) * 10,
    *(
        "--- # c\n",
        "---  \n",
        "---\t\n",
        "---\r\n",
        "...\n",
        "...\n---\n",
        "--- x\n",
        "---x\n",
        "----\n",
        " ---\n",
        "\n---\n\n",
    ),
    *(
        "---\n---\n",
        "--- |\n",
        "---\n# c\n---\n",
        "%YAML 1.1\n---\n",
        "---\n%YAML 1.1\n---\n",
        "... # c\n",
        "...x\n",
        "",
    ),
)
_STARTS = (
    "\ufeff",
    "%YAML 1.1\n---\n",
    "%YAML 1.2\n---\n",
    "# c\n",
    "\n\n",
    "---\n",
    "%TAG ! x\n---\n",
    "%FOO x\n---\n",
    "...\n",
)
_NAMES = "abc"


def random_stream(chance: Random) -> str:
    """One to three documents, and now and then a trap with something changed."""
    if chance.random() < 0.1:
        trap = chance.choice(list(STREAMS.values()))
        return _changed(trap, chance) if len(trap) < 500 else trap[:500]
    text = random_document(chance)
    while chance.random() < 0.2:
        text += chance.choice(_SEPARATORS) + random_document(chance)
    if chance.random() < 0.08:
        text = chance.choice(_STARTS) + text
    if chance.random() < 0.04:
        text = text.replace("\n", chance.choice(("\r\n", "\r\n", "\r")))
    return text


def random_document(chance: Random) -> str:
    """One document of a few lines."""
    text = _block(chance, 0, chance.randint(1, 3)).lstrip(" ")
    text = text if text.endswith("\n") else text + "\n"
    return _changed(text, chance) if chance.random() < 0.2 else text


def _changed(text: str, chance: Random) -> str:
    """The text with a character too many, too few or odd, or with a line moved."""
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        at = chance.randrange(len(text) + 1)
        match chance.randrange(5):
            case 0 | 1:
                text = text[:at] + chance.choice(_ODD) + text[at:]
            case 2:
                text = text[:at] + text[at + chance.randint(1, 2) :]
            case 3:
                text = text[:at] + chance.choice(_ODD) + text[at + 1 :]
            case _:
                lines = text.splitlines(keepends=True) or [""]
                number = chance.randrange(len(lines))
                lines[number] = chance.choice(
                    (" " + lines[number], lines[number][1:], lines[number] * 2, "\t" + lines[number])
                )
                text = "".join(lines)
    return text


def _block(chance: Random, indent: int, depth: int) -> str:
    """Lines of a value that begins on a line of its own, at an indent."""
    if not depth or chance.random() < 0.15:
        return " " * indent + _inline(chance, indent, 1) + "\n"
    entry = _item if chance.random() < 0.35 else _pair
    return "".join(entry(chance, indent, depth) + _comment(chance, indent) for _ in range(chance.randint(1, 4)))


def _comment(chance: Random, indent: int) -> str:
    return chance.choice(("", "", "", "", "", "", "\n", "# c\n", " " * indent + "# c\n", "  \n"))


def _item(chance: Random, indent: int, depth: int) -> str:
    start = " " * indent + "-" + chance.choice((" ", " ", " ", "  ", "\t"))
    if chance.random() < 0.3 and depth > 1:
        return start + _block(chance, indent + 2, depth - 1).lstrip(" ")
    return " " * indent + "-" + _value(chance, indent, depth)


def _pair(chance: Random, indent: int, depth: int) -> str:
    blank = " " * indent
    if chance.random() < 0.05:
        key = f"{blank}? {_inline(chance, indent + 2, 1)}\n{blank}"
    elif chance.random() < 0.08:
        return f"{blank}{_merge(chance)}\n"
    else:
        key = blank + _decorated(chance, _key(chance))
    return key + chance.choice((":",) * 20 + (" :", "")) + _value(chance, indent, depth)


def _merge(chance: Random) -> str:
    name = chance.choice(_NAMES)
    sources = (
        f"*{name}",
        f"[*{name}, *a]",
        "{x: 1, a: 2}",
        "[{a: 1}, {a: 2}]",
        "1",
        "[1]",
        f"&b *{name}",
        "",
        "[]",
        "{}",
    )
    return chance.choice(("<<:", "<<:", "<<:", '"<<":', "!!merge <<:", "&m <<:")) + " " + chance.choice(sources)


def _value(chance: Random, indent: int, depth: int) -> str:
    """The text behind a colon or a dash, with its line end."""
    choice = chance.random()
    if choice < 0.45:
        return f" {_inline(chance, indent, 2)}{chance.choice(('', '', '', '', ' # c', ' ', '# c'))}\n"
    if choice < 0.6:
        return f" {_decorated(chance, _literal(chance, indent))}"
    if choice < 0.65:
        return "\n"
    deeper = indent + chance.choice((0, 1, 2, 2, 2, 2, 4))
    return f"{_decoration(chance)}\n{_block(chance, deeper, depth - 1)}"


def _literal(chance: Random, indent: int) -> str:
    head = chance.choice("||>") + chance.choice(("", "", "", "-", "+", "2", "1", "-2", "+1", "0", "2-", "10", "x"))
    head += chance.choice(("", "", "", " ", " # c", "# c"))
    lines = []
    for _ in range(chance.randint(0, 4)):
        lead = " " * (indent + chance.choice((2, 2, 2, 2, 1, 3, 4, 0)))
        lines.append(chance.choice((lead + chance.choice((*_WORDS, "- x", "k: v", "# c", "\tx")), "", lead)))
    return head + "\n" + "".join(line + "\n" for line in lines)


def _decoration(chance: Random) -> str:
    if chance.random() < 0.85:
        return ""
    anchor, tag = f" &{chance.choice(_NAMES)}", f" {chance.choice(_TAGS)}"
    return chance.choice((anchor, anchor, anchor, tag, anchor + tag, tag + anchor, tag + tag))


def _decorated(chance: Random, text: str) -> str:
    return f"{_decoration(chance)} {text}".lstrip(" ")


def _key(chance: Random) -> str:
    return chance.choice(_KEYS) if chance.random() < 0.9 else _scalar(chance)


def _inline(chance: Random, indent: int, depth: int) -> str:
    """A scalar, an alias or a flow collection."""
    choice = chance.random()
    if choice < 0.08:
        return f"*{chance.choice(_NAMES)}"
    if choice < 0.3 and depth:
        return _decorated(chance, _flow(chance, indent, depth))
    return _decorated(chance, _quoted(chance, indent) if choice < 0.5 else _scalar(chance))


def _flow(chance: Random, indent: int, depth: int) -> str:
    comma = chance.choice((", ", ", ", ", ", ",", " , ", f",\n{' ' * (indent + 2)}", ",\n", ", # c\n  "))
    entries = []
    is_map = chance.random() < 0.5
    for _ in range(chance.randint(0, 3)):
        value = _inline(chance, indent, depth - 1) if chance.random() < 0.95 else ""
        colon = chance.choice((": ", ": ", ": ", ":", " : ", ":\n "))
        pair = chance.choice(("", "", "", "", "? ")) + _decorated(chance, _key(chance)) + colon + value
        entries.append(pair if is_map or chance.random() < 0.1 else value)
    inner = comma.join(entries) + chance.choice(("", "", "", "", ",", " "))
    return "{" + inner + "}" if is_map else "[" + inner + "]"


def _quoted(chance: Random, indent: int) -> str:
    pieces = [
        chance.choice((*_WORDS, " ", "#", ": ", f"\n{' ' * (indent + 2)}", "\n\n  "))
        for _ in range(chance.randint(0, 3))
    ]
    if chance.random() < 0.4:
        return "'" + "".join(piece.replace("'", "''") for piece in pieces) + "'"
    if chance.random() < 0.5:
        pieces.insert(chance.randint(0, len(pieces)), chance.choice(_ESCAPES))
    return '"' + "".join(pieces) + '"'


def _scalar(chance: Random) -> str:
    choice = chance.random()
    if choice < 0.4:
        return chance.choice(SCALARS)
    if choice < 0.6:
        return "".join(chance.choices("0123456789._-+eExobnaf:TZ", k=chance.randint(1, 8)))
    if choice < 0.65:
        text = f"{chance.randint(1, 9999)}-{chance.randint(0, 13)}-{chance.randint(0, 32):02}"
        return (
            text
            + chance.choice(("", "T", "t", " "))
            + chance.choice(("", "1:2:3", "23:59:59.5Z", "24:00:00", "1:2:3 +01:00"))
        )
    if choice < 0.7:
        return repr(chance.uniform(-10, 10) * 10 ** chance.randint(-30, 30))
    return " ".join(chance.choices(_WORDS, k=chance.choice((1, 1, 2))))
