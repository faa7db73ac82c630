"""What has to be installed."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec

from tamis.errors import TamisError

LEAST = (4, 1)
"""The first Spark with functions on Arrow arrays."""


def need_spark() -> None:
    """Says what to install where something is missing or too old."""
    missing = [name for name in ("pyspark", "pyarrow", "pandas") if find_spec(name) is None]
    if missing:
        raise TamisError(f"tamis.spark needs {' and '.join(missing)}", "pip install 'tamis[spark]'")
    found = installed()
    if found is not None and tuple(int(part) for part in found.split(".")[:2] if part.isdecimal()) < LEAST:
        raise TamisError(f"tamis.spark needs pyspark 4.1 or newer, not {found}", "pip install 'tamis[spark]'")


def installed() -> str | None:
    """The version of Spark; `None` where it was not installed as a package, as on some clusters."""
    for name in ("pyspark", "pyspark-client", "pyspark-connect"):
        try:
            return version(name)
        except PackageNotFoundError:
            continue
    return None
