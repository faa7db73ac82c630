"""A page to select from, with the methods of parsel's and Scrapy's selectors.

What is the same as in parsel: CSS with ``::text`` and ``::attr(name)``, XPath 1.0 with ``has-class()``, `get`, `getall`,
`attrib`, `re`, `re_first`, and that a selector starts from its node. What is not: the tree is that of a browser, so that a
table has its ``tbody`` and a broken page the shape that a reader sees; XPath has no variables, namespaces of one's own and
no EXSLT (``re:test``, ``set:difference``); CSS also knows ``:has()``, ``:is()`` and ``:where()`` with any selector inside;
HTML is written as the standard says.
"""

from __future__ import annotations

import html as html_words
import re as regular
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, TypeVar, overload
from urllib.parse import urljoin

from tamis import _tamis
from tamis._calls import checked
from tamis._settings import settings_without_layout
from tamis.errors import ArgumentError, SelectorError

if TYPE_CHECKING:
    from typing import SupportsIndex

    from typing_extensions import Unpack

    from tamis._inputs import PageSource
    from tamis._settings import Reading
    from tamis._tamis import Node, Settings

Default = TypeVar("Default")


class Selector:
    """Something that was selected: an element, an attribute, a text, or a value of an XPath.

    >>> item = Document("<ul><li class=lamp><a href=/1>Desk lamp</a> 5 €</ul>").css("li")[0]
    >>> item.css("a::text").get(), item.css("a").attrib["href"], item.xpath("./text()").get()
    ('Desk lamp', '/1', ' 5 €')
    """

    __slots__ = ("_node", "_query", "_settings")

    def __init__(self, node: Node, query: str | None, chosen: Settings) -> None:
        self._node = node
        self._query = query
        self._settings = chosen

    def css(self, query: str) -> SelectorList:
        """What a CSS selector selects in here, this included; it may end in ``::text`` or ``::attr(name)``."""
        return self._select(query, False)

    def xpath(self, query: str) -> SelectorList:
        """What an XPath selects from here; ``//a`` starts from the page, ``.//a`` from here."""
        return self._select(query, True)

    def _select(self, query: str, is_xpath: bool) -> SelectorList:
        if not isinstance(query, str):
            raise ArgumentError(f"a selector is text, not {type(query).__name__}")
        found = checked(self._node.select, query, is_xpath, self._settings)
        return SelectorList(Selector(node, query, self._settings) for node in found)

    def get(self) -> str:
        """An element as HTML, an attribute's value, a text."""
        return self._node.get()

    def getall(self) -> list[str]:
        """The same in a list."""
        return [self.get()]

    @property
    def attrib(self) -> dict[str, str]:
        """The attributes of an element; empty for anything else."""
        return self._node.attrib()

    def re(self, regex: str | regular.Pattern[str], replace_entities: bool = True) -> list[str]:
        """What a regular expression finds in it: the group ``extract``, else all groups, else all of each match.

        >>> Document("<p>5 of 12</p>").css("p::text").re(r"[0-9]+")
        ['5', '12']
        """
        return found_in(self.get(), regex, replace_entities)

    @overload
    def re_first(
        self, regex: str | regular.Pattern[str], default: None = ..., replace_entities: bool = ...
    ) -> str | None: ...
    @overload
    def re_first(self, regex: str | regular.Pattern[str], default: str, replace_entities: bool = ...) -> str: ...
    def re_first(
        self, regex: str | regular.Pattern[str], default: str | None = None, replace_entities: bool = True
    ) -> str | None:
        """The first of them, or the default."""
        return next(iter(self.re(regex, replace_entities)), default)

    def __bool__(self) -> bool:
        return bool(self.get())

    def __str__(self) -> str:
        return self.get()

    def __repr__(self) -> str:
        text = self.get()
        shown = text if len(text) <= 40 else text[:37] + "..."
        return f"<{type(self).__name__} query={self._query!r} data={shown!r}>"

    def __getstate__(self) -> Any:
        raise ArgumentError("a selector is a place in a page and cannot be pickled", "keep what get() gives")


