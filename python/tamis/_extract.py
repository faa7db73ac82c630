"""The main content of a page as text, under the names that users of trafilatura know."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

from tamis import _tamis
from tamis._calls import checked
from tamis._forms import FORMS, csv_line, json_line
from tamis._parameters import is_unwanted, method_of, texts_in, warn_of_ignored
from tamis._settings import settings_of
from tamis._warnings import warn
from tamis.errors import ArgumentError, OptionError

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from tamis._inputs import Options, PageSource
    from tamis._settings import Reading


def extract(
    filecontent: PageSource | None,
    url: str | None = None,
    record_id: str | None = None,
    fast: bool = False,
    no_fallback: bool = False,
    favor_precision: bool = False,
    favor_recall: bool = False,
    include_comments: bool | None = None,
    output_format: str = "txt",
    tei_validation: bool = False,
    target_language: str | None = None,
    include_tables: bool = True,
    include_images: bool = False,
    include_formatting: bool | None = None,
    include_links: bool | None = None,
    deduplicate: object = False,
    date_extraction_params: Mapping[str, object] | None = None,
    with_metadata: bool = False,
    only_with_metadata: bool = False,
    max_tree_size: int | None = None,
    url_blacklist: Collection[str] | None = None,
    author_blacklist: Collection[str] | None = None,
    settingsfile: object = None,
    prune_xpath: object = None,
    config: object = None,
    options: Options | object | None = None,
    *,
    method: str | None = None,
    **reading: Unpack[Reading],
) -> str | None:
    """The main content of a page; None if it has none.

    The parameters are those of trafilatura; `docs/python.md` says which mean the same, which differ and which are
    ignored with a `TamisWarning`. Those after `options` are of tamis.

    filecontent: the HTML as text or bytes, a path, or an open file. None gives None, as a page that could not be
        fetched has no text.
    output_format: txt, markdown, html, xmltei, json or csv.
    include_comments: what readers said about the page, after the content. By default only where it stands apart: in
        json, csv and xmltei.
    method, options: another method for the text, and its options by name.
    reading: how the page is read: render, timeout, charset, max_bytes, max_nodes, max_rows, max_growth, max_steps and
        viewport, as `Reading` tells.

    Raises `tamis.TamisError` for what is no page, for a page beyond the limits, and for arguments that mean nothing.

    >>> html = "<nav><a href=/>Home</a></nav><h1>Lamps</h1><p>A lamp turns <b>power</b> into light.</p>"
    >>> print(extract(html))
    Lamps
    A lamp turns power into light.
    >>> print(extract(html, output_format="markdown"))
    # Lamps
    <BLANKLINE>
    A lamp turns **power** into light.
    <BLANKLINE>
    >>> extract("") is None
    True
    """
    if filecontent is None:
        return None
    if (
        tei_validation
        or deduplicate
        or date_extraction_params
        or max_tree_size
        or settingsfile
        or prune_xpath
        or config
    ):
        warn_of_ignored(
            {
                "tei_validation": tei_validation,
                "deduplicate": deduplicate,
                "date_extraction_params": date_extraction_params,
                "max_tree_size": max_tree_size,
                "settingsfile": settingsfile,
                "prune_xpath": prune_xpath,
                "config": config,
            }
        )
    if is_unwanted(url, url_blacklist):
        return None
    no_authors = None if author_blacklist is None else texts_in("author_blacklist", author_blacklist)
    method, own = method_of(method, options, fast or no_fallback, favor_precision, favor_recall)
    form = _form(output_format)
    chosen = settings_of(reading, extract)
    if form in ("json", "csv"):
        content = (
            include_comments is not False,
            include_tables,
            include_images,
            bool(include_links),
            bool(include_formatting),
        )
        page = checked(_tamis.ask, filecontent, [("text", method, own)], url, chosen, content, False, no_authors)
        if page.status != "ok" or not checked(page._is_wanted, target_language, only_with_metadata):
            return None
        fields = page.as_dict()
        fields["id"] = record_id
        return csv_line(fields) if form == "csv" else json_line(fields, with_metadata)
    if record_id is not None:
        warn(f"tamis ignores record_id where output_format is {form}: only JSON and CSV have an id")
    return checked(
        _tamis.extract_text,
        filecontent,
        url,
        chosen,
        form,
        "text",
        method,
        own,
        (include_comments, include_tables, include_images, include_links, include_formatting),
        with_metadata,
        only_with_metadata,
        target_language,
        no_authors,
    )


def html2txt(content: PageSource | None, clean: bool = True, **reading: Unpack[Reading]) -> str:
    """All that a reader sees of a page, menus included. `clean` is taken for trafilatura's sake: what cannot be seen is
    never in it.

    reading: how the page is read: render, timeout, charset, max_bytes, max_nodes, max_rows, max_growth, max_steps and
        viewport, as `Reading` tells.

    >>> html2txt("<nav>Home</nav><p>A lamp turns power into light.<script>let x</script>")
    'Home\\n\\nA lamp turns power into light.'
    """
    settings_of(reading, html2txt)
    return extract(content, method="none", **reading) or ""


def _form(output_format: str) -> str:
    if output_format in FORMS:
        return output_format
    if not isinstance(output_format, str):
        raise ArgumentError(f"output_format is text, not {type(output_format).__name__}", f"it is {', '.join(FORMS)}")
    hint = "xmltei is XML too" if output_format == "xml" else f"the formats are {', '.join(FORMS)}"
    raise OptionError(f"there is no format {output_format!r}", hint)
