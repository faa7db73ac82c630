"""Reads and writes archives with warcio and fastwarc, for the test beside it."""

import hashlib
import io
import json
import sys

from fastwarc.stream_io import GzipWriter, ZstdWriter
from fastwarc.warc import ArchiveIterator as FastIterator
from fastwarc.warc import WarcRecord, WarcRecordType
from warcio.archiveiterator import ArchiveIterator
from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

DATE = "2024-01-02T03:04:05Z"


def body(number):
    return ("<!doctype html><title>%d</title><p>" % number + "ein Lämpchen " * number).encode()


def read_with_warcio(path):
    with open(path, "rb") as file:
        for record in ArchiveIterator(file, check_digests="raise"):
            content = record.content_stream().read()
            # None if there was no digest to look at.
            assert record.digest_checker.passed or record.rec_type != "response"
            status = int(record.http_headers.get_statuscode()) if record.rec_type == "response" else None
            yield record.rec_type, record.rec_headers.get_header("WARC-Target-URI"), content, status


def kind(record):
    return record.headers["WARC-Type"]


def read_with_fastwarc(path):
    with open(path, "rb") as file:
        for record in FastIterator(file, parse_http=False):
            assert record.verify_block_digest(), "the block of %s" % record.record_id
            status = None
            if kind(record) == "response":
                record.parse_http()
                assert record.verify_payload_digest(), "the payload of %s" % record.record_id
                status = record.http_headers.status_code
            content = record.reader.read()
            yield kind(record), record.headers.get("WARC-Target-URI"), content, status


def read(reader, path):
    for kind, target, content, status in {"warcio": read_with_warcio, "fastwarc": read_with_fastwarc}[reader](path):
        print(json.dumps([kind, target, hashlib.sha1(content).hexdigest() if kind == "response" else None, status]))


def chunked(data):
    return b"".join(b"%x\r\n%s\r\n" % (len(data[i : i + 50]), data[i : i + 50]) for i in range(0, len(data), 50)) + b"0\r\n\r\n"


def write_with_warcio(path):
    with open(path, "wb") as file:
        writer = WARCWriter(file, gzip=path.endswith(".gz"), warc_version="1.1")
        writer.write_record(writer.create_warcinfo_record("a.warc.gz", {"software": "warcio"}))
        for number in range(20):
            headers = [("Content-Type", "text/html; charset=utf-8")]
            payload = body(number)
            if number % 2:
                headers.append(("Transfer-Encoding", "chunked"))
                payload = chunked(payload)
            head = StatusAndHeaders("200 OK", headers, protocol="HTTP/1.1")
            response = writer.create_warc_record(
                "https://lamps.example/%d" % number, "response", payload=io.BytesIO(payload), http_headers=head,
                warc_headers_dict={"WARC-Date": DATE},
            )
            writer.write_record(response)
        head = StatusAndHeaders("200 OK", [("Content-Type", "text/html")], protocol="HTTP/1.1")
        revisit = writer.create_revisit_record(
            "https://lamps.example/again", response.rec_headers.get_header("WARC-Payload-Digest"),
            "https://lamps.example/19", DATE, http_headers=head,
        )
        writer.write_record(revisit)


def write_with_fastwarc(path):
    if path.endswith(".gz"):
        stream = GzipWriter(path)
    elif path.endswith(".zst"):
        stream = ZstdWriter(path)
    else:
        stream = open(path, "wb")
    for number in range(20):
        block = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n" + body(number)
        record = WarcRecord()
        record.init_headers(WarcRecordType.response)
        record.headers["WARC-Target-URI"] = "https://lamps.example/%d" % number
        record.headers["WARC-Date"] = DATE
        record.headers["Content-Type"] = "application/http; msgtype=response"
        record.set_bytes_content(block)
        record.write(stream, checksum_data=True)
    stream.close()


if __name__ == "__main__":
    command, library, path = sys.argv[1:]
    if command == "read":
        read(library, path)
    else:
        {"warcio": write_with_warcio, "fastwarc": write_with_fastwarc}[library](path)
