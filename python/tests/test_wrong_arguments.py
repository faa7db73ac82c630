"""Arguments of a wrong type are our errors, wherever they are handed over."""

from __future__ import annotations

import contextlib
import operator
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import tamis
from tamis.errors import ArgumentError, OptionError, SelectorError, SourceError

# The types are wrong on purpose.
given: Any = tamis
HTML = "<ul><li><b>Desk lamp</b> 5 €<li><b>Wall lamp</b> 6 €<li><b>Floor lamp</b> 7 €</ul>"
HERE = str(Path(__file__).parent)


def site() -> Any:
    return tamis.Site(render="none")


def wrapper() -> Any:
    return tamis.wrapper(HTML)


CALLS: list[tuple[str, Callable[[], object]]] = [
    ("parallel", lambda: given.iter_files(HERE, parallel="2")),
    ("tasks", lambda: given.iter_files(HERE, tasks=5)),
    ("tasks in a list", lambda: given.iter_pages([HTML], tasks=["text", 5])),
    ("tasks as bytes", lambda: given.iter_pages([HTML], tasks=b"text")),
    ("methods", lambda: given.iter_files(HERE, methods=5)),
    ("a method", lambda: given.iter_files(HERE, methods={"text": 5})),
    ("options", lambda: given.iter_files(HERE, options=[("text", 5)])),
    ("options of a task", lambda: given.iter_files(HERE, options={"text": 5})),
    ("url_from", lambda: given.iter_files(HERE, url_from=5)),
    ("base_url", lambda: given.iter_files(HERE, base_url=5)),
    ("mime", lambda: given.iter_warc(HERE, mime=5)),
    ("pages of an archive", lambda: given.iter_warc(HERE, pages=[5])),
    ("index", lambda: given.iter_warc(HERE, index=5)),
    ("the address of a document", lambda: given.Document(HTML, url=5)),
    ("a document", lambda: given.Document(5)),
    ("a selector", lambda: given.Document(HTML).css(5)),
    ("an address to join", lambda: given.Document(HTML, url="https://a.example/").urljoin(5)),
    ("a regular expression", lambda: given.Document(HTML).re(5)),
    ("a regular expression of bytes", lambda: given.Document(HTML).re(b"lamp")),
    ("a store", lambda: given.Site(5)),
    ("a site", lambda: given.Site(site=5)),
    ("the site of templates", lambda: site().templates(5)),
    ("the site to forget", lambda: site().forget(5)),
    ("pages of a site", lambda: site().run(5)),
    ("a table of a template", lambda: site().wrapper("a/1", table="0")),
    ("a dict of a wrapper", lambda: given.Wrapper.load({"a": object()})),
    ("a path of a wrapper", lambda: wrapper().save(5)),
    ("a path of a report", lambda: given.report(HTML, 5)),
    ("start_urls", lambda: wrapper().export("scrapy", start_urls=5)),
    ("columns", lambda: given.wrapper(HTML, columns=5)),
    ("without", lambda: given.wrapper(HTML, without=[5])),
    ("a page to check", lambda: wrapper().check(5)),
]


@pytest.mark.parametrize("call", [call for _, call in CALLS], ids=[name for name, _ in CALLS])
def test_an_argument_of_a_wrong_type_is_ours_to_refuse(call: Callable[[], object]) -> None:
    with pytest.raises(ArgumentError):
        call()


SURROGATE = "a\ud800"
WITH_SURROGATES: list[tuple[str, Callable[[], object]]] = [
    ("a selector", lambda: given.Document(HTML).css(SURROGATE)),
    ("an address", lambda: given.extract(HTML, url="https://a.example/" + SURROGATE)),
    ("a method", lambda: given.extract(HTML, method=SURROGATE)),
    ("an option", lambda: given.extract(HTML, options={SURROGATE: 5})),
    ("the value of an option", lambda: given.extract(HTML, options={"favor": SURROGATE})),
    ("a charset", lambda: given.records(HTML, charset=SURROGATE)),
    ("a language", lambda: given.extract(HTML, target_language=SURROGATE)),
    ("an author", lambda: given.extract(HTML, author_blacklist=[SURROGATE])),
    ("a task", lambda: given.ask(HTML, tasks=[SURROGATE])),
    ("a site", lambda: given.Site(site=SURROGATE)),
    ("the site to forget", lambda: site().forget(SURROGATE)),
    ("a change of a column", lambda: given.wrapper(HTML, columns=[SURROGATE])),
    ("a target", lambda: wrapper().export(SURROGATE)),
]


