"""Measurements of the whole product, one module a question.

A benchmark is a module of this package with a docstring that defines its numbers so that someone else computes the
same, and a function ``measure(data: Path) -> dict[str, float]`` that returns flat names. ``data`` has the layout of
the development data (filings/, contracts/, numbers/, …); what is not there is an error that names it.
"""
