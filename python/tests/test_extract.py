"""The main text, by trafilatura's names."""

from __future__ import annotations

import inspect
import io
import json
import warnings
from collections.abc import Iterator
from typing import Any

import pytest
from pages import ARTICLE

import tamis
from tamis._parameters import PARAMETERS


def test_the_text_is_the_article_without_menus_and_comments() -> None:
    text = tamis.extract(ARTICLE)
    assert text is not None
    assert "takes many hands" in text and "Glass" in text
    assert "Sport" not in text and "Imprint" not in text and "Mine broke" not in text


def test_comments_are_there_if_they_are_asked_for() -> None:
    text = tamis.extract(ARTICLE, include_comments=True)
    assert text is not None and "Mine broke" in text


def test_tables_links_images_and_formatting_are_chosen() -> None:
    assert "Glass" not in (tamis.extract(ARTICLE, include_tables=False) or "")
    assert "](/wire)" in (tamis.extract(ARTICLE, include_links=True) or "") or "wire](https" in (
        tamis.extract(ARTICLE, include_links=True) or ""
    )
    assert "lamp.jpg" in (tamis.extract(ARTICLE, include_images=True) or "")
    assert "**power**" in (tamis.extract(ARTICLE, include_formatting=True) or "")


@pytest.mark.parametrize(
    ("output_format", "sign"),
    [("txt", "How lamps"), ("markdown", "# How lamps"), ("html", "<h1>How lamps"), ("xmltei", "<TEI"), ("csv", "\t")],
)
def test_every_format_is_written(output_format: str, sign: str) -> None:
    text = tamis.extract(ARTICLE, url="https://paper.example/lamps", output_format=output_format)
    assert text is not None and sign in text


def test_json_has_trafilaturas_keys() -> None:
    plain = json.loads(tamis.extract(ARTICLE, output_format="json") or "")
    assert set(plain) == {"text", "comments"} and "Mine broke" in plain["comments"]
    full = json.loads(tamis.extract(ARTICLE, output_format="json", with_metadata=True, record_id="7") or "")
    assert full["title"] == "How lamps are made" and full["author"] == "Ada Byron" and full["id"] == "7"
    assert full["date"] == "2021-03-05" and full["source-hostname"] == "The Lamp Paper"


def test_metadata_stand_before_the_text() -> None:
    text = tamis.extract(ARTICLE, with_metadata=True)
    assert text is not None and text.startswith("---\n") and 'author: ["Ada Byron"]' in text
    without = tamis.extract(ARTICLE, with_metadata=True, author_blacklist={"ada byron"})
    assert without is not None and "Ada Byron" not in without


def test_conditions_give_none() -> None:
    assert tamis.extract(ARTICLE, target_language="en") is not None
    assert tamis.extract(ARTICLE, target_language="de") is None
    assert tamis.extract(ARTICLE, only_with_metadata=True) is not None
    assert tamis.extract("<p>A lamp turns power into light.", only_with_metadata=True) is None
    assert tamis.extract(ARTICLE, url="https://a.example/", url_blacklist={"https://a.example/"}) is None
    assert tamis.extract("") is None and tamis.extract("   ") is None and tamis.extract(None) is None


@pytest.mark.parametrize("form", ["txt", "markdown", "html", "xmltei", "json", "csv"])
def test_conditions_are_the_same_in_every_form(form: str) -> None:
    for language in ("en", "en_US", "en-GB", "EN"):
        assert tamis.extract(ARTICLE, target_language=language, output_format=form) is not None, language
        assert tamis.bare_extraction(ARTICLE, target_language=language) is not None, language
    assert tamis.extract(ARTICLE, target_language="de_DE", output_format=form) is None
    assert tamis.extract(ARTICLE, only_with_metadata=True, output_format=form) is not None
    assert tamis.extract("<p>A lamp turns power into light.", only_with_metadata=True, output_format=form) is None
    written = tamis.extract(ARTICLE, author_blacklist={"ADA byron"}, with_metadata=True, output_format=form)
    assert written is not None and "Ada Byron" not in written


