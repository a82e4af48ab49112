"""A small writer of Parquet: flat optional columns and vectors, plain encoding, gzip pages, many row groups."""

import struct
import zlib

MAGIC = b"PAR1"
BOOLEAN, INT64, FLOAT, DOUBLE, BYTE_ARRAY = 0, 2, 4, 5, 6
TYPES = {"text": BYTE_ARRAY, "integer": INT64, "number": DOUBLE, "boolean": BOOLEAN, "vector": FLOAT}
REQUIRED, OPTIONAL, REPEATED = 0, 1, 2
UTF8, LIST = 0, 3
PLAIN, RLE = 0, 3
GZIP = 2
# Wire types of Thrift's compact protocol.
I32, I64, BINARY, A_LIST, STRUCT = 5, 6, 8, 9, 12


def _varint(number):
    out = bytearray()
    while number > 0x7F:
        out.append((number & 0x7F) | 0x80)
        number >>= 7
    out.append(number)
    return bytes(out)


def _zigzag(number):
    return _varint((number << 1) ^ (number >> 63))


def _struct(fields):
    """Fields as (id, wire type, encoded value), in the order of their ids."""
    out = bytearray()
    last = 0
    for field, wire, value in fields:
        out.append(((field - last) << 4) | wire)
        out += value
        last = field
    out.append(0)
    return bytes(out)


def _binary(text):
    data = text.encode() if isinstance(text, str) else text
    return _varint(len(data)) + data


def _list(wire, values):
    head = bytes([(len(values) << 4) | wire]) if len(values) < 15 else bytes([0xF0 | wire]) + _varint(len(values))
    return head + b"".join(values)


def _runs(levels):
    """Levels of at most two bits as runs of equal values, with the length in front."""
    out = bytearray()
    at = 0
    while at < len(levels):
        end = at
        while end < len(levels) and levels[end] == levels[at]:
            end += 1
        out += _varint((end - at) << 1)
        out.append(levels[at])
        at = end
    return struct.pack("<I", len(out)) + bytes(out)


