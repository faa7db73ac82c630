"""Whole sites: a page of each template is asked, every other page is mapped from it."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any, NoReturn

from tamis import _tamis
from tamis._calls import checked
from tamis._iterate import PathLike, is_one_page, pairs_of, path_of, path_options, paths_of, tasks_of
from tamis._settings import settings_of
from tamis._wrapper import Wrapper
from tamis.errors import ArgumentError, OptionError

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from tamis._inputs import Options
    from tamis._settings import Reading
    from tamis._tamis import Pages


#: What stands for the first of no pages: None may be a page that somebody could not fetch.
NOTHING = object()


@dataclass(frozen=True)
class SiteCounts:
    """What came of the pages of a `Site` until now."""

    pages: int
    #: Those that were mapped from a template, without asking a method.
    mapped: int
    #: Those of them whose main table was read by the selectors of the template.
    applied: int
    #: Templates that were learned.
    new: int
    #: Templates that were learned again, because pages had changed.
    learned_again: int
    failed: int
    #: Sites that pages came from.
    sites: int
    #: Templates of these sites that the store had before.
    known: int

    @property
    def hit_ratio(self) -> float:
        """The share of the pages that no method had to be asked for."""
        read = self.pages - self.failed
        return max(0, read - self.new - self.learned_again) / read if read else 0.0


@dataclass(frozen=True)
class StoredTemplate:
    """A template that a store remembers, with what was counted on its pages."""

    site: str
    id: str
    #: What was asked, with the options of the methods.
    question: str
    #: How often it was learned again.
    generation: int
    #: Pages that were mapped from it, and how many of them its selectors read.
    pages: int
    applied: int
    #: How similar these were to its first page, and how much of it was missing on them, in the mean.
    similarity: float | None
    missing: float | None
    #: Records in their main tables, and the columns of these with the share of values.
    rows: int
    columns: dict[str, float]
    _said: dict[str, Any]

    @property
    def name(self) -> str:
        """Site and id, as `Page.template.id` has it."""
        return f"{self.site}/{self.id}"

    def to_dict(self) -> dict[str, Any]:
        """All that is known, as `tamis templates show --format json` writes it."""
        return dict(self._said)

    def __repr__(self) -> str:
        return f"<tamis.StoredTemplate {self.name} pages={self.pages}>"


class Site:
    """Sites and what is remembered of their templates.

    The pages of a site are made from few templates. The first page of each is asked by the methods; every other page gets
    the same answers for its own nodes without that, many times as fast. The site of a page is the host of its address,
    else the directory that it is from.

    store: where templates are kept: a file, which is made if it is not there, or ``postgres://user:password@host/database``;
        nowhere if it is None.
    tasks: what is asked of the pages: segment, text, records. The command asks for all three if nothing is said; here
        segment is left out, because pages may have to be laid out for it.
    site: all pages are of this site, whatever their addresses.
    parallel: how many threads work; as many as the machine runs if it is None.
    methods, options: methods and their options by the name of the task.
    profile: "tuned", or "paper" for the way of the paper.
    threshold, choice, mapping, max_missing, relearn_after, look_ahead: how templates are found, kept and given up, as
        `tamis site --help` tells.
    reading: how pages are read: render, timeout, charset, max_bytes, max_nodes, max_rows, max_growth, max_steps and
        viewport, as `Reading` tells.

    >>> item = "<li><a href=/{0}>{0} lamp</a> <b>{1}.50 €</b>"
    >>> def page(n):
    ...     items = "".join(item.format(name, n) for name in ("Desk", "Wall", "Floor"))
    ...     return f"https://shop.example/{n}", f"<nav><a href=/>Home</a></nav><h1>Lamps {n}</h1><ul>{items}</ul>"
    >>> with Site(tasks=["records"], render="none") as site:
    ...     used = [page.template.used for page in site.run(page(n) for n in range(4))]
    >>> used, site.counts.new, [(template.site, template.pages) for template in site.templates()]
    ([False, True, True, True], 1, [('shop.example', 3)])
    """

    def __init__(
        self,
        store: PathLike | None = None,
        *,
        tasks: str | Iterable[str] = ("text", "records"),
        site: str | None = None,
        parallel: int | None = None,
        methods: Mapping[str, str] | None = None,
        options: Mapping[str, Options] | None = None,
        profile: str = "tuned",
        threshold: float | None = None,
        choice: str | None = None,
        mapping: str | None = None,
        max_missing: float | None = None,
        relearn_after: int | None = None,
        look_ahead: int | None = None,
        **reading: Unpack[Reading],
    ) -> None:
        chosen = settings_of(reading, Site.__init__)
        if isinstance(site, str) and not site.strip():
            raise OptionError("a site has a name", "leave site out, or give one such as shop.example")
        given = {
            "profile": profile,
            "threshold": threshold,
            "choice": choice,
            "mapping": mapping,
            "max_missing": max_missing,
            "relearn_after": relearn_after,
            "look_ahead": look_ahead,
        }
        place = None if store is None else path_of(store, "store")
        asked = tasks_of(tasks, methods, options)
        self._sites = checked(_tamis.Sites, place, asked, given, site, chosen)
        self._parallel = parallel

    def run(
        self,
        pages: PathLike | Iterable[Any],
        *,
        url_from: Sequence[str] | None = None,
        base_url: str | None = None,
        mime: str | Iterable[str] | None = None,
    ) -> Pages:
        """Runs pages and gives them in order, each with `template` and `site`.

        pages: a path, or several: files, directories, patterns, archives; or pairs ``(url, html)`` and responses, as for
            `iter_pages`. Text is a path here.
        url_from, base_url: as for `iter_files`.
        mime: as for `iter_warc`.

        A store that fails ends the run with a `StoreError`; the pages that came before are complete, and so is what was
        stored. One run at a time: leaving the loop ends it, and so does `close`.
        """
        if isinstance(pages, (str, os.PathLike)):
            pages = [pages]
        if isinstance(pages, Mapping) or is_one_page(pages) or not isinstance(pages, Iterable):
            raise ArgumentError(
                f"pages are paths or pairs (url, html), not {type(pages).__name__}",
                "put one page into a list: [(url, html)]",
            )
        given = path_options(url_from=url_from, base_url=base_url, mime=mime)
        items: Iterator[Any] = iter(pages)
        first = next(items, NOTHING)
        if first is NOTHING:
            items = iter(())
        elif isinstance(first, (str, os.PathLike)):
            paths = paths_of(chain([first], items))
            return checked(self._sites.run_paths, paths, given, self._parallel)
        else:
            items = chain([first], items)
        return checked(self._sites.run_iterator, pairs_of(items), self._parallel)

    @property
    def counts(self) -> SiteCounts:
        """What came of the pages of all runs until now."""
        return SiteCounts(**self._sites.counts())

    @property
    def notes(self) -> list[str]:
        """What a person should know of the templates: which drift, which were learned again."""
        return self._sites.notes()

    def templates(self, site: str | None = None) -> list[StoredTemplate]:
        """What is remembered, of one site or of all."""
        return [
            StoredTemplate(
                said["site"],
                said["id"],
                said["question"],
                said["generation"],
                said["pages"],
                said["applied"],
                said["similarity"],
                said["missing"],
                said["rows"],
                {column["name"]: column["fill"] for column in said["columns"]},
                said,
            )
            for said in json.loads(checked(self._sites.templates, site))
        ]

    def forget(self, site: str, id: str | None = None) -> int:
        """Forgets a template, or all of a site; their pages are asked anew. Says how many were forgotten."""
        return checked(self._sites.forget, site, id)

    def wrapper(self, template: str | StoredTemplate, *, table: int = 0) -> Wrapper:
        """The selectors of a template's table, by its name, which `Page.template.id` is."""
        name = template.name if isinstance(template, StoredTemplate) else str(template)
        site, _, id = name.rpartition("/")
        return Wrapper(checked(self._sites.wrapper, site, id, table))

    def close(self) -> None:
        """Ends a run that is not at its end, and waits until what it has learned is stored."""
        self._sites.close()

    def __enter__(self) -> Site:
        return self

    def __exit__(self, *raised: object) -> None:
        self.close()

    def __reduce__(self) -> NoReturn:
        raise ArgumentError(
            "a Site cannot be pickled: it holds an open store", "make one with the same store on the other side"
        )

    def __repr__(self) -> str:
        try:
            counts = self.counts
        except OptionError:
            return "<tamis.Site of another process>"
        return f"<tamis.Site pages={counts.pages} mapped={counts.mapped} sites={counts.sites}>"
