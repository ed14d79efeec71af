"""Who reads and judges Crossplane packages, by name."""

from xpkgtui.rules.wording import Wording

WORDING = Wording(
    program="Crossplane",
    reader="Crossplane 2.4",
    stream_file="package.yaml",
    judges={
        "crossplane-1": "Crossplane 1.14 to 2.1",
        "build": "crossplane xpkg build",
        "spec": "The xpkg specification",
        "format-v2": "The Package Format v2",
    },
    oldest="2.2",
)
