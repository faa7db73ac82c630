"""The main text of a page, by the names that users of trafilatura know."""

from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import Collection, Mapping
from typing import IO, TYPE_CHECKING, Any, Literal, TypeAlias, overload

from tamis import _tamis
from tamis._calls import checked
from tamis._parameters import warn_of_ignored
from tamis._settings import settings
from tamis.errors import ArgumentError, OptionError

if TYPE_CHECKING:
    from tamis._tamis import Page

#: What can be handed over as a page: its HTML as text or bytes, a path, an open file.
PageSource: TypeAlias = (
    "str | bytes | bytearray | memoryview | os.PathLike[str] | os.PathLike[bytes] | IO[str] | IO[bytes]"
)

#: Options of a method by name.
Options: TypeAlias = Mapping[str, "str | int | float | bool"]

_FORMS = ("txt", "markdown", "html", "xmltei", "json", "csv")


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
    render: str = "auto",
    timeout: float | None = None,
    charset: str | None = None,
    max_bytes: int | None = None,
    max_nodes: int | None = None,
    max_steps: int | None = None,
    viewport: tuple[int, int] | None = None,
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
    render, timeout, charset, max_bytes, max_nodes, max_steps, viewport: how the page is read; see `tamis.ask`.

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
    if url_blacklist is not None and url in _texts("url_blacklist", url_blacklist):
        return None
    no_authors = None if author_blacklist is None else _texts("author_blacklist", author_blacklist)
    method, own = _method(method, options, fast or no_fallback, favor_precision, favor_recall)
    form = _form(output_format)
    chosen = settings(
        render=render,
        timeout=timeout,
        charset=charset,
        max_bytes=max_bytes,
        max_nodes=max_nodes,
        max_steps=max_steps,
        viewport=viewport,
    )
    if form in ("json", "csv"):
        content = (include_comments is not False, include_tables, include_images, bool(include_links), False)
        page = checked(_tamis.ask, filecontent, [("text", method, own)], url, chosen, content, False, no_authors)
        if page.status != "ok" or not checked(page._is_wanted, target_language, only_with_metadata):
            return None
        fields = page.as_dict()
        fields["id"] = record_id
        return _csv(fields) if form == "csv" else _json(fields, with_metadata)
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


@overload
def bare_extraction(
    filecontent: PageSource | None,
    url: str | None = ...,
    fast: bool = ...,
    no_fallback: bool = ...,
    favor_precision: bool = ...,
    favor_recall: bool = ...,
    include_comments: bool = ...,
    output_format: str = ...,
    target_language: str | None = ...,
    include_tables: bool = ...,
    include_images: bool = ...,
    include_formatting: bool | None = ...,
    include_links: bool = ...,
    deduplicate: object = ...,
    date_extraction_params: Mapping[str, object] | None = ...,
    with_metadata: bool = ...,
    only_with_metadata: bool = ...,
    max_tree_size: int | None = ...,
    url_blacklist: Collection[str] | None = ...,
    author_blacklist: Collection[str] | None = ...,
    as_dict: Literal[False] = ...,
    prune_xpath: object = ...,
    config: object = ...,
    options: Options | object | None = ...,
    *,
    method: str | None = ...,
    render: str = ...,
    timeout: float | None = ...,
    charset: str | None = ...,
    max_bytes: int | None = ...,
    max_nodes: int | None = ...,
    max_rows: int | None = ...,
    max_steps: int | None = ...,
    viewport: tuple[int, int] | None = ...,
) -> Page | None: ...
@overload
def bare_extraction(
    filecontent: PageSource | None,
    url: str | None = ...,
    fast: bool = ...,
    no_fallback: bool = ...,
    favor_precision: bool = ...,
    favor_recall: bool = ...,
    include_comments: bool = ...,
    output_format: str = ...,
    target_language: str | None = ...,
    include_tables: bool = ...,
    include_images: bool = ...,
    include_formatting: bool | None = ...,
    include_links: bool = ...,
    deduplicate: object = ...,
    date_extraction_params: Mapping[str, object] | None = ...,
    with_metadata: bool = ...,
    only_with_metadata: bool = ...,
    max_tree_size: int | None = ...,
    url_blacklist: Collection[str] | None = ...,
    author_blacklist: Collection[str] | None = ...,
    *,
    as_dict: Literal[True],
    prune_xpath: object = ...,
    config: object = ...,
    options: Options | object | None = ...,
    method: str | None = ...,
    render: str = ...,
    timeout: float | None = ...,
    charset: str | None = ...,
    max_bytes: int | None = ...,
    max_nodes: int | None = ...,
    max_rows: int | None = ...,
    max_steps: int | None = ...,
    viewport: tuple[int, int] | None = ...,
) -> dict[str, Any] | None: ...
def bare_extraction(
    filecontent: PageSource | None,
    url: str | None = None,
    fast: bool = False,
    no_fallback: bool = False,
    favor_precision: bool = False,
    favor_recall: bool = False,
    include_comments: bool = True,
    output_format: str = "python",
    target_language: str | None = None,
    include_tables: bool = True,
    include_images: bool = False,
    include_formatting: bool | None = None,
    include_links: bool = False,
    deduplicate: object = False,
    date_extraction_params: Mapping[str, object] | None = None,
    with_metadata: bool = False,
    only_with_metadata: bool = False,
    max_tree_size: int | None = None,
    url_blacklist: Collection[str] | None = None,
    author_blacklist: Collection[str] | None = None,
    as_dict: bool = False,
    prune_xpath: object = None,
    config: object = None,
    options: Options | object | None = None,
    *,
    method: str | None = None,
    render: str = "auto",
    timeout: float | None = None,
    charset: str | None = None,
    max_bytes: int | None = None,
    max_nodes: int | None = None,
    max_rows: int | None = None,
    max_steps: int | None = None,
    viewport: tuple[int, int] | None = None,
) -> Page | dict[str, Any] | None:
    """The page with the attributes of trafilatura's document, and with `tables`, `kind`, `removed` and more beside them.

    The parameters are those of `extract`. A page without any main content gives None. Records and blocks are looked for
    when they are first asked for, and in the document alone: `tamis.ask` also lays the page out where that helps. From then
    on they are in `warnings` and `to_dict()`, too.

    >>> page = bare_extraction("<title>Lamps</title><p>By <a rel=author>Ada Byron</a>.<p>A lamp turns power into light.")
    >>> page.title, page.author
    ('Lamps', 'Ada Byron')
    """
    if filecontent is None:
        return None
    if output_format not in ("python", "txt"):
        raise OptionError(
            f"bare_extraction gives a Page, not {output_format}",
            "use extract(...) with output_format, or page.to_markdown()",
        )
    if deduplicate or date_extraction_params or max_tree_size or prune_xpath or config:
        warn_of_ignored(
            {
                "deduplicate": deduplicate,
                "date_extraction_params": date_extraction_params,
                "max_tree_size": max_tree_size,
                "prune_xpath": prune_xpath,
                "config": config,
            }
        )
    if url_blacklist is not None and url in _texts("url_blacklist", url_blacklist):
        return None
    no_authors = None if author_blacklist is None else _texts("author_blacklist", author_blacklist)
    method, own = _method(method, options, fast or no_fallback, favor_precision, favor_recall)
    chosen = settings(
        render=render,
        timeout=timeout,
        charset=charset,
        max_bytes=max_bytes,
        max_nodes=max_nodes,
        max_rows=max_rows,
        max_steps=max_steps,
        viewport=viewport,
    )
    content = (include_comments, include_tables, include_images, include_links, bool(include_formatting))
    page = checked(_tamis.ask, filecontent, [("text", method, own)], url, chosen, content, True, no_authors)
    if page.status != "ok" or not checked(page._is_wanted, target_language, only_with_metadata):
        return None
    return page.as_dict() if as_dict else page


