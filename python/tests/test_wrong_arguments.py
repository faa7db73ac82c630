"""Arguments of a wrong type are our errors, wherever they are handed over."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import tamis
from tamis.errors import ArgumentError, OptionError, SelectorError

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
    ("a selector with a surrogate", lambda: given.Document(HTML).css("a\ud800")),
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


def test_a_text_that_means_nothing_is_no_wrong_type() -> None:
    with pytest.raises(SelectorError, match="regular expression"):
        tamis.Document(HTML).re("(")
    with pytest.raises(OptionError):
        tamis.Site(site="")
