# ===- test_jax_internals.py - What the package needs of JAX's inside -----===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
import ast
import pathlib
import subprocess
import sys

import jax
import pytest

import remat
from remat import jax_internals

PACKAGE = pathlib.Path(jax_internals.__file__).parent


def test_this_jax_has_all():
    assert jax_internals.missing() == []
    jax_internals.check()


def test_what_is_missing_is_named():
    names = ["jax.no_such_thing", "jaxlib.no_such_module.x", "jax.jit", "nothing.at.all"]
    assert jax_internals.missing(names) == [names[0], names[1], names[3]]
    with pytest.raises(remat.IncompatibleJax, match="lacks jax.no_such_thing, .*0.10"):
        jax_internals.check(names)


def test_names_that_import_jax_are_those_that_type_checkers_see():
    with open(remat.__file__) as file:
        tree = ast.parse(file.read())
    (block,) = (node for node in tree.body if isinstance(node, ast.If))
    typed = {
        each.module.removeprefix("remat."): tuple(alias.name for alias in each.names)
        for each in block.body
    }
    assert typed == remat._WITH_JAX
    assert set(remat._MODULE_OF) < set(remat.__all__)


def output_of(program):
    """The output of a program that imports this package."""
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        check=True,
        cwd=PACKAGE.parent,
    )
    return done.stdout


def test_import_alone_needs_no_jax():
    program = (
        "import sys\n"
        "sys.modules['jax'] = None\n"
        "import remat\n"
        "print(remat.Budget.parse('8GiB').bytes, 'remat.jitting' in sys.modules)\n"
    )
    said = output_of(program)
    assert said == "8589934592 False\n"


def test_first_use_fails_without_one(tmp_path):
    program = (
        "import jax.stages\n"
        "del jax.stages.Lowered.compiler_ir\n"
        "import remat\n"
        "try:\n"
        "    remat.jit\n"
        "except ImportError as error:\n"
        "    print(type(error).__name__, error)\n"
    )
    said = output_of(program)
    assert said.startswith(f"IncompatibleJax JAX {jax.__version__} lacks")
    assert "jax.stages.Lowered.compiler_ir" in said


def test_settings_are_part_of_the_key():
    before = jax_internals.trace_context()
    assert before == jax_internals.trace_context()
    with jax.default_matmul_precision("highest"):
        assert jax_internals.trace_context() != before


def test_without_all_settings_those_known_by_name_are_part_of_the_key(monkeypatch):
    def not_there(_):
        raise AttributeError

    monkeypatch.setattr(jax_internals, "find_name", not_there)
    settings = jax_internals._find_trace_context()
    before = settings()
    with jax.default_matmul_precision("highest"):
        assert settings() != before
    assert settings() == before


def names_of_the_inside():
    """Modules of JAX's inside that files of the package import, and from where."""
    for path in sorted(PACKAGE.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom) and node.module:
                for alias in node.names:
                    yield path.name, f"{node.module}.{alias.name}"
            elif isinstance(node, ast.Import):
                for alias in node.names:
                    yield path.name, alias.name


def test_no_file_takes_more_than_is_listed():
    inside = [
        (file, name)
        for file, name in names_of_the_inside()
        if name.startswith(("jaxlib.", "jax._src", "jax.experimental."))
    ]
    assert inside
    for file, name in inside:
        assert any(
            needed.startswith(name + ".") for needed in jax_internals.NEEDED
        ), f"{file} imports {name}"


def attributes_of(tree, module):
    """What is taken of the imported name `module`: "ir.Module.parse" for `module` ir."""
    parents = {
        child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)
    }
    for node in ast.walk(tree):
        if not (isinstance(node, ast.Name) and node.id == module):
            continue
        chain, outer = module, parents[node]
        while isinstance(outer, ast.Attribute):
            chain, outer = f"{chain}.{outer.attr}", parents[outer]
        if chain != module:
            yield chain


def test_all_of_mlir_that_is_used_is_listed():
    listed = {
        ".".join(name.split(".")[2:]).removeprefix("dialects.")
        for name in jax_internals.NEEDED
        if name.startswith("jaxlib.mlir.")
    }
    used = {
        name
        for path in PACKAGE.glob("*.py")
        for module in ("ir", "sdy")
        for name in attributes_of(ast.parse(path.read_text()), module)
    }
    assert "ir.Module.parse" in used
    # ir.Module stands for what is done with a module, its type.
    unlisted = {
        name
        for name in used
        if not any(each == name or each.startswith(name + ".") for each in listed)
        and not any(name.startswith(each + ".") for each in listed)
    }
    assert not unlisted


def test_the_page_lists_the_same():
    page = PACKAGE.parent.parent / "docs" / "internals" / "jax.md"
    if not page.exists():
        pytest.skip("an installed package")
    rows = [line.split("|")[1] for line in page.read_text().splitlines() if "|" in line]
    told = [name.strip("`, ") for row in rows[2:] for name in row.split(",")]
    assert sorted(told) == sorted(jax_internals.NEEDED)


def test_versions_are_those_of_the_requirements():
    pyproject = PACKAGE.parent.parent / "pyproject.toml"
    if not pyproject.exists():
        pytest.skip("an installed package")
    first, last = jax_internals.VERSIONS.split(" or ")
    after = f"0.{int(last.split('.')[1]) + 1}"
    assert f'"jax>={first},<{after}"' in pyproject.read_text()
