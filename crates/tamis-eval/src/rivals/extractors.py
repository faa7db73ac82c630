"""Main text by a Python package, page by page.

Arguments: the package, and how often each page is done (the fastest time counts). Standard input has pages: a line with
a length, then so many bytes. Each gets a line of JSON: {"text", "seconds", "peak"}, or {"error", ...}. Before the first
page a line says which version answers, or {"missing"}.
"""
import importlib.metadata
import json
import re
import sys
import time

NAME, REPEATS = sys.argv[1], int(sys.argv[2])


def trafilatura():
    from trafilatura import extract

    return lambda page: extract(page) or ""


def resiliparse():
    from resiliparse.extract.html2text import extract_plain_text
    from resiliparse.parse.encoding import bytes_to_str, detect_encoding

    return lambda page: extract_plain_text(bytes_to_str(page, detect_encoding(page)), main_content=True, alt_texts=False)


def readability_lxml():
    import lxml.html
    from readability import Document

    blocks = set(
        "address article aside blockquote br dd div dl dt figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li "
        "main nav ol p pre section table td th tr ul".split()
    )

    # The package answers with HTML; words of neighbouring blocks must not run together.
    def text(html):
        parts = []
        for event, node in lxml.etree.iterwalk(lxml.html.fromstring(html), events=("start", "end")):
            if event == "start":
                if node.tag in blocks:
                    parts.append("\n")
                if isinstance(node.tag, str):
                    parts.append(node.text or "")
            else:
                if node.tag in blocks:
                    parts.append("\n")
                parts.append(node.tail or "")
        return "".join(parts)

    return lambda page: text(Document(page).summary(html_partial=True))


def justext():
    import justext

    stoplists = {}
    names = dict(
        ar="Arabic", cs="Czech", da="Danish", de="German", el="Greek", en="English", es="Spanish", fi="Finnish",
        fr="French", hu="Hungarian", it="Italian", nl="Dutch", no="Norwegian_Bokmal", pl="Polish", pt="Portuguese",
        ro="Romanian", ru="Russian", sk="Slovak", sl="Slovenian", sv="Swedish", tr="Turkish", uk="Ukrainian",
    )

    # The package wants to be told the language; the page's own word for it is what a user has at hand.
    def stoplist(page):
        found = re.search(rb"<html[^>]*?\slang\s*=\s*[\"']?([a-zA-Z]{2})", page[:4096], re.I)
        name = names.get(found.group(1).decode().lower() if found else "en", "English")
        if name not in stoplists:
            stoplists[name] = justext.get_stoplist(name)
        return stoplists[name]

    def text(page):
        return "\n".join(p.text for p in justext.justext(page, stoplist(page)) if not p.is_boilerplate)

    return text


def peak():
    """Bytes of memory at the most, of this process."""
    try:
        with open("/proc/self/status") as status:
            return next(int(line.split()[1]) * 1024 for line in status if line.startswith("VmHWM"))
    except (OSError, StopIteration):
        return None


def main():
    answer = lambda **members: print(json.dumps(members), flush=True)
    try:
        extract = {
            "trafilatura": trafilatura,
            "resiliparse": resiliparse,
            "readability-lxml": readability_lxml,
            "justext": justext,
        }[NAME]()
        answer(version=importlib.metadata.version(NAME))
    except ImportError as error:
        answer(missing=str(error))
        return
    while line := sys.stdin.buffer.readline():
        page = sys.stdin.buffer.read(int(line))
        seconds, text, failure = None, "", None
        for _ in range(REPEATS):
            start = time.process_time()
            try:
                text = extract(page)
            except Exception as error:  # a page that a package cannot read counts as an empty answer
                failure = f"{type(error).__name__}: {error}"
            spent = time.process_time() - start
            seconds = spent if seconds is None else min(seconds, spent)
        answer(text=text, seconds=seconds, peak=peak(), error=failure)


import logging

logging.disable(logging.CRITICAL)
main()
