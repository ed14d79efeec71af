"""What `plan` and `outdated` keep within one run."""

from pathlib import Path

from xpkgtui.cli.reading.sets import kept
from xpkgtui.formats.sets.planning import PlanOptions
from xpkgtui.inspection.messages.requests import Options, PlanSet


def test_without_a_cache_packages_are_kept_until_the_run_ends() -> None:
    request = PlanSet(paths=(), plan=PlanOptions(), options=Options())
    with kept(request) as asked:
        assert asked.options.cache_dir is not None
        folder = Path(asked.options.cache_dir)
        assert folder.is_dir()
    assert not folder.exists()
    with kept(asked) as again:
        assert again is asked
