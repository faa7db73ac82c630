# Times lexbor on the pages that come in: pages as length and bytes, then a line for each round, answered by the
# seconds of processor time that this thread took for all pages.
import sys
import time

from selectolax.lexbor import LexborDocumentOptions, LexborHTMLParser

# Without events: the tree of the specification and nothing after it.
OPTIONS = LexborDocumentOptions.WO_EVENTS

source = sys.stdin.buffer
pages = []
for _ in range(int(source.readline())):
    pages.append(source.read(int(source.readline())))
while source.readline():
    start = time.thread_time()
    for page in pages:
        LexborHTMLParser(page, options=OPTIONS)
    print(time.thread_time() - start, flush=True)
