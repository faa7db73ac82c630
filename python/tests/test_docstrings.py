"""Examples in the documentation are run, and everything public has a word of it."""

from __future__ import annotations

import doctest
import importlib
import inspect
import pkgutil
from types import ModuleType

import pytest

import tamis


def modules() -> list[ModuleType]:
    names = [info.name for info in pkgutil.iter_modules(tamis.__path__, "tamis.")]
    # Those of other packages are looked at by their own tests.
    own = [name for name in names if not info_is_adapter(name)]
    return [tamis, *(importlib.import_module(name) for name in own)]


def info_is_adapter(name: str) -> bool:
    return name.split(".")[1] in {"scrapy", "spark", "ray", "_render_worker"}


@pytest.mark.parametrize("module", modules(), ids=lambda module: module.__name__)
def test_examples_run(module: ModuleType) -> None:
    result = doctest.testmod(module, optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS)
    assert result.failed == 0


def compiled() -> list[tuple[str, str]]:
    found = []
    for name, member in inspect.getmembers(tamis._tamis):
        if inspect.isclass(member) and not name.startswith("_"):
            found.append((name, inspect.getdoc(member) or ""))
            found += [
                (f"{name}.{attribute}", inspect.getdoc(getattr(member, attribute)) or "")
                for attribute in vars(member)
                if not attribute.startswith("_")
            ]
    return found


@pytest.mark.parametrize(("name", "words"), compiled(), ids=lambda value: value if "." in value else None)
def test_compiled_classes_have_documentation_whose_examples_run(name: str, words: str) -> None:
    assert words, f"{name} has no documentation"
    test = doctest.DocTestParser().get_doctest(words, {"tamis": tamis}, name, None, None)
    runner = doctest.DocTestRunner()
    runner.run(test)
    assert runner.summarize(verbose=False).failed == 0


def test_everything_public_has_an_example() -> None:
    for name in ("extract", "bare_extraction", "baseline", "html2txt", "ask", "records", "segment", "clean", "report"):
        assert ">>>" in (inspect.getdoc(getattr(tamis, name)) or ""), name
