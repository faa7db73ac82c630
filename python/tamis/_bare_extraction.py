"""The main content of a page with all that is known of it, under the names that users of trafilatura know."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Any, Literal, overload

from tamis import _tamis
from tamis._calls import checked
from tamis._parameters import is_unwanted, method_of, texts_in, warn_of_ignored
from tamis._settings import settings_of
from tamis.errors import OptionError

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from tamis._inputs import Options, PageSource
    from tamis._settings import Reading
    from tamis._tamis import Page


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
    **reading: Unpack[Reading],
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
    **reading: Unpack[Reading],
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
    **reading: Unpack[Reading],
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
    if is_unwanted(url, url_blacklist):
        return None
    no_authors = None if author_blacklist is None else texts_in("author_blacklist", author_blacklist)
    method, own = method_of(method, options, fast or no_fallback, favor_precision, favor_recall)
    chosen = settings_of(reading, bare_extraction)
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
    says_how = any(reading.get(name) for name in ("method", "favor_precision", "favor_recall"))
    given: dict[str, Any] = {"fast": not says_how, **reading, "as_dict": False}
    page = bare_extraction(filecontent, **given)
    text = page.text if page is not None else None
    if page is None or not text:
        return "", "", 0
    return page.to_html(), text, len(text)