def test_unwanted_authors_are_no_attributes() -> None:
    page = tamis.bare_extraction(ARTICLE, author_blacklist={"ada byron"})
    assert page is not None and page.author is None and page.authors == []
    fields = tamis.bare_extraction(ARTICLE, author_blacklist={"ada byron"}, as_dict=True)
    assert fields is not None and fields["author"] is None
    page = tamis.bare_extraction(ARTICLE, author_blacklist={"bob"})
    assert page is not None and page.author == "Ada Byron"


def test_unwanted_authors_are_in_no_html() -> None:
    page = tamis.bare_extraction(ARTICLE, author_blacklist={"ada byron"})
    assert page is not None and "Ada Byron" not in page.to_html()
    assert page.to_html() == tamis.extract(ARTICLE, author_blacklist={"ada byron"}, output_format="html")
    assert len(page.tables) == 1 and "Ada Byron" not in page.to_html(), "records were looked for since"
    page = tamis.bare_extraction(ARTICLE)
    assert page is not None and '<meta name="author" content="Ada Byron">' in page.to_html()


def test_the_id_of_a_record_is_in_every_json() -> None:
    for with_metadata in (False, True):
        written = tamis.extract(ARTICLE, record_id="7", output_format="json", with_metadata=with_metadata)
        assert written is not None and json.loads(written)["id"] == "7"


def test_presets_and_methods() -> None:
    presets = ({"fast": True}, {"no_fallback": True}, {"favor_precision": True}, {"favor_recall": True})
    for preset in presets:
        assert "takes many hands" in (tamis.extract(ARTICLE, **preset) or ""), preset
    assert tamis.extract(ARTICLE, fast=True) == tamis.extract(ARTICLE, method="weights")
    favor = {"favor": "precision"}
    assert tamis.extract(ARTICLE, favor_precision=True) == tamis.extract(ARTICLE, options=favor)
    assert tamis.extract(ARTICLE, method="tps", options={"margin": 0.3}) is not None
    with pytest.raises(tamis.errors.OptionError, match="the methods are"):
        tamis.extract(ARTICLE, method="nothing")
    with pytest.raises(tamis.errors.OptionError, match="hint: tps has profile, margin"):
        tamis.extract(ARTICLE, method="tps", options={"size": 3})
    with pytest.raises(tamis.errors.OptionError, match="a number from"):
        tamis.extract(ARTICLE, method="tps", options={"margin": "lots"})


def test_formatting_is_in_json_and_csv_if_it_is_asked_for() -> None:
    for form in ("json", "csv"):
        assert "**power**" in (tamis.extract(ARTICLE, include_formatting=True, output_format=form) or "")
        assert "**power**" not in (tamis.extract(ARTICLE, output_format=form) or "")


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"fast": True, "favor_recall": True}, "fast beside favor_"),
        ({"no_fallback": True, "favor_precision": True}, "fast beside favor_"),
        ({"fast": True, "method": "tps"}, "fast beside method"),
        ({"favor_precision": True, "favor_recall": True}, "favor_recall beside favor_precision"),
        *(({"record_id": "7", "output_format": form}, "record_id") for form in ("txt", "markdown", "html", "xmltei")),
    ],
)
def test_what_does_nothing_beside_another_parameter_is_told(given: dict[str, Any], words: str) -> None:
    with pytest.warns(tamis.TamisWarning, match=f"tamis ignores {words}"):
        assert tamis.extract(ARTICLE, **given)


def test_a_set_of_addresses_is_asked_and_not_read_through() -> None:
    class Addresses(frozenset[str]):
        def __iter__(self) -> Iterator[str]:
            raise AssertionError("there are millions of them")

    for extract in (tamis.extract, tamis.bare_extraction):
        unwanted = Addresses(["https://a.example/"])
        assert extract(ARTICLE, url="https://a.example/", url_blacklist=unwanted) is None
        assert extract(ARTICLE, url="https://b.example/", url_blacklist=unwanted) is not None
        assert extract(ARTICLE, url_blacklist=unwanted) is not None


