"""Errors say what to do, settings are checked, and nothing is written."""

from __future__ import annotations

import inspect
import os
import pickle
import threading
from collections.abc import Callable
from typing import Any

import pytest
from pages import ARTICLE, shop

import tamis
from tamis import _tamis, errors


def error_classes() -> list[type[errors.TamisError]]:
    return [
        member
        for _, member in inspect.getmembers(errors, inspect.isclass)
        if issubclass(member, errors.TamisError) and member.__module__ == "tamis.errors"
    ]


@pytest.mark.parametrize("error", error_classes(), ids=lambda error: error.__name__)
def test_every_error_is_ours_and_has_words_a_hint_and_a_copy(error: type[errors.TamisError]) -> None:
    raised = error("it went wrong", "do it again")
    assert isinstance(raised, tamis.TamisError) and str(raised) == "it went wrong\nhint: do it again"
    copied = pickle.loads(pickle.dumps(raised))
    assert type(copied) is error and str(copied) == str(raised)
    assert str(error("alone")) == "alone"


@pytest.mark.parametrize(
    ("wrong", "error"),
    [
        ({"render": "chromium"}, errors.OptionError),
        ({"render": 3}, errors.ArgumentError),
        ({"timeout": -1}, errors.OptionError),
        ({"timeout": 0}, errors.OptionError),
        ({"timeout": float("nan")}, errors.OptionError),
        ({"timeout": float("inf")}, errors.OptionError),
        ({"timeout": "soon"}, errors.ArgumentError),
        ({"charset": "klingon"}, errors.OptionError),
        ({"charset": b"utf-8"}, errors.ArgumentError),
        ({"max_bytes": -1}, errors.ArgumentError),
        ({"max_bytes": "much"}, errors.ArgumentError),
        ({"max_nodes": 2.5}, errors.ArgumentError),
        ({"max_steps": 1 << 70}, errors.ArgumentError),
        ({"viewport": (0, 10)}, errors.OptionError),
        ({"viewport": 800}, errors.ArgumentError),
        ({"viewport": (1, 2, 3)}, errors.ArgumentError),
        ({"viewport": ("wide", "high")}, errors.ArgumentError),
        ({"method": 3}, errors.ArgumentError),
        ({"options": [("a", 1)]}, errors.TamisError),
        ({"method": "mdr", "options": {3: "x"}}, errors.ArgumentError),
        ({"method": "mdr", "options": {"compare": None}}, errors.OptionError),
        ({"url": 3}, errors.ArgumentError),
    ],
    ids=repr,
)
def test_wrong_settings_are_ours_to_refuse(wrong: dict[str, Any], error: type[errors.TamisError]) -> None:
    with pytest.raises(error):
        tamis.records(shop(), **wrong)


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: tamis.ask(ARTICLE, tasks=5),  # type: ignore[arg-type]
        lambda: tamis.ask(ARTICLE, tasks=[5]),  # type: ignore[list-item]
        lambda: tamis.report(ARTICLE, 5),  # type: ignore[arg-type]
        lambda: tamis.ask(ARTICLE).to_json(5),  # type: ignore[arg-type]
        lambda: tamis.ask(ARTICLE).to_dict("text", None),  # type: ignore[arg-type]
        lambda: tamis.extract(ARTICLE, target_language=5),  # type: ignore[arg-type]
        lambda: tamis.extract(ARTICLE, target_language=5, output_format="json"),  # type: ignore[arg-type]
        lambda: tamis.bare_extraction(ARTICLE, target_language=5),  # type: ignore[call-overload]
        lambda: tamis.extract(ARTICLE, author_blacklist=[5]),  # type: ignore[list-item]
        lambda: tamis.extract(ARTICLE, author_blacklist=[5], output_format="json"),  # type: ignore[list-item]
        lambda: tamis.extract(ARTICLE, author_blacklist=5),  # type: ignore[arg-type]
        lambda: tamis.extract(ARTICLE, author_blacklist="Ada Byron"),
        lambda: tamis.extract(ARTICLE, url_blacklist="https://x.example"),
        lambda: tamis.extract(ARTICLE, url="https://x.example", url_blacklist="https://x.example/1"),
    ],
)
def test_arguments_of_wrong_types_are_ours_to_refuse(wrong: Callable[[], object]) -> None:
    with pytest.raises(errors.ArgumentError):
        wrong()


