"""Compares packages with the original libraries; `pnpm formats` writes the packages and calls this.

    python proofs/formats/read_packages.py FOLDER RECORD

FOLDER has the same samples in every format, and `samples.json` with their values. The MDS shards and their index must be
those that MDSWriter writes, byte for byte, or after decompression. MDSReader, webdataset, wids, pyarrow and lance must read
every value. RECORD gets the SHA-256 of every file that was found good, for the test that runs without Python.
"""

import base64
import datetime
import gzip
import hashlib
import importlib.metadata
import json
import math
import pathlib
import random
import sys
import tempfile

import without_torch  # noqa: F401

import brotli
import lance
import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
import webdataset as wds
import wids
import zstd
from lance.file import LanceFileReader
from streaming.base.format.mds.reader import MDSReader
from streaming.base.format.mds.writer import MDSWriter

LIMIT = 30_000
HASHES = ["md5", "sha256"]
INFLATE = {"zstd": zstd.decompress, "gz": gzip.decompress, "br": brotli.decompress}
FORMATS = ("mds", "webdataset", "parquet", "lance", "lance-long")
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


def table_expected(column, value):
    if column["type"] == "time" and value is not None:
        return datetime.datetime.fromisoformat(value.replace("Z", "+00:00"))
    if column["type"] == "json" and value is not None:
        return plain(json.loads(value))
    return value


def table_found(column, values):
    if column["type"] != "json":
        return values
    return [None if value is None else json.loads(value, parse_constant=refuse) for value in values]


ARROW_TYPES = {
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
        kind = ARROW_TYPES.get(column["type"])
        found = table.schema.field(name).type
        check(kind is None or kind == found, f"{name} is {found} in Parquet")
        expected = [table_expected(column, row[name]) for _key, row in rows]
        values = table_found(column, table[name].to_pylist())
        check(same(values, expected), f"Parquet, {name}: {values} instead of {expected}")
        # Readers skip row groups by their statistics.
        if column["type"] in ("text", "integer"):
            for wanted in {row[name] for _key, row in rows} - {None}:
                count = sum(row[name] == wanted for _key, row in rows)
                got = pq.read_table(folder, filters=[(name, "==", wanted)], columns=[name]).num_rows
                check(count == got, f"{got} rows instead of {count} have {name} {wanted!r}")
    return len(paths)


def lance_type(column):
    if column["type"] == "vector":
        return pa.list_(pa.float32(), column["dimensions"])
    return pa.string() if column["type"] == "json" else ARROW_TYPES[column["type"]]


def check_lance(words, columns, rows, table):
    check(table.num_rows == len(rows), f"{words} has {table.num_rows} rows")
    for name, column in columns.items():
        expected = [table_expected(column, row[name]) for _key, row in rows]
        values = table_found(column, table[name].to_pylist())
        check(same(values, expected), f"{words}, {name}: {values} instead of {expected}")


def read_lance(folder, columns, rows):
    dataset = lance.dataset(str(folder / "samples.lance"))
    dataset.validate()
    check((dataset.version, dataset.data_storage_version) == (1, "2.0"), "the version of the Lance table")
    check(dataset.count_rows() == len(rows), f"lance counts {dataset.count_rows()} rows")
    check(dataset.schema.names == list(columns), f"columns of Lance: {dataset.schema.names}")
    for name, column in columns.items():
        found = dataset.schema.field(name).type
        check(found == lance_type(column), f"{name} is {found} in Lance")
    check_lance("Lance", columns, rows, dataset.to_table())
    check_lance("Lance in small batches", columns, rows, pa.Table.from_batches(dataset.to_batches(batch_size=3)))
    places = [at * 7 % len(rows) for at in range(len(rows))] + [5, 5]
    check_lance("Lance at random", columns, [rows[at] for at in places], dataset.take(places))
    for name in ("caption", "views", "is_safe"):
        for wanted in {row[name] for _key, row in rows} - {None}:
            count = sum(row[name] == wanted for _key, row in rows)
            got = dataset.count_rows(filter=pc.field(name) == pa.scalar(wanted))
            check(count == got, f"{got} rows instead of {count} have {name} {wanted!r} in Lance")
        missing = sum(row[name] is None for _key, row in rows)
        check(dataset.count_rows(filter=f"{name} IS NULL") == missing, f"rows of Lance without {name}")
    return len(dataset.get_fragments())


def long_row(at):
    """By the same rules as in write-long-table.ts."""
    return {
        "number": None if at % 5 == 1 else at,
        "words": None if at % 3 == 1 else f"{at} " + "é" * 600,
        "video": None if at % 11 == 5 else bytes([at >> 3 & 255]) * (500_000 if at % 1_000 == 0 else at % 7),
        "motion": None if at % 4 == 1 else [float(at), 0.5],
        "is_even": None if at % 6 == 1 else at % 2 == 0,
    }


def read_long_lance(folder):
    """Every column has several pages; the rows are read in batches that do not end with them."""
    table = folder / "samples.lance"
    dataset = lance.dataset(str(table))
    dataset.validate()
    pages = [
        [len(column.pages) for column in LanceFileReader(str(path)).metadata().columns]
        for path in sorted((table / "data").iterdir())
    ]
    check(all(count > 1 for counts in pages for count in counts), f"pages of Lance: {pages}")
    at = 0
    for batch in dataset.to_batches(batch_size=777):
        for row in batch.to_pylist():
            check(same(row, long_row(at)), f"row {at} of the long Lance table")
            at += 1
    check(at == dataset.count_rows() and at > 40_000, f"the long Lance table has {at} rows")
    places = random.Random(1).sample(range(at), 2_000) + [0, at // 2 - 1, at // 2, at - 1]
    for place, row in zip(places, dataset.take(places).to_pylist()):
        check(same(row, long_row(place)), f"row {place} of the long Lance table at random")
    wanted = [place for place in range(1_000, 2_000) if long_row(place)["number"] and long_row(place)["is_even"]]
    found = dataset.count_rows(filter="number >= 1000 AND number < 2000 AND is_even")
    check(found == len(wanted), f"{found} rows instead of {len(wanted)} in the long Lance table")
    return at


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
    print(f"lance: lance reads every value in {read_lance(folder / 'lance', columns, rows)} fragments, also at random")
    print(f"lance-long: lance reads {read_long_lance(folder / 'lance-long')} rows over several pages of each column")
    names = ["mosaicml-streaming", "webdataset", "wids", "pyarrow", "pylance"]
    paths = [path for name in FORMATS for path in sorted((folder / name).rglob("*"))]
    good = [path for path in paths if path.is_file()]
    told = {
        "readers": {name: importlib.metadata.version(name) for name in names},
        "files": {str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest() for path in good},
    }
    record.write_text(json.dumps(told, indent=2) + "\n")


main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]))