def _plain(kind, values):
    if kind == "text":
        encoded = [value.encode("utf-8", "replace") for value in values]
        return b"".join(struct.pack("<I", len(value)) + value for value in encoded)
    if kind == "boolean":
        out = bytearray((len(values) + 7) // 8)
        for at, value in enumerate(values):
            if value:
                out[at // 8] |= 1 << (at % 8)
        return bytes(out)
    return struct.pack(f"<{len(values)}{'qd'[kind == 'number'] if kind != 'vector' else 'f'}", *values)


def as_kind(kind, value):
    """The value as its column has it; None for one that the column cannot have."""
    if value is None:
        return None
    if kind == "text":
        return value if isinstance(value, str) else str(value)
    if kind == "boolean":
        return bool(value)
    if kind == "vector":
        return [float(each) for each in value]
    try:
        number = int(value) if kind == "integer" else float(value)
    except (TypeError, ValueError, OverflowError):
        return None
    if kind == "integer":
        return number if -(2**63) <= number < 2**63 else None
    return number if number == number and abs(number) != float("inf") else None


def _page(kind, cells):
    """The levels and values of a column, and how many there are."""
    if kind == "vector":
        repetition, definition, values = [], [], []
        for cell in cells:
            if not cell:
                repetition.append(0)
                definition.append(0 if cell is None else 1)
                continue
            repetition += [0] + [1] * (len(cell) - 1)
            definition += [2] * len(cell)
            values += cell
        return _runs(repetition) + _runs(definition) + _plain(kind, values), len(definition)
    definition = [0 if cell is None else 1 for cell in cells]
    return _runs(definition) + _plain(kind, [cell for cell in cells if cell is not None]), len(cells)


def _element(name, repetition, kind=None, children=None, converted=None):
    fields = []
    if kind is not None:
        fields.append((1, I32, _zigzag(kind)))
    if repetition is not None:
        fields.append((3, I32, _zigzag(repetition)))
    fields.append((4, BINARY, _binary(name)))
    if children is not None:
        fields.append((5, I32, _zigzag(children)))
    if converted is not None:
        fields.append((6, I32, _zigzag(converted)))
    return _struct(fields)


class ParquetWriter:
    """Writes rows to a file that is open for writing bytes. Memory holds one row group."""

    def __init__(self, file, columns, group_rows=5_000):
        self.file = file
        self.columns = list(columns)
        self.group_rows = group_rows
        self.cells = [[] for _ in self.columns]
        self.groups = []
        self.rows = 0
        self.at = 0
        self._write(MAGIC)

    def _write(self, data):
        self.file.write(data)
        self.at += len(data)

    def add(self, row):
        for (name, kind), cells in zip(self.columns, self.cells):
            cells.append(as_kind(kind, row.get(name)))
        self.rows += 1
        if len(self.cells[0]) >= self.group_rows:
            self._end_group()

    def _end_group(self):
        rows = len(self.cells[0])
        if rows == 0:
            return
        chunks, total = [], 0
        for (name, kind), cells in zip(self.columns, self.cells):
            begin = self.at
            body, values = _page(kind, cells)
            packed = zlib.compressobj(6, zlib.DEFLATED, 31)
            data = packed.compress(body) + packed.flush()
            page = [
                (1, I32, _zigzag(values)),
                (2, I32, _zigzag(PLAIN)),
                (3, I32, _zigzag(RLE)),
                (4, I32, _zigzag(RLE)),
            ]
            head = _struct(
                [
                    (1, I32, _zigzag(0)),
                    (2, I32, _zigzag(len(body))),
                    (3, I32, _zigzag(len(data))),
                    (5, STRUCT, _struct(page)),
                ]
            )
            self._write(head)
            self._write(data)
            path = [name, "list", "element"] if kind == "vector" else [name]
            meta = [
                (1, I32, _zigzag(TYPES[kind])),
                (2, A_LIST, _list(I32, [_zigzag(PLAIN), _zigzag(RLE)])),
                (3, A_LIST, _list(BINARY, [_binary(step) for step in path])),
                (4, I32, _zigzag(GZIP)),
                (5, I64, _zigzag(values)),
                (6, I64, _zigzag(len(head) + len(body))),
                (7, I64, _zigzag(len(head) + len(data))),
                (9, I64, _zigzag(begin)),
            ]
            chunks.append(_struct([(2, I64, _zigzag(begin)), (3, STRUCT, _struct(meta))]))
            total += len(head) + len(body)
        group = [(1, A_LIST, _list(STRUCT, chunks)), (2, I64, _zigzag(total)), (3, I64, _zigzag(rows))]
        self.groups.append(_struct(group))
        self.cells = [[] for _ in self.columns]

    def _schema(self):
        elements = [_element("schema", None, children=len(self.columns))]
        for name, kind in self.columns:
            if kind == "vector":
                elements.append(_element(name, OPTIONAL, children=1, converted=LIST))
                elements.append(_element("list", REPEATED, children=1))
                elements.append(_element("element", REQUIRED, kind=FLOAT))
            else:
                converted = UTF8 if kind == "text" else None
                elements.append(_element(name, OPTIONAL, kind=TYPES[kind], converted=converted))
        return elements

    def close(self):
        """Ends the file and returns its length."""
        self._end_group()
        footer = _struct(
            [
                (1, I32, _zigzag(1)),
                (2, A_LIST, _list(STRUCT, self._schema())),
                (3, I64, _zigzag(self.rows)),
                (4, A_LIST, _list(STRUCT, self.groups)),
                (6, BINARY, _binary("Dailies processing")),
            ]
        )
        self._write(footer)
        self._write(struct.pack("<I", len(footer)) + MAGIC)
        return self.at
