"""Mutants of a module: its source with one small change each."""

import ast
import copy
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_OPERATORS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Add,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Break: ast.Continue,
    ast.Expr: ast.Pass,
    ast.Raise: ast.Pass,
    ast.AugAssign: ast.Pass,
    ast.Delete: ast.Pass,
}
_UNCHANGED_FIELDS = {"annotation", "returns", "decorator_list", "bases", "ctx"}


@dataclass(frozen=True)
class Mutant:
    """One change to a module: the node in a field of `parent` (at `index`, if that is a list) is replaced."""

    path: Path
    number: int
    parent: ast.AST
    field: str
    index: int | None
    before: ast.AST
    after: ast.AST

    def __str__(self) -> str:
        line = getattr(self.before, "lineno", getattr(self.parent, "lineno", 0))
        shown = self.parent if isinstance(self.before, ast.operator | ast.cmpop | ast.boolop) else self.before
        return f"{self.path}:{line} #{self.number} {_text(shown)} -> {_text(self.after)}"

    def source(self, tree: ast.Module) -> str:
        """The module with the change; `tree` is the one that the mutant was found in."""
        self._put(self.after)
        text = ast.unparse(ast.fix_missing_locations(tree))
        self._put(self.before)
        return text

    def _put(self, node: ast.AST) -> None:
        if self.index is None:
            setattr(self.parent, self.field, node)
        else:
            getattr(self.parent, self.field)[self.index] = node


def mutants_of(path: Path, tree: ast.Module) -> list[Mutant]:
    """Every mutant of a module, in the same order each time."""
    changes = ((*place, after) for place in _places(tree) for after in _changes(place[-1]))
    return [Mutant(path, number, *change) for number, change in enumerate(changes)]


def _places(parent: ast.AST) -> Iterator[tuple[ast.AST, str, int | None, ast.AST]]:
    """Every node that may change, with the field of its parent that holds it."""
    for field, value in ast.iter_fields(parent):
        for index, child in enumerate(value) if isinstance(value, list) else [(None, value)]:
            if isinstance(child, ast.AST) and field not in _UNCHANGED_FIELDS and not _is_left_alone(child):
                yield parent, field, index, child
                if not _is_log_line(child):
                    yield from _places(child)


def _is_left_alone(node: ast.AST) -> bool:
    """Whether no test can see a change: docstrings, what only type checkers read, names of loggers, quiet log lines."""
    match node:
        case ast.Expr(value=ast.Constant()) | ast.If(test=ast.Name(id="TYPE_CHECKING")):
            return True
        case ast.AnnAssign(annotation=ast.Name(id="TypeAlias")) | ast.Assign(targets=[ast.Name(id="__all__")]):
            return True
        case ast.Assign(value=ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name))):
            return name in {"TypeVar", "ParamSpec", "getLogger"}
    return _is_log_line(node, "debug", "info", "warning")


def _is_log_line(node: ast.AST, *levels: str) -> bool:
    match node:
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id="log"), attr=level))):
            return not levels or level in levels
    return False


def _changes(node: ast.AST) -> Iterator[ast.AST]:
    if type(node) in _OPERATORS:
        yield _OPERATORS[type(node)]()
    match node:
        case ast.Constant(value=bool() | int() | float() | str() as value):
            yield ast.Constant(value + "~" if isinstance(value, str) else not value if value in {0, 1} else value + 1)
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            yield ast.Pass()
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield operand
        case ast.If(test=test) | ast.IfExp(test=test) | ast.While(test=test):
            yield _with(node, test=ast.UnaryOp(ast.Not(), test))
        case ast.BoolOp(values=values):
            yield from values
        case ast.comprehension(ifs=[_, *_]):
            yield _with(node, ifs=[])
        case ast.Set(elts=elements) | ast.List(elts=elements, ctx=ast.Load()) if len(elements) > 1:
            yield from (_with(node, elts=rest) for rest in _without_one(elements))
        case ast.Call():
            yield from _changes_of_call(node)


def _changes_of_call(call: ast.Call) -> Iterator[ast.AST]:
    """Leave out keyword arguments, the last positional one and, where calls are chained, any argument or the call."""
    match call.func:
        case ast.Attribute(value=ast.Call() as earlier):  # select(x).where(y, z)
            yield earlier
            yield from (_with(call, args=rest) for rest in _without_one(call.args))
        case _ if len(call.args) > 1:
            yield _with(call, args=call.args[:-1])
    yield from (_with(call, keywords=rest) for rest in _without_one(call.keywords))


def _without_one(items: list[Any]) -> Iterator[list[Any]]:
    return (items[:place] + items[place + 1 :] for place in range(len(items)))


def _with(node: ast.AST, **fields: object) -> ast.AST:
    changed = copy.copy(node)
    for name, value in fields.items():
        setattr(changed, name, value)
    return changed


def _text(node: ast.AST) -> str:
    text = ast.unparse(node) if isinstance(node, ast.expr | ast.stmt | ast.comprehension) else type(node).__name__
    return text.strip().split("\n", 1)[0][:100]
