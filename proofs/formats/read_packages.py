"""Compares packages with the original libraries; `pnpm formats` writes the packages and calls this.

    python proofs/formats/read_packages.py FOLDER RECORD

FOLDER has the same samples in every format, and `samples.json` with their values. The MDS shards and their index must be
those that MDSWriter writes, byte for byte, or after decompression. MDSReader, webdataset, wids and pyarrow must read every
value. RECORD gets the SHA-256 of every file that was found good, for the test that runs without Python.
"""

import base64
import datetime
import gzip
import hashlib
import importlib.metadata
import json
import math
import pathlib
import sys
import tempfile

import without_torch  # noqa: F401

import brotli
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import webdataset as wds
import wids
import zstd
from streaming.base.format.mds.reader import MDSReader
from streaming.base.format.mds.writer import MDSWriter

LIMIT = 30_000
HASHES = ["md5", "sha256"]
INFLATE = {"zstd": zstd.decompress, "gz": gzip.decompress, "br": brotli.decompress}
EXTENSIONS = {"video": "video.mp4", "mask": "mask.png"}


def check(is_true, words):
    if not is_true:
        sys.exit(f"FAILED: {words}")


def same(one, other):
    """Equal values of equal types; NaN equals NaN, and 0.0 is not -0.0."""
    if type(one) is not type(other):
        return False
    if isinstance(one, float):
        return math.isnan(one) and math.isnan(other) or one == other and math.copysign(1, one) == math.copysign(1, other)
    if isinstance(one, list):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    return one == other


READ = {
    "bytes": base64.b64decode,
    "text": str,
    "integer": int,
    "number": float,
    "boolean": bool,
    "time": str,
    "json": str,
    "vector": lambda values: [float(value) for value in values],
}


def read_samples(folder):
    told = json.loads((folder / "samples.json").read_text())
    columns = told["columns"]
    rows = []
    for sample in told["samples"]:
        values = [None if value is None else READ[column["type"]](value) for column, value in zip(columns, sample["values"])]
        rows.append((sample["key"], {column["name"]: value for column, value in zip(columns, values)}))
    return {column["name"]: column for column in columns}, rows


def mds_encoding(column):
    kind, nullable = column["type"], column["isNullable"]
    if kind in ("integer", "boolean", "vector") and nullable:
        return "json"
    if kind == "vector":
        return f"ndarray:float32:{column['dimensions']}"
    return {"bytes": "bytes", "text": "str", "time": "str", "integer": "int", "number": "float64", "boolean": "uint8"}.get(
        kind, "json"
    )


def mds_input(column, value):
    """What a caller of MDSWriter would pass for the value."""
    encoding = mds_encoding(column)
    if column["type"] == "json":
        return None if value is None else json.loads(value)
    if value is None:
        return {"bytes": b"", "str": "", "float64": math.nan}.get(encoding)
    if encoding.startswith("ndarray"):
        return np.array(value, np.float32)
    return np.uint8(value) if encoding == "uint8" else value


def mds_expected(column, value):
    """What MDSReader gives for the value."""
    given = mds_input(column, value)
    if isinstance(given, np.ndarray):
        return [float(one) for one in given]
    if isinstance(given, np.uint8):
        return int(given)
    return given


def mds_found(value):
    if isinstance(value, np.ndarray):
        return [float(one) for one in value]
    return value.item() if isinstance(value, np.generic) else value


def write_mds(folder, columns, rows, compression):
    encodings = {name: mds_encoding(column) for name, column in columns.items()}
    with MDSWriter(columns=encodings, out=str(folder), compression=compression, hashes=HASHES, size_limit=LIMIT) as out:
        for _key, row in rows:
            out.write({name: mds_input(columns[name], value) for name, value in row.items()})


def without_zip(index):
    return [
        {**shard, "zip_data": {key: value for key, value in shard["zip_data"].items() if key == "basename"}}
        for shard in index["shards"]
    ]


def compare_mds(ours, columns, rows, compression):
    codec = compression and compression.split(":")[0]
    with tempfile.TemporaryDirectory() as made:
        theirs = pathlib.Path(made) / "set"
        write_mds(theirs, columns, rows, compression)
        names = sorted(path.name for path in theirs.iterdir())
        check(names == sorted(path.name for path in ours.iterdir()), f"{ours.name}: the names of the files: {names}")
        for name in names:
            one, other = (theirs / name).read_bytes(), (ours / name).read_bytes()
            if codec and name == "index.json":
                one, other = without_zip(json.loads(one)), without_zip(json.loads(other))
            elif codec:
                one, other = INFLATE[codec](one), INFLATE[codec](other)
            check(one == other, f"{ours.name}/{name} differs from that of MDSWriter")
    return len(names)


def read_mds(folder, columns, rows):
    entries = json.loads((folder / "index.json").read_text())["shards"]
    at = 0
    for entry in entries:
        data = (folder / entry["raw_data"]["basename"]).read_bytes()
        check(hashlib.sha256(data).hexdigest() == entry["raw_data"]["hashes"]["sha256"], "the hash of a shard")
        reader = MDSReader.from_json(str(folder), None, dict(entry))
        for place in range(entry["samples"]):
            found = reader[place]
            for name, value in rows[at][1].items():
                expected = mds_expected(columns[name], value)
                check(same(expected, mds_found(found[name])), f"MDS sample {at}, {name}: {found[name]!r}, not {expected!r}")
            at += 1
    check(at == len(rows), f"MDS has {at} samples")
    return at * len(columns)


