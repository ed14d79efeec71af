"""Which line of a file is one of a template that is not rendered yet."""

from xpkgtui.patterns import late

_TEMPLATE = late(rb"\{\{")
_QUOTED = late(rb"'(?:[^'\n]|'')*'|\"(?:[^\"\\\n]|\\.)*\"|#[^\n]*")
_BLOCK = late(rb"(?:[-:?]|[!&]\S+)[ \t]+[|>][-+0-9]{0,2}\s*$")
_INDENT = late(rb" *(?:- +(?=[^\s|>]))*")


def template_line(data: bytes) -> int:
    """The first line with `{{` outside of quotes, comments and blocks of text; 0 without one."""
    if _TEMPLATE.search(data) is None:
        return 0
    block = None
    """The indent of the line that a block of text began in."""
    for number, line in enumerate(data.split(b"\n"), 1):
        if block is not None and (len(line) - len(line.lstrip(b" ")) > block or not line.strip()):
            continue
        block, bare = None, _QUOTED.sub(b"", line)
        if b"{{" in bare:
            return number
        if _BLOCK.search(bare) is not None and (key := _INDENT.match(bare)):
            block = key.end()
    return 0
