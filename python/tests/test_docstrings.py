"""Examples in the documentation are run, and everything public has a word of it."""

from __future__ import annotations

import doctest
import importlib
import importlib.util
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
    is_missing = importlib.util.find_spec("scrapy") is None and name == "tamis.scrapy"
    return is_missing or name.split(".")[1] in {"spark", "ray", "_render_worker"}


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


def test_everything_public_is_documented_and_every_function_has_an_example() -> None:
    for name in tamis.__all__:
        public = getattr(tamis, name)
        if name == "__version__":
            continue
        assert inspect.getdoc(public), name
        if inspect.isfunction(public):
            assert ">>>" in (inspect.getdoc(public) or ""), name
        if inspect.isclass(public):
            own = {name: one for name, one in vars(public).items() if not name.startswith("_")}
            said = {
                name: inspect.getdoc(one) for name, one in own.items() if callable(one) or isinstance(one, property)
            }
            assert all(said.values()), (public, said)