def test_ignored_parameters_warn_once_a_line() -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("default")
        for _ in range(3):
            tamis.extract(ARTICLE, deduplicate=True)
    assert [warning.category for warning in caught] == [tamis.TamisWarning]
    assert caught[0].filename == __file__ and "deduplicate" in str(caught[0].message)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        tamis.extract(ARTICLE, deduplicate=False, config=None)


def test_a_format_that_does_not_exist_is_refused() -> None:
    with pytest.raises(tamis.errors.OptionError, match="xmltei"):
        tamis.extract(ARTICLE, output_format="xml")
    with pytest.raises(tamis.errors.OptionError, match="markdown"):
        tamis.extract(ARTICLE, output_format="docx")
    with pytest.raises(tamis.errors.OptionError, match="output_format"):
        tamis.bare_extraction(ARTICLE, output_format="json")


def test_a_bare_extraction_has_trafilaturas_attributes() -> None:
    page = tamis.bare_extraction(ARTICLE)
    assert isinstance(page, tamis.Page)
    assert (page.title, page.author, page.date) == ("How lamps are made", "Ada Byron", "2021-03-05")
    assert (page.sitename, page.hostname) == ("The Lamp Paper", "paper.example")
    assert page.description == "From glass to light." and page.language == "en"
    assert page.comments is not None and "Mine broke" in page.comments
    assert page.text == tamis.extract(ARTICLE)
    fields = page.as_dict()
    assert fields["title"] == page.title and fields["fingerprint"] is None
    assert tamis.bare_extraction(ARTICLE, as_dict=True) == fields
    assert tamis.bare_extraction("") is None and tamis.bare_extraction(None) is None
    silent = tamis.bare_extraction(ARTICLE, include_comments=False)
    assert isinstance(silent, tamis.Page) and silent.comments is None


def test_shortcuts() -> None:
    html, text, length = tamis.baseline(ARTICLE)
    assert "takes many hands" in text and length == len(text) and "<p>" in html
    assert tamis.baseline("") == ("", "", 0)
    assert tamis.baseline(io.BytesIO(ARTICLE.encode())) == (html, text, length)
    assert text == tamis.extract(ARTICLE, fast=True)
    assert html == tamis.extract(ARTICLE, fast=True, output_format="html")
    assert tamis.baseline(ARTICLE, fast=False)[1] == tamis.extract(ARTICLE)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert tamis.baseline(ARTICLE, favor_recall=True)[1] == tamis.extract(ARTICLE, favor_recall=True)
        assert tamis.baseline(ARTICLE, method="tps")[1] == tamis.extract(ARTICLE, method="tps")
    everything = tamis.html2txt(ARTICLE)
    assert "Sport" in everything and "takes many hands" in everything
    assert tamis.html2txt("") == ""


def test_the_parameters_are_those_of_the_table() -> None:
    own = {"method", "reading"}
    taken = {
        name for function in (tamis.extract, tamis.bare_extraction) for name in inspect.signature(function).parameters
    }
    assert taken - own == set(PARAMETERS)


def test_a_page_has_every_attribute_of_trafilaturas_document() -> None:
    settings = pytest.importorskip("trafilatura.settings", exc_type=ImportError)
    slots = list(settings.Document.__slots__)
    page = tamis.bare_extraction(ARTICLE)
    assert page is not None
    assert [name for name in slots if not hasattr(page, name)] == []
    assert list(page.as_dict()) == slots
    written = json.loads(tamis.extract(ARTICLE, output_format="json", with_metadata=True) or "")
    trafilatura = pytest.importorskip("trafilatura")
    theirs = json.loads(trafilatura.extract(ARTICLE, output_format="json", with_metadata=True))
    assert set(written) == set(theirs)


def test_every_parameter_of_trafilatura_is_taken() -> None:
    trafilatura = pytest.importorskip("trafilatura", exc_type=ImportError)
    for ours, theirs in ((tamis.extract, trafilatura.extract), (tamis.bare_extraction, trafilatura.bare_extraction)):
        taken = list(inspect.signature(ours).parameters)
        assert [name for name in inspect.signature(theirs).parameters if name not in taken] == []
        # In the same order, so that they can be given by place.
        expect = list(inspect.signature(theirs).parameters)
        assert [name for name in taken if name in expect] == expect
