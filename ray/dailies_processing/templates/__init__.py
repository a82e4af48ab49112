"""What a run does with each item. A template is a module with `open`, which checks the parameters and returns an act."""

import importlib

NAMES = ("probe", "filter", "features", "caption")


class ItemFault(Exception):
    """An item that cannot be processed; the others go on."""


class Template:
    """`process(item)` returns the values of `columns`, or None to leave the item out."""

    def __init__(self, columns, process, reads_clips=False):
        self.columns = columns
        self.process = process
        self.reads_clips = reads_clips


def open_template(name, parameters, names):
    if name not in NAMES:
        raise ValueError(f"there is no template {name}")
    return importlib.import_module(f".{name}", __name__).open_with(parameters, names)


def clip_reader(item):
    """Reads ranges of the clip of an item."""
    from .. import transfer

    url, offset, length = item["url"], item["offset"], item["bytes"]
    if not url or not length:
        raise ItemFault("the item has no clip")
    return lambda begin, end: transfer.read_range("the clip", url, offset + begin, offset + min(end, length))
