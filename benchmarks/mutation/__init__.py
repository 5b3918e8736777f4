"""Mutation testing: change the code in small ways, one at a time, and see whether the tests notice.

    python -m benchmarks.mutation --seed 1 --sample 40 core

Two kept tools were tried and do not fit. mutmut 3.8 turns each function into a trampoline: it leaves out decorated
functions (properties, overrides, context managers) and tables outside functions, its extra methods break the tests
that inspect classes, and it runs the whole suite before the first mutant. cosmic-ray 8.7 changes the working tree
itself, runs one command for all mutants, and does not remove arguments, calls or statements, so a missing condition
of a query or a forgotten `await` is not among its mutants. This runner is small: `mutants` finds them with `ast`,
`runner` applies them to a copy of the project and runs the tests that mirror the changed file.
"""
