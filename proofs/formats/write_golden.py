"""Writes the golden datasets with the original writers, and their content.

    python -m venv venv && venv/bin/pip install --no-deps -r proofs/formats/requirements.txt
    venv/bin/python proofs/formats/write_golden.py proofs/formats/golden

The datasets are small and committed, so that the test needs no Python.
"""

import base64
import decimal
import json
import pathlib
import shutil
import sys

import without_torch  # noqa: F401

import numpy as np
from PIL import Image
from streaming.base.format.json.writer import JSONWriter
from streaming.base.format.mds.encodings import mds_encode
from streaming.base.format.mds.writer import MDSWriter
from streaming.base.format.xsv.writer import CSVWriter, TSVWriter, XSVWriter

ARRAY_TYPES = "uint8 int8 uint16 int16 float16 uint32 int32 float32 uint64 int64 float64".split()
SCALARS = "uint8 uint16 uint32 uint64 int8 int16 int32 int64 float16 float32 float64".split()
ARRAY_COLUMNS = {f"array_{name}": f"ndarray:{name}" for name in ARRAY_TYPES}
COLUMNS = {
    "bytes": "bytes",
    "empty": "bytes",
    "text": "str",
    "int": "int",
    "array": "ndarray",
    "array_fixed": "ndarray:int16:2,3",
    "array_wide": "ndarray:uint8",
    "str_int": "str_int",
    "str_float": "str_float",
    "str_decimal": "str_decimal",
    "pixels": "pil",
    "jpeg": "jpeg",
    "png": "png",
    "jpeg_array": "jpeg_array",
    "jpegarray": "jpegarray",
    "pixels_list": "list[pil]",
    "jpeg_list": "list[jpeg]",
    "png_list": "list[png]",
    "pickle": "pkl",
    "json": "json",
    **{f"scalar_{name}": name for name in SCALARS},
    **ARRAY_COLUMNS,
}
EDGES = {
    "uint64": [0, 2**64 - 1, 2**63, 1],
    "int64": [-(2**63), 2**63 - 1, -1, 2**53 + 1],
    "uint32": [0, 2**32 - 1, 7, 8],
    "int32": [-(2**31), 2**31 - 1, 0, 1],
    "uint16": [0, 65535, 1, 2],
    "int16": [-32768, 32767, 0, -1],
    "uint8": [0, 255, 1, 2],
    "int8": [-128, 127, 0, -1],
    "float16": [65504.0, 6e-08, float("nan"), -0.1],
    "float32": [3.4028235e38, 1e-45, float("inf"), 0.1],
    "float64": [1.7976931348623157e308, 5e-324, float("-inf"), 0.1],
}


def image(mode, seed, size=(5, 3)):
    channels = len(Image.new(mode, (1, 1)).getbands())
    values = np.random.default_rng(seed).integers(0, 256, size[0] * size[1] * channels, np.uint8)
    return Image.frombytes(mode, size, values.tobytes())


def file_of(encoding, picture):
    return mds_encode(encoding, picture)


def sample_at(i):
    rng = np.random.default_rng(i)
    # The quantisation tables, identical in all files, are most of a small JPEG.
    jpegs = [file_of("jpeg", image("L", 100 * i + k)) for k in range(2)]
    pixels = [image(mode, 200 + i) for mode in ("RGB", "L", "RGBA")[: 1 + i % 3]]
    arrays = {
        f"array_{name}": np.array(EDGES[name], getattr(np, name)).reshape([(4,), (2, 2), (1, 4, 1), (4, 1)][i])
        for name in ARRAY_TYPES
    }
    scalars = {f"scalar_{name}": getattr(np, name)(EDGES[name][i]) for name in SCALARS}
    return {
        "bytes": rng.bytes([1, 300, 17, 64][i]),
        "empty": b"",
        "text": ["a red car", "", "狐狸 跳过 🦊", 'quotes " and \\ and \n lines'][i],
        "int": [0, -1, 2**63 - 1, -(2**63)][i],
        "array": [
            np.arange(6, dtype=np.float32).reshape(2, 3),
            np.array([[[1]], [[2]]], np.uint64),
            np.zeros(300, np.uint8),
            np.array([1.5], np.float16),
        ][i],
        "array_fixed": np.arange(6, dtype=np.int16).reshape(2, 3) - i,
        "array_wide": np.full((1, [3, 256, 258, 300][i]), i, np.uint8),
        "str_int": [0, 10**60, -(10**30), 42][i],
        "str_float": [0.1, 1e300, float("nan"), float("-inf")][i],
        "str_decimal": decimal.Decimal(["1.10", "-0.000000000000000000001", "1E+50", "NaN"][i]),
        "pixels": image(["RGB", "L", "RGBA", "1"][i], i, (8, 3)),
        "jpeg": jpegs[0],
        "png": image("RGBA", 300 + i),
        "jpeg_array": jpegs,
        "jpegarray": jpegs[:1],
        "pixels_list": pixels,
        "jpeg_list": [image("L", 400 + i)],
        "png_list": [image("L", 500 + i), image("RGB", 600 + i)],
        "pickle": {"never": "opened", "i": i},
        "json": [
            {"b": 1, "a": [1.5, None, True], "é": "ü"},
            [2**70, -(2**60), 9007199254740993],
            {"odd": [float("nan"), float("inf"), float("-inf"), "NaN", "-Infinity"]},
            "just a text",
        ][i],
        **scalars,
        **arrays,
    }


