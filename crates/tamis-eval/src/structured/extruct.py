"""Reads {"html", "url"} a line and answers with what extruct finds, by vocabulary; one that it cannot read is null."""
import json
import logging
import sys

import extruct

logging.disable(logging.CRITICAL)

XHTML = "http://www.w3.org/1999/xhtml/vocab#"


def without_roles(items):
    """Attributes such as role=main are statements to extruct's reader of RDFa, about the markup and not about the page."""
    kept = [{name: value for name, value in item.items() if not name.startswith(XHTML)} for item in items]
    return [item for item in kept if set(item) != {"@id"}]


for line in sys.stdin:
    page = json.loads(line)
    found = {}
    for vocabulary in ("json-ld", "microdata", "rdfa", "opengraph", "dublincore"):
        try:
            answer = extruct.extract(page["html"], base_url=page["url"], syntaxes=[vocabulary], errors="strict")
            found[vocabulary] = without_roles(answer[vocabulary])
        except Exception:
            found[vocabulary] = None
    print(json.dumps(found), flush=True)
