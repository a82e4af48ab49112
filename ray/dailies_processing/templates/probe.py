"""The facts in the header of a clip, and optionally the hash of all its bytes."""

import hashlib

from .. import media
from . import Template, clip_reader

COLUMNS = [
    ("clip_bytes", "integer"),
    ("container", "text"),
    ("brand", "text"),
    ("probed_duration_s", "number"),
    ("probed_width", "integer"),
    ("probed_height", "integer"),
    ("tracks", "integer"),
    ("is_faststart", "boolean"),
]
STRETCH = 1 << 20


def open_with(parameters, names):
    header_bytes = int(parameters.get("header_bytes", 65_536))
    has_sha256 = bool(parameters.get("has_sha256", False))

    def process(item):
        read = clip_reader(item)
        facts = media.probe(read, item["bytes"], header_bytes)
        row = {"clip_bytes": item["bytes"]}
        for name in ("container", "brand", "tracks", "is_faststart"):
            row[name] = facts.get(name)
        for name in ("duration_s", "width", "height"):
            row[f"probed_{name}"] = facts.get(name)
        if has_sha256:
            digest = hashlib.sha256()
            for begin in range(0, item["bytes"], STRETCH):
                digest.update(read(begin, begin + STRETCH))
            row["clip_sha256"] = digest.hexdigest()
        return row

    columns = [*COLUMNS, ("clip_sha256", "text")] if has_sha256 else COLUMNS
    return Template(columns, process, reads_clips=True)