def b64(data):
    return base64.b64encode(bytes(data)).decode()


def number(value):
    return {"number": repr(value.item() if isinstance(value, np.generic) else value)}


def tag(value):
    """JSON with the type of every value, so that the conversion is lossless."""
    if isinstance(value, (bytes, bytearray)):
        return {"bytes": b64(value)}
    if isinstance(value, decimal.Decimal):
        return {"decimal": str(value)}
    if isinstance(value, bool) or value is None or isinstance(value, str):
        return {"plain": value}
    if isinstance(value, (int, float, np.generic)):
        return number(value)
    if isinstance(value, np.ndarray):
        return {
            "array": value.dtype.name,
            "shape": list(value.shape),
            "values": [number(one) for one in value.reshape(-1)],
        }
    if isinstance(value, Image.Image):
        return {"pixels": b64(value.tobytes()), "width": value.width, "height": value.height, "mode": value.mode}
    if isinstance(value, list):
        return {"list": [tag(one) for one in value]}
    return {"dict": [[key, tag(one)] for key, one in value.items()]}


def expected_of(sample):
    told = {}
    for name, value in sample.items():
        encoding = COLUMNS[name]
        if encoding == "pkl":
            told[name] = {"pickle": len(mds_encode("pkl", value))}
        elif encoding in ("jpeg", "png"):
            told[name] = {"image": b64(value if isinstance(value, bytes) else file_of(encoding, value))}
        elif encoding in ("list[jpeg]", "list[png]"):
            told[name] = {"list": [{"image": b64(file_of(encoding[5:-1], one))} for one in value]}
        elif encoding in ("jpeg_array", "jpegarray"):
            told[name] = {"list": [{"image": b64(one)} for one in value]}
        else:
            told[name] = tag(value)
    return told


ROWS = [
    {"caption": "a red car", "views": 2**60, "score": 0.1},
    {"caption": "狐狸", "views": -1, "score": 1e300},
    {"caption": "", "views": 0, "score": -2.5},
]


def write(writer, samples):
    with writer as out:
        for sample in samples:
            out.write(sample)


def main(root):
    root = pathlib.Path(root)
    shutil.rmtree(root, ignore_errors=True)
    samples = [sample_at(i) for i in range(4)]
    for name, compression in [
        ("plain", None),
        ("zstd", "zstd:7"),
        ("gz", "gz:9"),
        ("br", "br:11"),
        ("bz2", "bz2:9"),
        ("snappy", "snappy"),
    ]:
        hashes = ["sha1", "xxh64"]
        write(
            MDSWriter(
                columns=COLUMNS, out=str(root / name), compression=compression, hashes=hashes, size_limit=14_000
            ),
            samples,
        )
    rows = {"caption": "str", "views": "int", "score": "float"}
    for name, make, more in [
        ("json", JSONWriter, {}),
        ("json-zstd", JSONWriter, {"compression": "zstd"}),
        ("csv", CSVWriter, {}),
        ("tsv", TSVWriter, {"newline": "\r\n"}),
        ("xsv", XSVWriter, {"separator": "||"}),
    ]:
        writer = make(columns=rows, out=str(root / name), hashes=["sha1"], size_limit=120, **more)
        write(writer, ROWS)
    told = {
        "encodings": COLUMNS,
        "samples": [expected_of(sample) for sample in samples],
        "rows": [{key: tag(value) for key, value in row.items()} for row in ROWS],
    }
    (root / "expected.json").write_text(json.dumps(told, ensure_ascii=True, separators=(",", ":")) + "\n")


main(sys.argv[1])