@pytest.mark.parametrize("call", [call for _, call in WITH_SURROGATES], ids=[name for name, _ in WITH_SURROGATES])
def test_an_argument_with_lone_surrogates_is_one_class_with_one_hint(call: Callable[[], object]) -> None:
    with pytest.raises(OptionError, match="lone surrogates, which no encoding has") as refused:
        call()
    (of_address,) = tamis.iter_pages([("https://a.example/" + SURROGATE, HTML)])
    assert isinstance(of_address.error, OptionError)
    assert refused.value.hint == of_address.error.hint != None  # noqa: E711


def test_a_text_that_means_nothing_is_no_wrong_type() -> None:
    with pytest.raises(SelectorError, match="regular expression"):
        tamis.Document(HTML).re("(")
    with pytest.raises(OptionError):
        tamis.Site(site="")


READERS: list[tuple[str, Callable[..., object]]] = [
    ("ask", lambda **reading: tamis.ask(HTML, **reading)),
    ("records", lambda **reading: tamis.records(HTML, **reading)),
    ("segment", lambda **reading: tamis.segment(HTML, **reading)),
    ("clean", lambda **reading: tamis.clean(HTML, **reading)),
    ("report", lambda **reading: tamis.report(HTML, **reading)),
    ("extract", lambda **reading: tamis.extract(HTML, **reading)),
    ("bare_extraction", lambda **reading: tamis.bare_extraction(HTML, **reading)),
    ("html2txt", lambda **reading: tamis.html2txt(HTML, **reading)),
    ("iter_files", lambda **reading: tamis.iter_files(HERE, **reading)),
    ("iter_warc", lambda **reading: tamis.iter_warc(HERE, **reading)),
    ("iter_pages", lambda **reading: tamis.iter_pages([HTML], **reading)),
    ("wrapper", lambda **reading: tamis.wrapper(HTML, **reading)),
    ("Wrapper.apply", lambda **reading: wrapper().apply(HTML, **reading)),
    ("Wrapper.apply_many", lambda **reading: wrapper().apply_many([HTML], **reading)),
    ("Wrapper.check", lambda **reading: wrapper().check(HTML, **reading)),
    ("Wrapper.repair", lambda **reading: wrapper().repair(HTML, **reading)),
    ("Site", lambda **reading: tamis.Site(**reading)),
    ("Document", lambda **reading: tamis.Document(HTML, **reading)),
]
every_reader = pytest.mark.parametrize(("name", "read"), READERS, ids=[name for name, _ in READERS])


@every_reader
def test_an_unknown_keyword_is_named_with_those_that_there_are(name: str, read: Callable[..., object]) -> None:
    with pytest.raises(ArgumentError) as raised:
        read(timeout=5, max_node=5)
    assert raised.value.message == f"{name}() has no argument 'max_node'"
    assert str(raised.value.hint).startswith("it may be max_nodes; there are ")
    assert all(field in str(raised.value.hint) for field in tamis.Reading.__annotations__)
    with pytest.raises(TypeError, match="there are "):
        read(nothing_like_it=5)


@every_reader
def test_every_reader_takes_every_setting_and_refuses_wrong_ones(name: str, read: Callable[..., object]) -> None:
    good = {"render": "none", "timeout": 60, "charset": "utf-8", "viewport": [800, 600]}
    # In the folder of these tests there are no pages, which is known after the settings.
    with contextlib.suppress(SourceError):
        assert read(**good, max_bytes=9999, max_nodes=999, max_rows=99, max_growth=9, max_steps=None) is not None
    wrong: dict[str, Any]
    for wrong in ({"timeout": "soon"}, {"timeout": [5]}, {"max_nodes": 1.5}, {"viewport": [1, 2, 3]}, {"render": None}):
        with pytest.raises(ArgumentError):
            read(**wrong)
    for wrong in ({"timeout": 0}, {"charset": "no such"}, {"render": "paper"}, {"viewport": (0, 600)}):
        with pytest.raises(OptionError):
            read(**wrong)


@pytest.mark.parametrize("name", [name for name, _ in READERS if name not in ("bare_extraction", "Wrapper.apply_many")])
def test_the_help_of_a_reader_names_every_setting(name: str) -> None:
    words = operator.attrgetter(name)(tamis).__doc__
    assert all(field in words for field in tamis.Reading.__annotations__), words
