"""Tables as data frames of other packages, which are imported only here."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from tamis.errors import MissingPackageError

if TYPE_CHECKING:
    import pandas  # type: ignore[import-untyped,unused-ignore]
    import polars
    import pyarrow  # type: ignore[import-untyped,unused-ignore]

    from tamis._tamis import Table


def _package(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError as missing:
        raise MissingPackageError(
            f"this needs the package {name}", f"pip install {name}, or use to_dicts()", name=name
        ) from missing


def to_pandas(table: Table) -> pandas.DataFrame:
    """The table with ordinary types of pandas: whole numbers Int64, other numbers float64, times datetime64, texts object."""
    pandas = _package("pandas")
    columns: dict[str, Any] = {}
    for name, kind, values in table._typed():
        if kind == "integer":
            columns[name] = pandas.array(values, dtype="Int64")
        elif kind == "decimal":
            columns[name] = pandas.Series(
                [None if value is None else float(value) for value in values], dtype="float64"
            )
        elif kind in ("date", "timestamp"):
            columns[name] = _moments(pandas, values, None)
        elif kind == "timestamp with zone":
            columns[name] = _moments(pandas, values, "UTC")
        else:
            columns[name] = pandas.Series(values, dtype="object")
    return pandas.DataFrame(columns)


def _moments(pandas: Any, values: list[Any], zone: str | None) -> Any:
    if zone is not None:
        values = [None if value is None else value.replace(tzinfo=None) for value in values]
    # Microseconds hold every year that Python does; nanoseconds end in 2262.
    moments = pandas.Series(values, dtype="datetime64[us]")
    return moments if zone is None else moments.dt.tz_localize(zone)


def to_polars(table: Table) -> polars.DataFrame:
    """The table by Arrow's stream, without pyarrow."""
    frame: polars.DataFrame = _package("polars").DataFrame(table)
    return frame


def to_arrow(table: Table) -> pyarrow.Table:
    """The table by Arrow's stream."""
    return _package("pyarrow").table(table)