class SelectorList(list[Selector]):
    """What was selected, in the order of the page.

    >>> items = Document("<ul><li>One<li>Two</ul>").css("li")
    >>> items.css("::text").getall(), len(items), [item.get() for item in items[1:]]
    (['One', 'Two'], 2, ['<li>Two</li>'])
    >>> items.css("b::text").get(default="none")
    'none'
    """

    __slots__ = ()

    @overload
    def __getitem__(self, place: SupportsIndex) -> Selector: ...
    @overload
    def __getitem__(self, place: slice) -> SelectorList: ...
    def __getitem__(self, place: SupportsIndex | slice) -> Selector | SelectorList:
        found = super().__getitem__(place)
        return SelectorList(found) if isinstance(found, list) else found

    def css(self, query: str) -> SelectorList:
        """What a CSS selector selects in each, one after the other."""
        return SelectorList(one for selector in self for one in selector.css(query))

    def xpath(self, query: str) -> SelectorList:
        """What an XPath selects from each, one after the other."""
        return SelectorList(one for selector in self for one in selector.xpath(query))

    @overload
    def get(self, default: None = ...) -> str | None: ...
    @overload
    def get(self, default: Default) -> str | Default: ...
    def get(self, default: Any = None) -> Any:
        """The first as HTML or text; the default if there is none."""
        return self[0].get() if self else default

    def getall(self) -> list[str]:
        """Each as HTML or text."""
        return [selector.get() for selector in self]

    @property
    def attrib(self) -> dict[str, str]:
        """The attributes of the first; empty if there is none."""
        return self[0].attrib if self else {}

    def re(self, regex: str | regular.Pattern[str], replace_entities: bool = True) -> list[str]:
        """What a regular expression finds in each, one after the other."""
        return [found for selector in self for found in selector.re(regex, replace_entities)]

    @overload
    def re_first(
        self, regex: str | regular.Pattern[str], default: None = ..., replace_entities: bool = ...
    ) -> str | None: ...
    @overload
    def re_first(self, regex: str | regular.Pattern[str], default: str, replace_entities: bool = ...) -> str: ...
    def re_first(
        self, regex: str | regular.Pattern[str], default: str | None = None, replace_entities: bool = True
    ) -> str | None:
        """The first of them, or the default."""
        for selector in self:
            for found in selector.re(regex, replace_entities):
                return found
        return default


class Document(Selector):
    """A page to select from by CSS and XPath, as with parsel's selectors.

    html: the HTML as text or bytes, a path, or an open file.
    url: where the page is from.
    reading: timeout, charset, max_bytes, max_nodes and max_steps, as `Reading` tells, for reading the page and for each
        selector by itself; max_rows, max_growth, render and viewport mean nothing here.

    >>> page = Document("<ul><li><a href=/1>Desk lamp</a><li><a href=/2>Wall lamp</a></ul>", url="https://shop.example/")
    >>> page.css("a::text").getall()
    ['Desk lamp', 'Wall lamp']
    >>> page.xpath("//a[contains(., 'Wall')]/@href").get(), page.xpath("count(//li)").get()
    ('/2', '2.0')
    >>> page.urljoin("/2")
    'https://shop.example/2'
    """

    __slots__ = ()

    def __init__(
        self,
        html: PageSource,
        url: str | None = None,
        **reading: Unpack[Reading],
    ) -> None:
        chosen = settings_without_layout(reading, Document.__init__)
        super().__init__(checked(_tamis.Node.of_page, html, url, chosen), None, chosen)

    @property
    def url(self) -> str | None:
        """Where the page is from, as it was given or as the page says it."""
        return self._node.url()

    def urljoin(self, url: str) -> str:
        """An address of the page made absolute; as it is if nobody knows where the page is from."""
        return checked(urljoin, self._node.base_url() or "", url)


def found_in(text: str, regex: str | regular.Pattern[str], replace_entities: bool) -> list[str]:
    """What a regular expression finds in a text, as parsel has it."""
    try:
        pattern = regular.compile(regex)
        pattern.search("")
    except regular.error as wrong:
        raise SelectorError(f"the regular expression cannot be read: {wrong}") from None
    except TypeError:
        raise ArgumentError("a regular expression is text, or what re.compile() makes of it") from None
    if "extract" in pattern.groupindex:
        match = pattern.search(text)
        strings = [match.group("extract")] if match and match.group("extract") is not None else []
    else:
        strings = flat(pattern.findall(text))
    return [without_entities(one) for one in strings] if replace_entities else strings


def flat(found: Iterable[Any]) -> list[str]:
    return [one for match in found for one in (match if isinstance(match, tuple) else (match,))]


def without_entities(text: str) -> str:
    """Character references as what they stand for, but for those of ``<`` and ``&``."""
    kept = regular.compile(r"&(?!(?:lt|amp);|#0*(?:38|60);|#[xX]0*(?:26|3[cC]);)(?:#[0-9]+|#[xX][0-9a-fA-F]+|\w+);")
    return kept.sub(lambda match: html_words.unescape(match.group()), text)
