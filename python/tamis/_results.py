"""What is found on a page, as objects to look at. `tamis._tamis` hands over what its JSON says."""

from __future__ import annotations

import datetime
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from tamis._tamis import Page

#: A value of a record: text, a number, a day, a moment, several texts, or None where the record has none.
Value: TypeAlias = "str | int | Decimal | datetime.date | datetime.datetime | list[str] | None"

#: Left, top, right and bottom in pixels.
Box: TypeAlias = tuple[int, int, int, int]


@dataclass(frozen=True)
class Selectors:
    """The same nodes as XPath and as CSS; None where one could not be written."""

    xpath: str | None
    css: str | None


@dataclass(frozen=True)
class Column:
    """A column of a table: its name, the type of its values, and where they stand within a record."""

    name: str
    #: text, date, time, money, currency, integer, decimal, percentage, image or url
    type: str
    xpath: str | None
    css: str | None
    #: The attribute that holds the value; None where it is text.
    attr: str | None
    #: The share of the rows that have a value.
    fill: float
    #: Whether all rows have the same value.
    constant: bool
    #: What all numbers count, such as EUR.
    unit: str | None = None
    #: Which of the record's nodes the selectors start from.
    node: int = 0
    #: Which of the element's own texts the value is, from 1, where a wrapper says so.
    text: int | None = None
    _said: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    def to_dict(self) -> dict[str, Any]:
        """The column as the JSON of the page has it."""
        return copied(self._said)


# Equality is that of mappings.
@dataclass(frozen=True, eq=False)
class Row(Mapping[str, Value]):
    """A record: a mapping of the names of columns to values, with the place that it was read from.

    >>> row = Row({"title": "Lamp", "price": Decimal("5.50")}, {"price": "5,50 €"}, "Lamp 5,50 €")
    >>> row["price"], row.raw["price"], dict(row)["title"]
    (Decimal('5.50'), '5,50 €', 'Lamp')
    >>> row == {"title": "Lamp", "price": Decimal("5.50")}
    True
    """

    #: The values by the names of their columns.
    _values: dict[str, Value] = field(repr=False)
    #: What the page says where the value says it in another form.
    raw: dict[str, str] = field(default_factory=dict, repr=False)
    #: The visible text of the whole record.
    text: str = ""
    #: The nodes that it consists of.
    xpaths: tuple[str, ...] = field(default=(), repr=False)
    #: How similar the record and its neighbours are, from 0 to 1.
    confidence: float = 0.0
    #: Whether the record is an advertisement, and why.
    ad: bool = False
    ad_reason: str | None = None
    #: Where it is on the page; None if that was not laid out.
    box: Box | None = None

    def __getitem__(self, name: str) -> Value:
        try:
            return self._values[name]
        except KeyError:
            raise KeyError(f"{name!r}; the columns are {', '.join(self._values)}") from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __contains__(self, name: object) -> bool:
        return name in self._values

    def to_dict(self) -> dict[str, Value]:
        """The values alone."""
        return dict(self._values)

    def __repr__(self) -> str:
        return f"Row({self._values!r})"

    __hash__ = None  # type: ignore[assignment]


@dataclass(frozen=True)
class Block:
    """An area of a page: nodes that belong together, what they are to the page, and why."""

    #: Unique on the page; b0 is the page.
    id: str
    #: page, header, nav, sidebar, main, list, article, comments, related, ad, cookie, footer or other
    role: str
    #: Why it has this role.
    reason: str
    #: The first of its nodes.
    xpath: str | None
    #: All of its nodes.
    xpaths: tuple[str, ...]
    #: Where it is on the page; None if that was not laid out.
    box: Box | None
    #: The first words.
    text: str
    #: Which cuts through the tree it is in: 1, the parts of the page; 2, the blocks of the parts.
    levels: tuple[int, ...] = ()
    #: Figures of the method.
    attributes: Mapping[str, float | str] = field(default_factory=dict, repr=False)
    children: tuple[Block, ...] = field(default=(), repr=False)
    _said: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    def walk(self) -> Iterator[Block]:
        """The block and all below it, in the order of the page."""
        waiting: list[Block] = [self]
        while waiting:
            block = waiting.pop()
            yield block
            waiting.extend(reversed(block.children))

    def find(self, role: str) -> list[Block]:
        """The blocks of a role, in the order of the page."""
        return [block for block in self.walk() if block.role == role]

    def to_dict(self) -> dict[str, Any]:
        """The block and all below it as the JSON of the page has them."""
        return copied(self._said)


@dataclass(frozen=True)
class Removed:
    """Neighbours that were left out for one reason."""

    #: The first of them, and the last where there are several.
    xpath: str
    last_xpath: str | None
    n_nodes: int
    method: str
    reason: str
    #: The first words.
    text: str
    _said: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    def to_dict(self) -> dict[str, Any]:
        """The same as the JSON of the page has it."""
        return copied(self._said)


@dataclass(frozen=True)
class Rejected:
    """What stands among the records of a table and is none."""

    xpath: str
    reason: str

    def to_dict(self) -> dict[str, str]:
        """The same as the JSON of the page has it."""
        return {"xpath": self.xpath, "reason": self.reason}


