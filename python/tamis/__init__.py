"""What is worth keeping of a web page: its records as tables, its main text, its blocks.

>>> import tamis
>>> tamis.extract("<nav><a href=/>Home</a></nav><p>A lamp turns power into light.")
'A lamp turns power into light.'

`docs/python.md` begins with the first minute.
"""

from __future__ import annotations

from tamis import errors
from tamis._bare_extraction import bare_extraction, baseline
from tamis._document import Document, Selector, SelectorList
from tamis._extract import extract, html2txt
from tamis._iterate import ArchivePlace, iter_files, iter_pages, iter_warc
from tamis._pages import Segmentation, ask, clean, records, report, segment
from tamis._results import Block, Column, Pagination, Rejected, Removed, Row, Template
from tamis._settings import Reading
from tamis._site import Site, SiteCounts, StoredTemplate
from tamis._tamis import Page, Pages, Table, __version__
from tamis._warnings import TamisWarning
from tamis._worker import start_workers_with_this_interpreter
from tamis._wrapper import Wrapper, WrapperColumn, WrapperReport, wrapper
from tamis.errors import TamisError

start_workers_with_this_interpreter()

__all__ = [
    "ArchivePlace",
    "Block",
    "Column",
    "Document",
    "Page",
    "Pages",
    "Pagination",
    "Reading",
    "Rejected",
    "Removed",
    "Row",
    "Segmentation",
    "Selector",
    "SelectorList",
    "Site",
    "SiteCounts",
    "StoredTemplate",
    "Table",
    "TamisError",
    "TamisWarning",
    "Template",
    "Wrapper",
    "WrapperColumn",
    "WrapperReport",
    "__version__",
    "ask",
    "bare_extraction",
    "baseline",
    "clean",
    "errors",
    "extract",
    "html2txt",
    "iter_files",
    "iter_pages",
    "iter_warc",
    "records",
    "report",
    "segment",
    "wrapper",
]