def baseline(filecontent: PageSource | None, **reading: Any) -> tuple[str, str, int]:
    """A quick answer: the main content as HTML, as text, and the length of the text.

    As trafilatura's, but the first is HTML instead of an element of lxml. `reading` is what `bare_extraction` takes after
    `filecontent`.

    >>> html, text, length = baseline("<p>A lamp turns power into light.")
    >>> text, length
    ('A lamp turns power into light.', 30)
    """
    page = bare_extraction(filecontent, **{"fast": True, **reading, "as_dict": False})
    text = page.text if page is not None else None
    if page is None or not text:
        return "", "", 0
    return page.to_html(), text, len(text)


def html2txt(content: PageSource | None, clean: bool = True, **reading: Any) -> str:
    """All that a reader sees of a page, menus included. `clean` is taken for trafilatura's sake: what cannot be seen is
    never in it.

    >>> html2txt("<nav>Home</nav><p>A lamp turns power into light.<script>let x</script>")
    'Home\\n\\nA lamp turns power into light.'
    """
    return extract(content, method="none", **reading) or ""


def _form(output_format: str) -> str:
    if output_format in _FORMS:
        return output_format
    if not isinstance(output_format, str):
        raise ArgumentError(f"output_format is text, not {type(output_format).__name__}", f"it is {', '.join(_FORMS)}")
    hint = "xmltei is XML too" if output_format == "xml" else f"the formats are {', '.join(_FORMS)}"
    raise OptionError(f"there is no format {output_format!r}", hint)


def _method(
    method: str | None, options: object, is_fast: bool, favor_precision: bool, favor_recall: bool
) -> tuple[str | None, Options | None]:
    own: dict[str, Any] = {}
    if isinstance(options, Mapping):
        own.update(options)
    elif options is not None:
        warn_of_ignored({"options": options})
    if favor_precision or favor_recall:
        own.setdefault("favor", "precision" if favor_precision else "recall")
    elif is_fast and method is None:
        method = "weights"
    return method, own or None


def _texts(name: str, given: Collection[str]) -> list[str]:
    if isinstance(given, (str, bytes)) or not isinstance(given, Collection):
        raise ArgumentError(f"{name} is a set of texts, not {type(given).__name__}", f'write {name}={{"…"}}')
    for text in given:
        if not isinstance(text, str):
            raise ArgumentError(f"{name} is a set of texts, and one is {type(text).__name__}")
    return list(given)


def _json(fields: dict[str, Any], with_metadata: bool) -> str:
    """The keys that trafilatura's JSON has."""
    if not with_metadata:
        named = {} if fields["id"] is None else {"id": fields["id"]}
        said = {**named, "text": fields["text"], "comments": fields["comments"] or ""}
        return json.dumps(said, ensure_ascii=False)
    renamed = {"url": "source", "sitename": "source-hostname", "description": "excerpt"}
    out = {renamed.get(name, name): value for name, value in fields.items()}
    for name in ("categories", "tags"):
        out[name] = ";".join(out[name])
    out["comments"] = out["comments"] or ""
    return json.dumps(out, ensure_ascii=False)


def _csv(fields: dict[str, Any]) -> str:
    """The columns of trafilatura's CSV, with tabs between them."""
    names = (
        "url",
        "id",
        "fingerprint",
        "hostname",
        "title",
        "image",
        "date",
        "text",
        "comments",
        "license",
        "pagetype",
    )
    out = io.StringIO()
    csv.writer(out, delimiter="\t").writerow([fields[name] or "null" for name in names])
    return out.getvalue()
