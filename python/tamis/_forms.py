"""The forms of `extract` that are trafilatura's own: its JSON, and its lines of CSV."""

from __future__ import annotations

import csv
import io
import json
from typing import Any, Final

#: All forms by name, those of the engine first.
FORMS: Final = ("txt", "markdown", "html", "xmltei", "json", "csv")


def json_line(fields: dict[str, Any], with_metadata: bool) -> str:
    """The keys that trafilatura's JSON has."""
    if not with_metadata:
        named = {} if fields["id"] is None else {"id": fields["id"]}
        said = {**named, "text": fields["text"], "comments": fields["comments"] or ""}
        return json.dumps(said, ensure_ascii=False)
    renamed = {"url": "source", "sitename": "source-hostname", "description": "excerpt"}
    # trafilatura's elements of lxml are in no JSON.
    out = {renamed.get(name, name): value for name, value in fields.items() if name not in ("body", "commentsbody")}
    for name in ("categories", "tags"):
        out[name] = ";".join(out[name])
    out["comments"] = out["comments"] or ""
    return json.dumps(out, ensure_ascii=False)


def csv_line(fields: dict[str, Any]) -> str:
    """The columns of trafilatura's CSV, with tabs between them."""
    names = (
        "url",
        "id",
        "fingerprint",
        "hostname",
        "title",
        "image",
        "date",
        "text",
        "comments",
        "license",
        "pagetype",
    )
    out = io.StringIO()
    csv.writer(out, delimiter="\t").writerow([fields[name] or "null" for name in names])
    return out.getvalue()
