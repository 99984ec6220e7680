"""Runs every GoogleTest binary of unittests/ (those named *Tests)."""

import os

import lit.formats

config.name = "REMAT-Unit"
config.suffixes = []
config.test_source_root = os.path.join(config.remat_obj_root, "unittests")
config.test_exec_root = config.test_source_root
config.test_format = lit.formats.GoogleTest(".", "Tests")

for name in ("HOME", "TMP", "TEMP", "TMPDIR"):
    if name in os.environ:
        config.environment[name] = os.environ[name]

# Unit tests find the source tree and the extra data through the environment.
config.environment["REMAT_SOURCE_DIR"] = config.remat_src_root
extra_data = lit_config.params.get("REMAT_EXTRA_DATA", config.remat_extra_data)
if extra_data:
    config.environment["REMAT_EXTRA_DATA"] = os.path.abspath(extra_data)
config.environment["ASAN_OPTIONS"] = (
    "detect_stack_use_after_return=1:allow_user_poisoning=0"
)
config.environment["UBSAN_OPTIONS"] = "print_stacktrace=1:halt_on_error=1"
