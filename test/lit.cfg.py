"""lit configuration of Remat's tests.

Substitutions: the tools below by their names, %examples (examples/steps),
%extra_data (the folder REMAT_EXTRA_DATA), %remat_src_root, %remat_obj_root,
%remat_libs, %llvm_tools, %shlibext, %python; where there are environments for the Python
package, %jax_python and %torch_python, and %jax_pytest and %torch_pytest, which
want files of python/tests; %wheel, a wheel of this build.

Features: `jax`, `torch` if those environments are there (utils/setup-python.sh),
`jax-cuda` if XLA compiles for an H100 in the first of them, `wheel`; `extra-data` if REMAT_EXTRA_DATA is set (CMake cache variable or
`--param REMAT_EXTRA_DATA=FOLDER`), `asan`, `asserts`, and `clang-format`,
`clang-tidy`, `git`, `chromium`, `mkdocs` if these programs are found, `ptxas` if CUDA's assembler is
(in PATH, or in the toolkit that CUDA_ROOT, CUDA_HOME or CUDA_PATH names, or in
/usr/local/cuda): %ptxas.
"""

import os
import shutil
import sys

import lit.formats
from lit.llvm import llvm_config
from lit.llvm.subst import ToolSubst

sys.path.insert(0, os.path.dirname(__file__))
from python_environments import add_python_environments

config.name = "REMAT"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test"]
config.excludes = ["Inputs", "CMakeLists.txt"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.remat_obj_root, "test")

llvm_config.with_system_environment(["HOME", "TMP", "TEMP", "TMPDIR"])
llvm_config.use_default_substitutions()
llvm_config.with_environment("PATH", config.llvm_tools_dir, append_path=True)
llvm_config.with_environment("PATH", config.remat_tools_dir, append_path=True)

extra_data = lit_config.params.get("REMAT_EXTRA_DATA", config.remat_extra_data)
if extra_data:
    extra_data = os.path.abspath(extra_data)
    if not os.path.isdir(extra_data):
        lit_config.fatal("REMAT_EXTRA_DATA is no folder: %r" % extra_data)
    config.available_features.add("extra-data")
else:
    lit_config.note(
        "REMAT_EXTRA_DATA is not set: tests that require extra-data are skipped"
    )

if "Address" in config.remat_sanitizer:
    config.available_features.add("asan")
if config.remat_asserts.upper() in ("1", "ON", "TRUE", "YES"):
    config.available_features.add("asserts")

# A sanitizer's finding fails the test; nothing is suppressed.
# Manual poisoning is off: MLIR's arenas poison a slab in our instrumented objects
# and hand out its memory in libMLIR, which is not instrumented and so does not
# unpoison it; every attribute built from our side would look like a bug.
config.environment["ASAN_OPTIONS"] = (
    "allow_user_poisoning=0:detect_stack_use_after_return=1"
)
config.environment["UBSAN_OPTIONS"] = "print_stacktrace=1:halt_on_error=1"

for program, names in {
    "clang-format": ("clang-format-14", "clang-format"),
    "clang-tidy": ("clang-tidy-14", "clang-tidy"),
    "git": ("git",),
    "chromium": ("chromium", "chromium-browser", "google-chrome"),
    "mkdocs": ("mkdocs",),
}.items():
    path = next(filter(None, map(shutil.which, names)), None)
    if path:
        config.available_features.add(program)
        config.substitutions.append(("%" + program.replace("-", "_"), path))

toolkits = [os.environ.get(n) for n in ("CUDA_ROOT", "CUDA_HOME", "CUDA_PATH")]
if "chromium" not in config.available_features:
    lit_config.note("there is no Chromium: tests that look at pages are skipped")
ptxas = next(
    filter(
        None,
        (
            shutil.which("ptxas", path=path)
            for path in [os.path.join(t, "bin") for t in toolkits if t]
            + [os.environ.get("PATH", ""), "/usr/local/cuda/bin"]
        ),
    ),
    None,
)
if ptxas:
    config.available_features.add("ptxas")
    config.substitutions.append(("%ptxas", ptxas))
else:
    lit_config.note("there is no ptxas: tests that assemble kernels are skipped")

add_python_environments(config, lit_config)

config.substitutions += [
    ("%examples", os.path.join(config.remat_src_root, "examples", "steps")),
    ("%extra_data", extra_data or "%extra_data"),
    ("%llvm_tools", config.llvm_tools_dir),
    ("%remat_src_root", config.remat_src_root),
    ("%remat_obj_root", config.remat_obj_root),
    ("%remat_libs", config.remat_libs_dir),
    ("%shlibext", config.llvm_shlib_ext),
]

tools = [
    "remat-join-figures",
    "remat-lsp-server",
    "remat-make-graph",
    "remat-opt",
    "remat-plan",
    "remat-reduce",
    "remat-run",
    "mlir-opt",
    "mlir-translate",
    "split-file",
]
llvm_config.add_tool_substitutions(
    [ToolSubst(tool, unresolved="ignore") for tool in tools],
    [config.remat_tools_dir, config.llvm_tools_dir],
)
