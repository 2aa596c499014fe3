"""Examples in docstrings run, and every public name says what it does."""

import doctest
import inspect
import pkgutil
from importlib import import_module
from types import ModuleType

import pytest

import linefall

MODULES = sorted(
    module.name
    for module in pkgutil.walk_packages(linefall.__path__, "linefall.")
    if not module.name.endswith("__main__")
)


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings_give_what_they_say(name):
    assert doctest.testmod(import_module(name)).failed == 0


@pytest.mark.parametrize("name", MODULES)
def test_every_public_name_has_a_docstring(name):
    module = import_module(name)
    assert inspect.getdoc(module), f"{name} says nothing about itself"
    assert [where for where, thing in public_names(module) if not inspect.getdoc(thing)] == []


def public_names(module: ModuleType):
    """Gives what the module defines itself, classes with what they define."""
    for name, thing in vars(module).items():
        if is_public_code(name, thing) and thing.__module__ == module.__name__:
            yield name, thing
            if inspect.isclass(thing):
                yield from public_members(thing)


def public_members(owner: type):
    """Gives what the class defines itself; a function that is a field's default is none of it."""
    for name, thing in vars(owner).items():
        if is_public_code(name, thing) and thing.__qualname__ == f"{owner.__qualname__}.{name}":
            yield f"{owner.__name__}.{name}", thing


def is_public_code(name: str, thing: object) -> bool:
    return not name.startswith("_") and (inspect.isclass(thing) or inspect.isfunction(thing))
