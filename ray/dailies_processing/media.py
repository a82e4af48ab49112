"""What the header of a clip says, read in a few small ranges."""

import struct

MAX_BOXES = 64
# Words that are no extension of a file: indexing would take a cell with only an extension for the name of a clip.
MP4 = "ISO MP4"
_MAGIC = (
    (b"\x1aE\xdf\xa3", "Matroska"),
    (b"RIFF", "RIFF"),
    (b"\x89PNG", "PNG image"),
    (b"\xff\xd8\xff", "JPEG image"),
    (b"GIF8", "GIF image"),
)
_INSIDE = (b"trak", b"mdia", b"moov")


def probe(read, length, header_bytes):
    """`read(begin, end)` returns bytes of the clip. Returns what is known; unknown facts are absent."""
    head = read(0, min(length, header_bytes))
    for magic, name in _MAGIC:
        if head.startswith(magic):
            return {"container": name}
    if head[4:8] not in (b"ftyp", b"moov", b"mdat", b"free", b"wide", b"styp"):
        return {"container": "unknown"}
    return _probe_boxes(read, length, head, header_bytes)


def _probe_boxes(read, length, head, header_bytes):
    facts = {"container": MP4}
    at, seen_data = 0, False
    for _ in range(MAX_BOXES):
        start = head[at : at + 16] if at + 16 <= len(head) else read(at, min(length, at + 16))
        size, kind, header = _box(start)
        if size is None:
            break
        if size == 0:
            size = length - at
        if kind == b"ftyp":
            facts["brand"] = read(at + header, min(length, at + header + 4)).decode("latin-1").strip()
        elif kind == b"mdat":
            seen_data = True
        elif kind == b"moov":
            facts["is_faststart"] = not seen_data
            end = min(length, at + size, at + header_bytes)
            body = head[at + header : end] if end <= len(head) else read(at + header, end)
            _read_moov(body, facts)
            break
        at += size
        if size < header or at >= length:
            break
    return facts


def _box(start):
    if len(start) < 8:
        return None, b"", 8
    size, kind = struct.unpack(">I4s", start[:8])
    if size != 1:
        return size, kind, 8
    if len(start) < 16:
        return None, b"", 16
    return struct.unpack(">Q", start[8:16])[0], kind, 16


def _read_moov(body, facts, depth=0):
    at, tracks = 0, 0
    while at + 8 <= len(body) and depth < 4:
        size, kind, header = _box(body[at : at + 16])
        if size is None or size < header:
            break
        inside = body[at + header : at + size]
        if kind == b"mvhd":
            _read_times(inside, facts)
        elif kind == b"tkhd":
            _read_size(inside, facts)
        elif kind in _INSIDE:
            tracks += kind == b"trak"
            _read_moov(inside, facts, depth + 1)
        at += size
    if depth == 0:
        facts["tracks"] = tracks


def _read_times(body, facts):
    wide = len(body) >= 32 and body[0] == 1
    if len(body) < (32 if wide else 20):
        return
    scale, duration = struct.unpack(">IQ", body[20:32]) if wide else struct.unpack(">II", body[12:20])
    if scale > 0:
        facts["duration_s"] = duration / scale


def _read_size(body, facts):
    if len(body) < 84:
        return
    at = 88 if body[0] == 1 else 76
    if len(body) < at + 8:
        return
    width, height = (value / 65536 for value in struct.unpack(">II", body[at : at + 8]))
    if width > 0 and height > 0 and "width" not in facts:
        facts["width"], facts["height"] = round(width), round(height)
