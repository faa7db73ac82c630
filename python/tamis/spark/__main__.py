"""`python -m tamis.spark`: pages in, text, records or sites out, as a job of Spark."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import NoReturn

from tamis.errors import TamisError

HELP = """\
examples:
  python -m tamis.spark --input 'crawl/*.warc.gz' --output text.parquet
  python -m tamis.spark --input pages.parquet --output records --kind records --format json
  python -m tamis.spark --input pages/ --output shop --kind site --store templates.tamis
  spark-submit --master spark://host:7077 "$(python -c 'import tamis.spark.__main__ as job; print(job.__file__)')" --input ...

The master and all settings are those of spark-submit and of Spark's configuration; where they say nothing, the master is this
machine. The store of sites can also be in the variable TAMIS_STORE, where no password is seen in the list of processes.
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the job; gives the exit status."""
    given = parser().parse_args(arguments)
    try:
        from tamis.spark._job import run

        said = run(given)
    except TamisError as failed:
        return fail(str(failed))
    except KeyboardInterrupt:
        return fail("interrupted", 130)
    except Exception as failed:  # Spark has many ways to fail, and each of them ends the job.
        if given.verbose:
            raise
        return fail(in_short(failed))
    sys.stderr.write(f"{said}\n")
    return 0


def fail(message: str, status: int = 1) -> int:
    """Says why nothing came of it."""
    sys.stderr.write(f"error: {message}\n")
    return status


def in_short(failed: Exception) -> str:
    """The words of an exception without the trace of two machines, and what to do about it."""
    lines = [line.strip() for line in str(failed).splitlines() if line.strip()]
    ours = [place for place, line in enumerate(lines) if line.startswith("tamis.errors.")]
    if not ours:
        said = lines[0] if lines else type(failed).__name__
        return f"{said}\nhint: run it with --verbose to see all that Spark says"
    message = lines[ours[-1]].partition(": ")[2]
    hints = [line for line in lines[ours[-1] + 1 :] if line.startswith("hint: ")]
    return f"{message}\n{hints[0]}" if hints else message


class Parser(argparse.ArgumentParser):
    """A parser whose errors look like all others."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"error: {message}\nhint: see python -m tamis.spark --help\n")


def parser() -> argparse.ArgumentParser:
    """What the command takes."""
    made = Parser(
        prog="python -m tamis.spark",
        description="Text, records or whole sites of many pages, on Spark.",
        epilog=HELP,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    made.add_argument(
        "--input",
        required=True,
        nargs="+",
        metavar="PATH",
        help="archives (.warc, .warc.gz, .warc.zst, .wacz), Parquet with the columns url and html, directories of either "
        "or of HTML files, patterns",
    )
    made.add_argument("--output", required=True, metavar="PATH", help="a directory that is not there yet")
    made.add_argument("--kind", choices=["text", "records", "site"], default="text", help="what is wanted [text]")
    made.add_argument("--format", choices=["parquet", "json"], default="parquet", help="how it is written [parquet]")
    made.add_argument("--overwrite", action="store_true", help="replace what is at the output")
    made.add_argument("--method", metavar="NAME", help="another method than the default one, for text and records")
    made.add_argument(
        "--store",
        metavar="STORE",
        help="for sites: where templates are kept, a file or postgres://user:password@host/database",
    )
    made.add_argument(
        "--store-file", metavar="FILE", help="for sites: a file with the store in it, for an address with a password"
    )
    made.add_argument(
        "--staging",
        metavar="DIRECTORY",
        help="for sites: where rows are kept until all is done, in a directory of their own that is removed [beside the output]",
    )
    made.add_argument(
        "--tasks",
        metavar="TASKS",
        default="segment,text,records",
        help="for sites: what is asked of a page, with commas between [segment,text,records]",
    )
    made.add_argument(
        "--url-column",
        default="url",
        metavar="NAME",
        help="in Parquet: the column of addresses, '' if there is none [url]",
    )
    made.add_argument("--html-column", default="html", metavar="NAME", help="in Parquet: the column of pages [html]")
    made.add_argument("--keep", nargs="*", default=[], metavar="NAME", help="columns of the input that go along")
    made.add_argument("--partitions", type=number, metavar="N", help="how many tasks the pages are cut into")
    made.add_argument(
        "--part-bytes", type=number, metavar="BYTES", help="a larger .warc.gz is read in parts of so many bytes"
    )
    made.add_argument(
        "--render", choices=["auto", "none", "embedded"], default="auto", help="who lays pages out [auto]"
    )
    made.add_argument("--timeout", type=float, metavar="SECONDS", help="how long a page may take")
    made.add_argument("--max-bytes", type=number, metavar="BYTES", help="the largest page")
    made.add_argument("--master", help="where Spark runs [what its configuration says, else local[*]]")
    made.add_argument(
        "--conf", action="append", default=[], metavar="NAME=VALUE", help="a setting of Spark; as often as you like"
    )
    made.add_argument("--verbose", action="store_true", help="all that Spark says")
    return made


def number(text: str) -> int:
    """A whole number above zero."""
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"expected a whole number above 0, not '{text}'")
    return int(text)


if __name__ == "__main__":
    sys.exit(main())