def plain(value):
    """JSON as strict readers have it."""
    if isinstance(value, float) and not math.isfinite(value):
        return None
    if isinstance(value, list):
        return [plain(one) for one in value]
    return {key: plain(one) for key, one in value.items()} if isinstance(value, dict) else value


def tar_expected(columns, key, row):
    values = {"__key__": key}
    for name, value in row.items():
        kind = columns[name]["type"]
        if kind != "bytes":
            values[name] = plain(json.loads(value) if kind == "json" and value is not None else value)
    return values


def refuse(token):
    sys.exit(f"FAILED: {token} is not JSON for strict readers")


def check_tar_sample(words, columns, key, row, found):
    values = json.loads(found["json"], parse_constant=refuse)
    expected = tar_expected(columns, key, row)
    check(same(values, expected), f"{words}: {values} instead of {expected}")
    for name, extension in EXTENSIONS.items():
        check(found.get(extension) == (row[name] or None), f"{words}: the bytes of {name}")


def read_webdataset(folder, columns, rows):
    paths = sorted(str(path) for path in folder.glob("*.tar"))
    found = list(wds.WebDataset(paths, shardshuffle=False))
    check(len(found) == len(rows), f"webdataset finds {len(found)} samples")
    for at, ((key, row), sample) in enumerate(zip(rows, found)):
        check_tar_sample(f"webdataset sample {at}", columns, key, row, sample)
    check(len({sample["__key__"] for sample in found}) == len(rows), "two samples have one key")
    return len(paths)


def read_wids(folder, columns, rows):
    with tempfile.TemporaryDirectory() as cache:
        dataset = wids.ShardListDataset(str(folder / "index.json"), base=str(folder), cache_dir=cache, transformations=[])
        check(len(dataset) == len(rows), f"wids finds {len(dataset)} samples")
        for at, (key, row) in enumerate(rows):
            found = {
                name.removeprefix("."): value.getvalue() if hasattr(value, "getvalue") else value
                for name, value in dataset[at].items()
            }
            check_tar_sample(f"wids sample {at}", columns, key, row, found)


def parquet_expected(column, value):
    if column["type"] == "time" and value is not None:
        return datetime.datetime.fromisoformat(value.replace("Z", "+00:00"))
    if column["type"] == "json" and value is not None:
        return plain(json.loads(value))
    return value


PARQUET_TYPES = {
    "bytes": pa.binary(),
    "text": pa.string(),
    "integer": pa.int64(),
    "number": pa.float64(),
    "boolean": pa.bool_(),
    "time": pa.timestamp("us", tz="UTC"),
}


def read_parquet(folder, columns, rows):
    paths = sorted(folder.glob("*.parquet"))
    table = pa.concat_tables([pq.read_table(path) for path in paths])
    check(table.column_names == list(columns), f"columns of Parquet: {table.column_names}")
    for name, column in columns.items():
        kind = PARQUET_TYPES.get(column["type"])
        found = table.schema.field(name).type
        check(kind is None or kind == found, f"{name} is {found} in Parquet")
        expected = [parquet_expected(column, row[name]) for _key, row in rows]
        values = table[name].to_pylist()
        if column["type"] == "json":
            values = [None if value is None else json.loads(value, parse_constant=refuse) for value in values]
        check(same(values, expected), f"Parquet, {name}: {values} instead of {expected}")
        # Readers skip row groups by their statistics.
        if column["type"] in ("text", "integer"):
            for wanted in {row[name] for _key, row in rows} - {None}:
                count = sum(row[name] == wanted for _key, row in rows)
                got = pq.read_table(folder, filters=[(name, "==", wanted)], columns=[name]).num_rows
                check(count == got, f"{got} rows instead of {count} have {name} {wanted!r}")
    return len(paths)


def main(folder, record):
    columns, rows = read_samples(folder)
    for name, compression in [("mds", None), ("mds-zstd", "zstd:3"), ("mds-gz", "gz:9"), ("mds-br", "br:5")]:
        files = compare_mds(folder / name, columns, rows, compression)
        words = "after decompression" if compression else "byte for byte"
        print(f"{name}: {files} files are those of MDSWriter {words}")
    print(f"mds: MDSReader reads {read_mds(folder / 'mds', columns, rows)} values")
    shards = read_webdataset(folder / "webdataset", columns, rows)
    read_wids(folder / "webdataset", columns, rows)
    print(f"webdataset: webdataset and wids read {len(rows)} samples in {shards} shards, every value")
    print(f"parquet: pyarrow reads every value in {read_parquet(folder / 'parquet', columns, rows)} files")
    names = ["mosaicml-streaming", "webdataset", "wids", "pyarrow"]
    good = [path for name in ("mds", "webdataset", "parquet") for path in sorted((folder / name).iterdir())]
    told = {
        "readers": {name: importlib.metadata.version(name) for name in names},
        "files": {str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest() for path in good},
    }
    record.write_text(json.dumps(told, indent=2) + "\n")


main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]))
