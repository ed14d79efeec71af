"""The colors of the themes by name, as plain values: the first frame is drawn with them before Textual is loaded."""

from collections.abc import Mapping

DARK: Mapping[str, str] = {
    "primary": "#7CB3FF",
    "accent": "#7CB3FF",
    "success": "#7FCB8A",
    "warning": "#E9C46A",
    "error": "#FF8078",
    "foreground": "#D9DEE7",
    "background": "#15181C",
    "surface": "#15181C",
    "panel": "#1F2329",
}
DARK_VARIABLES: Mapping[str, str] = {
    "muted": "#9BA3B1",
    "line": "#49515F",
    "yamlkey": "#A9C3EA",
    "yamltext": "#A5D3CC",
    "yamlother": "#DDB9A6",
    "mark": "#C4A7F5",
    "mark-back": "#352A4D",
    "cursor": "#212F5C",
    "cursor-text": "#D9DEE7",
    "cursor-key": "#7CB3FF",
    "cursor-mark": "#C4A7F5",
    "cursor-off": "#282C34",
    "cursor-off-text": "#D9DEE7",
    "cursor-off-muted": "#9BA3B1",
    "tab": "#242F5F",
    "ok-back": "#18381F",
    "warn-back": "#393013",
    "bad-back": "#511E20",
    "wait-back": "#1D2A3E",
    "veil": "#15181C 60%",
}
LIGHT: Mapping[str, str] = {
    "primary": "#0A58A8",
    "accent": "#0A58A8",
    "success": "#1B6B33",
    "warning": "#7A5200",
    "error": "#AD211B",
    "foreground": "#1E232B",
    "background": "#FBFBF9",
    "surface": "#FBFBF9",
    "panel": "#ECEDE9",
}
LIGHT_VARIABLES: Mapping[str, str] = {
    "muted": "#566070",
    "line": "#B3BAC5",
    "yamlkey": "#274C82",
    "yamltext": "#0B5A5E",
    "yamlother": "#7A3E2B",
    "mark": "#63359C",
    "mark-back": "#ECE2F8",
    "cursor": "#CFE1FA",
    "cursor-text": "#1E232B",
    "cursor-key": "#0A58A8",
    "cursor-mark": "#63359C",
    "cursor-off": "#EAEBEF",
    "cursor-off-text": "#1E232B",
    "cursor-off-muted": "#566070",
    "tab": "#DCE8F8",
    "ok-back": "#DDF1E1",
    "warn-back": "#F8EBC8",
    "bad-back": "#FADFDC",
    "wait-back": "#E0EAF7",
    "veil": "#FBFBF9 60%",
}


def colors(theme: str | None) -> Mapping[str, str]:
    """Every color of a theme by its name; of the dark theme where none was chosen."""
    return {**LIGHT, **LIGHT_VARIABLES} if theme == "xpkg-light" else {**DARK, **DARK_VARIABLES}
