"""How Spark is best set for pages, which are larger than the rows that it is made for."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from pyspark.sql import SparkSession

SETTINGS: Mapping[str, str] = MappingProxyType(
    {
        # Spark's own numbers are made for small rows: each task would hold several times 64 MB.
        "spark.sql.execution.arrow.maxRecordsPerBatch": "1000",
        "spark.sql.execution.arrow.maxBytesPerBatch": str(16 << 20),
        # A batch of Parquet rows is held whole, with all its pages: 4,096 are 200 MB.
        "spark.sql.parquet.columnarReaderBatchSize": "512",
        # Pages take time, not room: smaller splits keep all cores busy to the end.
        "spark.sql.files.maxPartitionBytes": str(32 << 20),
        # Spark's own form of a moment, INT96, does not say that it is in universal time: other readers take it for the time of
        # some clock.
        "spark.sql.parquet.outputTimestampType": "TIMESTAMP_MICROS",
    }
)
"""What `python -m tamis.spark` sets where nothing else is said; hand it to your own session: `builder.config(map=dict(SETTINGS))`."""


def use_settings(spark: SparkSession) -> None:
    """Sets what nobody has set: what a cluster or a user says stays as it is."""
    said = spark.sparkContext.getConf()
    for name, value in SETTINGS.items():
        if not said.contains(name):
            spark.conf.set(name, value)
