"""Hashed features of a text: words and pairs of words, as a vector of length one. Similar texts have similar vectors."""

import math
import re
import zlib

from . import ItemFault, Template

WORDS = re.compile(r"\w+", re.UNICODE)


def hash_features(text, dimensions):
    words = WORDS.findall(text.lower())
    vector = [0.0] * dimensions
    for feature in [*words, *(f"{one} {other}" for one, other in zip(words, words[1:]))]:
        number = zlib.crc32(feature.encode())
        # The lowest bit decides the sign, so that collisions cancel out on average.
        vector[(number >> 1) % dimensions] += 1.0 if number & 1 else -1.0
    length = math.sqrt(sum(value * value for value in vector))
    return [value / length for value in vector] if length > 0 else vector


def open_with(parameters, names):
    column, dimensions = str(parameters["text_column"]), int(parameters["dimensions"])
    if column not in names:
        raise ValueError(f"'{column}' is not among the columns that the run reads")

    def process(item):
        text = item["values"].get(column)
        if not isinstance(text, str) or text.strip() == "":
            raise ItemFault("the text is empty")
        return {"features": hash_features(text, dimensions)}

    return Template([("features", "vector")], process)
