"""How results look at a prompt and in a notebook."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tamis._results import Block
    from tamis._tamis import Page, Table

#: Rows of a table that a notebook shows.
MAX_ROWS = 20
#: Characters of a cell, and of a text, that a notebook shows.
MAX_CELL = 120
MAX_TEXT = 2000
#: Blocks that a notebook shows.
MAX_BLOCKS = 300


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"


def table(table: Table) -> str:
    """A table as HTML. Whatever the page says is text here, never markup."""
    columns = table._typed()
    head = "".join(f"<th>{escape(name)}</th>" for name, _, _ in columns)
    lines = []
    for row_idx in range(min(len(table), MAX_ROWS)):
        values = (values[row_idx] for _, _, values in columns)
        cells = ("" if value is None else escape(_cut(str(value), MAX_CELL)) for value in values)
        lines.append("<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>")
    n_more = len(table) - MAX_ROWS
    more = f"<p>and {n_more} more row{'' if n_more == 1 else 's'}</p>" if n_more > 0 else ""
    return f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(lines)}</tbody></table>{more}"


def table_line(table: Table) -> str:
    """A table in one line."""
    names = ", ".join(name for name, _, _ in table._typed())
    n_rows = len(table)
    rows = f"{n_rows} row{'' if n_rows == 1 else 's'}"
    return f"<tamis.Table {table.role}, {rows}: {names}, confidence {table.confidence:.2f}>"


def page(page: Page) -> str:
    """A page as HTML: its title, the beginning of its text, its main table."""
    parts = []
    if page.error is not None:
        parts.append(f"<p>{escape(str(page.error))}</p>")
    if page.title is not None:
        parts.append(f"<h4>{escape(_cut(page.title, MAX_CELL))}</h4>")
    if page.url is not None:
        parts.append(f"<p>{escape(_cut(page.url, MAX_CELL))}</p>")
    if page.text:
        parts.append(f'<pre style="white-space: pre-wrap">{escape(_cut(page.text, MAX_TEXT))}</pre>')
    if page.tables:
        parts.append(table(page.tables[0]))
    if page.blocks is not None and page.is_rendered:
        parts.append(page.to_svg())
    return "".join(parts) or "<p>nothing found</p>"


def page_line(page: Page) -> str:
    """A page in one line."""
    what = page.url or page.origin or page.title or "without an address"
    n_tables, n_records = page._n_tables()
    records = f", {n_records} records in {n_tables} table{'' if n_tables == 1 else 's'}" if n_tables else ""
    return f"<tamis.Page {page.status} {_cut(what, 80)!r}{records}>"


def blocks(root: Block) -> str:
    """A tree of blocks as nested lists; the tree of a page that was not laid out. Nothing here calls itself."""
    parts: list[str] = []
    waiting: list[Block | str] = [root]
    n_shown = 0
    while waiting:
        block = waiting.pop()
        if isinstance(block, str):
            parts.append(block)
            continue
        n_shown += 1
        if n_shown > MAX_BLOCKS:
            continue
        parts.append(f"<ul><li><b>{escape(block.role)}</b> {escape(block.id)}: {escape(_cut(block.text, MAX_CELL))}")
        waiting.append("</li></ul>")
        waiting.extend(reversed(block.children))
    more = f"<p>and {n_shown - MAX_BLOCKS} more blocks</p>" if n_shown > MAX_BLOCKS else ""
    return "".join(parts) + more
