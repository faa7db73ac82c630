"""Reads {"html", "url"} a line and answers with what extruct finds, by vocabulary; one that it cannot read is null."""
import json
import logging
import sys

import extruct

logging.disable(logging.CRITICAL)

for line in sys.stdin:
    page = json.loads(line)
    found = {}
    for vocabulary in ("json-ld", "microdata", "rdfa", "opengraph", "dublincore"):
        try:
            answer = extruct.extract(page["html"], base_url=page["url"], syntaxes=[vocabulary], errors="strict")
            found[vocabulary] = answer[vocabulary]
        except Exception:
            found[vocabulary] = None
    print(json.dumps(found), flush=True)
