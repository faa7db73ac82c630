"""The parameters of trafilatura's functions: which are honoured, and which are taken and ignored."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tamis._warnings import warn
from tamis.errors import ArgumentError

if TYPE_CHECKING:
    from tamis._inputs import Options


class Parameter(NamedTuple):
    """A parameter of trafilatura's `extract` or `bare_extraction`."""

    honoured: bool
    #: What it does here, or why nothing.
    note: str


#: All of them, by name. `docs/python.md` has this table.
PARAMETERS: Final[dict[str, Parameter]] = {
    "filecontent": Parameter(True, "text, bytes, a path or an open file; None gives None"),
    "url": Parameter(True, "where the page is from: its links become absolute"),
    "record_id": Parameter(True, "the id in JSON and CSV; other forms have none, which a warning says"),
    "fast": Parameter(
        True, "the method `weights`: less exact and faster; nothing beside `method` or `favor_…`, which a warning says"
    ),
    "no_fallback": Parameter(True, "the old name of `fast`"),
    "favor_precision": Parameter(True, "rather lose content than keep noise"),
    "favor_recall": Parameter(
        True, "rather keep noise than lose content; nothing beside `favor_precision`, which a warning says"
    ),
    "include_comments": Parameter(
        True, "differs: by default comments are only where they stand apart (JSON, CSV, XML-TEI, `.comments`)"
    ),
    "output_format": Parameter(True, "txt, markdown, html, xmltei, json, csv; not xml"),
    "tei_validation": Parameter(False, "what is written follows the guidelines, and is not validated"),
    "target_language": Parameter(True, "a page whose text is in another language gives None"),
    "include_tables": Parameter(True, "tables with their cells"),
    "include_images": Parameter(True, "images with their addresses; text then has the marks of Markdown"),
    "include_formatting": Parameter(True, "bold, italic and the like; text then has the marks of Markdown"),
    "include_links": Parameter(
        True, "where links lead; text then has the marks of Markdown. Differs: Markdown and HTML have them by default"
    ),
    "deduplicate": Parameter(False, "a page is read by itself; what a site repeats is for `tamis.Site`"),
    "date_extraction_params": Parameter(False, "dates are read by tamis itself"),
    "with_metadata": Parameter(
        True, "lines of YAML before text and Markdown, more keys in JSON; the others always have it"
    ),
    "only_with_metadata": Parameter(True, "a page without title, date and address gives None"),
    "max_tree_size": Parameter(False, "use `max_nodes`, which reads less of a page, or `max_steps`"),
    "url_blacklist": Parameter(True, "a page whose `url` is among them gives None"),
    "author_blacklist": Parameter(
        True, "authors that are left out of what `extract` and `page.to_html()` write and of `page.author`"
    ),
    "settingsfile": Parameter(False, "there are no such settings; limits are keywords"),
    "prune_xpath": Parameter(False, "nothing is cut out before the page is read"),
    "config": Parameter(False, "there are no such settings; limits are keywords"),
    "options": Parameter(True, "differs: the options of the method by name; an Extractor of trafilatura is ignored"),
    "as_dict": Parameter(True, "a dict of the same fields"),
}


def warn_of_ignored(given: dict[str, object]) -> None:
    """Warns of each parameter that was given a value and does nothing."""
    for name, value in given.items():
        if value is not None and value is not False:
            warn(f"tamis ignores {name}: {PARAMETERS[name].note}")


def method_of(
    method: str | None, options: object, is_fast: bool, favor_precision: bool, favor_recall: bool
) -> tuple[str | None, Options | None]:
    """The method of the text and its options, where trafilatura's words for them may have been said."""
    own: dict[str, Any] = {}
    if isinstance(options, Mapping):
        own.update(options)
    elif options is not None:
        warn_of_ignored({"options": options})
    if is_fast and (method is not None or favor_precision or favor_recall):
        warn(f"tamis ignores fast beside {'favor_precision or favor_recall' if method is None else 'method'}")
    if favor_precision and favor_recall:
        warn("tamis ignores favor_recall beside favor_precision")
    if favor_precision or favor_recall:
        own.setdefault("favor", "precision" if favor_precision else "recall")
    elif is_fast and method is None:
        method = "weights"
    return method, own or None


def is_unwanted(url: str | None, url_blacklist: Collection[str] | None) -> bool:
    """Whether an address is in a set of them, which is asked and not read through: it may be long, and pages are many."""
    if url_blacklist is None:
        return False
    check_set("url_blacklist", url_blacklist)
    return isinstance(url, str) and url in url_blacklist


def check_set(name: str, given: Collection[str]) -> None:
    """Refuses what is no set of texts."""
    if isinstance(given, (str, bytes)) or not isinstance(given, Collection):
        raise ArgumentError(f"{name} is a set of texts, not {type(given).__name__}", f'write {name}={{"…"}}')


def texts_in(name: str, given: Collection[str]) -> list[str]:
    """The texts of a set that was given by this name."""
    check_set(name, given)
    for text in given:
        if not isinstance(text, str):
            raise ArgumentError(f"{name} is a set of texts, and one is {type(text).__name__}")
    return list(given)