@dataclass(frozen=True)
class Pagination:
    """Where the list of a page goes on."""

    next: str | None
    prev: str | None
    #: The number of the page that is shown.
    current: int | None
    #: The address of every page, with {n} in place of the number.
    pattern: str | None
    #: The link to the next page, or the control in its place.
    css: str | None
    confidence: float
    #: The numbered links.
    pages: tuple[tuple[int, str | None], ...] = ()
    reasons: tuple[str, ...] = ()
    _said: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    def to_dict(self) -> dict[str, Any]:
        """The same as the JSON of the page has it."""
        return copied(self._said)


@dataclass(frozen=True)
class Template:
    """The template of its site that a page is of."""

    id: str
    #: How unlike the page and the template's first page are, from 0 to 1.
    distance: float
    #: Whether the answers were mapped from the template.
    used: bool
    reason: str | None = None


def copied(said: Mapping[str, Any]) -> dict[str, Any]:
    """What the JSON says, as a dict of its own. By way of JSON, which takes deep trees, and copy.deepcopy does not."""
    copy: dict[str, Any] = json.loads(json.dumps(said))
    return copy


def _box(edges: list[int] | None) -> Box | None:
    return None if edges is None else (edges[0], edges[1], edges[2], edges[3])


def selectors_of(said: dict[str, Any]) -> Selectors:
    """A pair of selectors."""
    return Selectors(said.get("xpath"), said.get("css"))


def columns_of(said: list[dict[str, Any]]) -> list[Column]:
    """The columns of a table."""
    names = ("name", "type", "xpath", "css", "attr", "fill", "constant", "unit", "node", "text")
    given: list[dict[str, Any]] = [{name: column.get(name) for name in names} for column in said]
    return [Column(**fields, _said=column) for fields, column in zip(given, said, strict=True)]


def rows_of(said: dict[str, Any], values: list[dict[str, Value]]) -> list[Row]:
    """The rows of a table with their typed values."""
    return [
        Row(
            typed,
            row["raw"],
            row["text"],
            tuple(row["xpaths"]),
            row["confidence"],
            row["ad"],
            row.get("ad_reason"),
            _box(row.get("box")),
        )
        for row, typed in zip(said["rows"], values, strict=True)
    ]


def block_of(said: dict[str, Any] | None) -> Block | None:
    """The tree of blocks. A page may be deep, so nothing here calls itself."""
    if said is None:
        return None
    order: list[dict[str, Any]] = []
    waiting = [said]
    while waiting:
        block = waiting.pop()
        order.append(block)
        waiting.extend(block["children"])
    made: dict[str, Block] = {}
    for block in reversed(order):
        xpath = block.get("xpath")
        xpaths = block.get("xpaths") or ([xpath] if xpath is not None else [])
        made[block["id"]] = Block(
            block["id"],
            block["role"],
            block["reason"],
            xpath,
            tuple(xpaths),
            _box(block.get("box")),
            block["text"],
            tuple(block["levels"]),
            block["attributes"],
            tuple(made[child["id"]] for child in block["children"]),
            block,
        )
    return made[said["id"]]


def main_of(said: dict[str, Any] | None) -> Block | None:
    """The first block that is the page's main content."""
    whole = block_of(said)
    if whole is None:
        return None
    found = (block for role in ("main", "article", "list") for block in whole.find(role))
    return next(found, None)


def rejected_of(said: list[dict[str, Any]]) -> list[Rejected]:
    """What is no record."""
    return [Rejected(one["xpath"], one["reason"]) for one in said]


def removed_of(said: list[dict[str, Any]] | None) -> list[Removed]:
    """What was left out."""
    return [
        Removed(
            one["xpath"], one.get("last_xpath"), one.get("n_nodes", 1), one["method"], one["reason"], one["text"], one
        )
        for one in said or ()
    ]


def pagination_of(said: dict[str, Any] | None) -> Pagination | None:
    """Where the list goes on."""
    if said is None:
        return None
    pages = tuple((link["number"], link["url"]) for link in said["pages"])
    names = ("next", "prev", "current", "pattern", "css", "confidence")
    return Pagination(**{name: said[name] for name in names}, pages=pages, reasons=tuple(said["reasons"]), _said=said)


def template_of(said: dict[str, Any] | None) -> Template | None:
    """The template."""
    return None if said is None else Template(said["id"], said["distance"], said["used"], said["reason"])


def texts_of(said: list[str] | None) -> list[str]:
    """A list of texts of its own."""
    return list(said or ())


#: The fields of trafilatura's document that a page has.
DOCUMENT_FIELDS = (
    "title",
    "author",
    "url",
    "hostname",
    "description",
    "sitename",
    "date",
    "categories",
    "tags",
    "fingerprint",
    "id",
    "license",
    "body",
    "comments",
    "commentsbody",
    "raw_text",
    "text",
    "language",
    "image",
    "pagetype",
    "filedate",
)


def as_dict(page: Page) -> dict[str, Any]:
    """The fields of trafilatura's document."""
    return {name: getattr(page, name) for name in DOCUMENT_FIELDS}
