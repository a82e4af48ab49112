"""Keeps the items whose columns match an expression."""

from ..expression import compile_expression
from . import Template


def open_with(parameters, names):
    is_kept = compile_expression(str(parameters.get("expression", "")), [*names, "media_bytes", "media_type"])

    def process(item):
        row = {**item["values"], "media_bytes": item["bytes"], "media_type": item["type"]}
        return {} if is_kept(row) else None

    return Template([], process)
