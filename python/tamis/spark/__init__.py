"""Many pages on many machines: tamis on Spark.

`text` and `records` take a DataFrame with the columns `url` and `html` and give one with what was found; `site` does so for
whole sites; `WarcDataSource` reads web archives. `python -m tamis.spark` is all of that as a job. See `docs/cluster.md`.
"""

from __future__ import annotations

from tamis.spark._need import need_spark

need_spark()

from tamis.spark._pages import records, text  # noqa: E402
from tamis.spark._schema import schema  # noqa: E402
from tamis.spark._session import SETTINGS  # noqa: E402
from tamis.spark._site import SiteRun, run_site, site  # noqa: E402
from tamis.spark._warc import WarcDataSource, warc  # noqa: E402

__all__ = ["SETTINGS", "SiteRun", "WarcDataSource", "records", "run_site", "schema", "site", "text", "warc"]
