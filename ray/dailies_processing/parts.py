"""One part of a run: its items are read, processed and stored as one file; a small marker with its counts comes last."""

import gzip
import hashlib
import json
import os
import tempfile
import time
from collections import deque
from concurrent.futures import ThreadPoolExecutor

from . import transfer
from .parquet import ParquetWriter
from .templates import ItemFault, open_template

THREADS = 8
MEDIA_NAMES = (".mp4", ".mov", ".webm", ".mkv", ".avi", ".m4v", ".jpg", ".jpeg", ".png", ".gif", ".webp", ".avif")
MAX_ERROR = 300
OWN_COLUMNS = [("source_key", "text"), ("source_ordinal", "integer"), ("path", "text")]


def read_items(stream, names):
    """The lines of an item list: ordinal, key, address, offset, bytes, type, path and the values of the columns."""
    with gzip.GzipFile(fileobj=stream) as lines:
        for line in lines:
            ordinal, key, url, offset, length, kind, path, *values = json.loads(line)
            yield {
                "ordinal": ordinal,
                "key": key,
                "url": url,
                "offset": offset,
                "bytes": length,
                "type": kind,
                "path": path,
                "values": dict(zip(names, values)),
            }


def plain_key(key, ordinal):
    """A key that looks like the name of a media file would be taken for a clip in the folder of the output."""
    return f"{key}#{ordinal}" if key.lower().endswith(MEDIA_NAMES) else key


def process_in_order(items, act, threads):
    """Yields each item with its result, in the order of the items, with a bounded number in progress."""
    if threads <= 1:
        for item in items:
            yield item, act(item)
        return
    with ThreadPoolExecutor(threads) as pool:
        waiting = deque()
        for item in items:
            waiting.append((item, pool.submit(act, item)))
            if len(waiting) >= threads * 4:
                done, future = waiting.popleft()
                yield done, future.result()
        while waiting:
            done, future = waiting.popleft()
            yield done, future.result()


def process_part(ticket, part):
    """Idempotent: repeated, it stores the same file under the same name."""
    began = time.monotonic()
    columns = ticket["columns"]
    template = open_template(ticket["template"], ticket["parameters"], [name for name, _ in columns])
    own = [*OWN_COLUMNS, *template.columns, ("processing_error", "text")]
    # The output of an earlier run has columns of the same names.
    taken = {name for name, _ in own}
    kept = [(name, kind) for name, kind in columns if name in ticket["kept"] and name not in taken]
    schema = [*OWN_COLUMNS, *kept, *own[len(OWN_COLUMNS) :]]

    def act(item):
        try:
            return template.process(item)
        except (ItemFault, transfer.TransferFault) as error:
            return {"processing_error": str(error)[:MAX_ERROR]}

    counts = {"items": 0, "rows": 0, "failed": 0}
    with tempfile.TemporaryFile() as file:
        writer = ParquetWriter(file, schema)
        with transfer.open_stream("the item list", part["list"]) as stream:
            items = read_items(stream, [name for name, _ in columns])
            for item, made in process_in_order(items, act, THREADS if template.reads_clips else 1):
                counts["items"] += 1
                if made is None:
                    continue
                counts["failed"] += "processing_error" in made
                key = plain_key(item["key"], item["ordinal"])
                row = {"source_key": key, "source_ordinal": item["ordinal"], "path": item["path"]}
                writer.add({**{name: item["values"].get(name) for name, _ in kept}, **row, **made})
        if counts["items"] != part["items"]:
            raise transfer.TransferFault(f"part {part['number']} has {counts['items']} items instead of {part['items']}")
        length = writer.close()
        counts["rows"] = writer.rows
        transfer.put("the output", part["output"], file, length)
        file.seek(0)
        sha256 = _sha256(file)
    seconds = time.monotonic() - began
    done = {"part": part["number"], **counts, "bytes": length, "sha256": sha256, "seconds": round(seconds, 3)}
    body = json.dumps({**done, "attempt": ticket["attempt"]}).encode()
    transfer.put("the marker of a part", part["done"], body, len(body))
    return {**done, "pid": os.getpid()}


def _sha256(file):
    digest = hashlib.sha256()
    while True:
        data = file.read(1 << 20)
        if not data:
            return digest.hexdigest()
        digest.update(data)