def test_an_open_file_that_drips_is_out_of_time() -> None:
    class Drips:
        def read(self, n: int) -> bytes:
            threading.Event().wait(0.001)
            return b"x"

    # It has no end: nothing but the time can end it.
    with pytest.raises(errors.PageTimeoutError):
        tamis.extract(Drips(), timeout=0.05, max_bytes=1 << 40)  # type: ignore[arg-type]


def test_no_timeout_is_too_long() -> None:
    assert tamis.extract(ARTICLE, timeout=1e19) == tamis.extract(ARTICLE)
    assert [page.text for page in tamis.iter_pages([ARTICLE], timeout=1e19)] == [tamis.extract(ARTICLE)]


def test_readers_do_not_pile_up() -> None:
    most = max(4, os.cpu_count() or 1)
    for timeout in range(100, 100 + 2 * most):
        tamis.extract(ARTICLE, timeout=timeout, max_nodes=100_000)
    n_readers = _tamis._n_readers()
    tamis.extract(ARTICLE, timeout=99.5, max_nodes=100_000)
    assert n_readers == _tamis._n_readers() <= most
    for max_nodes in range(100_000, 100_000 + 2 * most):
        tamis.extract(ARTICLE, max_nodes=max_nodes)
    assert _tamis._n_readers() <= most


def test_pages_beyond_the_limits_are_refused_or_cut() -> None:
    with pytest.raises(errors.PageError, match="max_bytes"):
        tamis.extract(ARTICLE, max_bytes=100)
    with pytest.raises(errors.LimitError, match="max_steps"):
        tamis.extract(ARTICLE, max_steps=10)
    page = tamis.ask(ARTICLE, tasks=["text"], max_nodes=20)
    assert page.warnings
    # The reader of a page that was stopped is not used again.
    assert tamis.extract(ARTICLE) == tamis.extract(ARTICLE.encode())


def test_packages_that_are_missing_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    table = tamis.records(shop())[0]
    for name, make in (("pandas", table.to_pandas), ("polars", table.to_polars), ("pyarrow", table.to_arrow)):
        monkeypatch.setitem(sys.modules, name, None)
        with pytest.raises(errors.MissingPackageError, match=f"pip install {name}") as caught:
            make()
        assert isinstance(caught.value, ImportError) and caught.value.name == name


def test_nothing_is_written(capfd: pytest.CaptureFixture[str], tmp_path: Any) -> None:
    pages = [ARTICLE, shop(), "", "<table><tr><td>" * 500, b"\xff\xfe\x00", "<p>\0</p>"]
    for html in pages:
        tamis.extract(html)
        tamis.bare_extraction(html)
        tamis.baseline(html)
        tamis.html2txt(html)
        tamis.clean(html)
        tamis.segment(html)
        tamis.report(html, tmp_path / "why.html")
        for table in tamis.records(html):
            table.to_csv()
            repr(table)
            table._repr_html_()
        page = tamis.ask(html)
        page.explain()
        page._repr_html_()
    for wrong in (3, "<p>\ud800", b"%PDF-1.7"):
        with pytest.raises(tamis.TamisError):
            tamis.extract(wrong)  # type: ignore[arg-type]
    with pytest.raises(tamis.TamisError):
        tamis.extract(ARTICLE, max_steps=10)
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("place", ["guarded", "in-place", "on-thread"])
def test_a_defect_is_an_exception_and_writes_nothing(place: str, capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(errors.InternalError, match="please report it") as caught:
        _tamis._panic("a defect", place)
    assert "a defect" in str(caught.value) and capfd.readouterr() == ("", "")
