"""Conditions on columns, such as `width >= 1280 and "fox" in caption`. Nothing is evaluated by Python itself."""

import ast
import operator

MAX_DEPTH = 40

_COMPARE = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
_BINARY = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Mod: operator.mod,
}
_CALLS = {
    "len": lambda value: len(value) if isinstance(value, str) else None,
    "lower": lambda value: value.lower() if isinstance(value, str) else None,
    "abs": lambda value: abs(value) if isinstance(value, (int, float)) else None,
}


class ExpressionFault(Exception):
    """An expression that cannot be used, in words for the person who wrote it."""


def compile_expression(text, names):
    """A function of a row's values. A comparison with a missing value is false, as in SQL."""
    try:
        tree = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise ExpressionFault("the expression is not a condition such as: width >= 1280 and 'fox' in caption") from None
    return _compile(tree, frozenset(names), 0)


def _compile(node, names, depth):
    if depth > MAX_DEPTH:
        raise ExpressionFault("the expression is nested too deeply")

    def inner(child):
        return _compile(child, names, depth + 1)

    if isinstance(node, ast.Constant) and isinstance(node.value, (str, int, float, bool, type(None))):
        value = node.value
        return lambda row: value
    if isinstance(node, ast.Name):
        if node.id not in names:
            raise ExpressionFault(f"'{node.id}' is not among the columns that the run reads")
        name = node.id
        return lambda row: row.get(name)
    if isinstance(node, ast.BoolOp):
        parts = [inner(value) for value in node.values]
        if isinstance(node.op, ast.And):
            return lambda row: all(part(row) for part in parts)
        return lambda row: any(part(row) for part in parts)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        operand = inner(node.operand)
        return lambda row: not operand(row)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        operand = inner(node.operand)
        return lambda row: _apply(operator.mul, -1, operand(row))
    if isinstance(node, ast.BinOp) and type(node.op) in _BINARY:
        act, left, right = _BINARY[type(node.op)], inner(node.left), inner(node.right)
        return lambda row: _apply(act, left(row), right(row))
    if isinstance(node, ast.Compare):
        return _compare(node, inner)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _CALLS:
        if len(node.args) != 1 or node.keywords:
            raise ExpressionFault(f"{node.func.id}() takes one value")
        act, argument = _CALLS[node.func.id], inner(node.args[0])
        return lambda row: act(argument(row))
    raise ExpressionFault(f"this cannot be used in an expression: {type(node).__name__}")


def _apply(act, left, right):
    numbers = isinstance(left, (int, float)) and isinstance(right, (int, float))
    if not numbers:
        return None
    try:
        return act(left, right)
    except (ArithmeticError, ValueError):
        return None


def _compare(node, inner):
    values = [inner(node.left)] + [inner(each) for each in node.comparators]
    steps = []
    for at, kind in enumerate(node.ops):
        steps.append((_test(kind), values[at], values[at + 1]))
    return lambda row: all(test(left(row), right(row)) for test, left, right in steps)


def _test(kind):
    if isinstance(kind, ast.Is):
        return lambda left, right: left is None and right is None
    if isinstance(kind, ast.IsNot):
        return lambda left, right: (left is None) != (right is None)
    if isinstance(kind, (ast.In, ast.NotIn)):
        wanted = isinstance(kind, ast.In)
        return lambda left, right: (
            isinstance(left, str) and isinstance(right, str) and (left.lower() in right.lower()) == wanted
        )
    if type(kind) not in _COMPARE:
        raise ExpressionFault("this comparison cannot be used")
    act = _COMPARE[type(kind)]

    def test(left, right):
        if left is None or right is None:
            return False
        if isinstance(left, str) != isinstance(right, str):
            return False
        return act(left, right)

    return test
