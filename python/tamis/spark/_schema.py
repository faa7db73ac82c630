"""The columns of results, as Spark names them. They are those of the Arrow schema, of which there is one."""

from __future__ import annotations

from pyspark.sql.pandas.types import from_arrow_schema
from pyspark.sql.types import StructType

from tamis import _tamis


def schema(kind: str) -> StructType:
    """The columns of a kind of result: `text`, `records`, `site`, or `pages` of an archive.

    >>> schema("text")["title"].dataType.simpleString()
    'string'
    """
    return from_arrow_schema(_tamis.arrow_schema(kind))
