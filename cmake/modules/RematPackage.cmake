# What `cpack` makes of an installation: docs/installing.md.
#
# Two Debian packages: "remat", what people run, and "libremat-dev", what
# compilers are built with. The libraries that steps load at run time are too
# young for a package of their own: their names carry the minor version.

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME remat)
set(CPACK_PACKAGE_CONTACT "Remat's maintainers <maintainers@remat.invalid>"
    CACHE STRING "Who makes the packages: NAME <ADDRESS>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY
    "rematerialization for MLIR: training steps that fit a memory budget")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
# What is in the groups besides, such as the wheel's, belongs to no package.
set(CPACK_COMPONENTS_ALL runtime development)

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_COMPRESSION_TYPE zstd
    CACHE STRING "How the packages are compressed: xz, zstd, gzip")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

set(CPACK_DEBIAN_RUNTIME_PACKAGE_NAME remat)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SECTION devel)
set(CPACK_COMPONENT_RUNTIME_DESCRIPTION
"The tools, of which remat-opt rewrites a training step, a function of MLIR,
so that it needs no more memory than it is given: it decides which tensors to
keep and which to compute again. With them come the libraries that a lowered
step calls.")
# dpkg-shlibdeps reads what the tools link, and the versions that takes. It finds
# libLLVM by a link that belongs to llvm-22-dev and so does not always see whose
# it is.
find_program(REMAT_DPKG_SHLIBDEPS dpkg-shlibdeps)
mark_as_advanced(REMAT_DPKG_SHLIBDEPS)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_DEPENDS "libllvm${LLVM_VERSION_MAJOR}")
if(REMAT_DPKG_SHLIBDEPS)
  set(CPACK_DEBIAN_RUNTIME_PACKAGE_SHLIBDEPS ON)
else()
  string(APPEND CPACK_DEBIAN_RUNTIME_PACKAGE_DEPENDS
         ", libmlir-${LLVM_VERSION_MAJOR}")
endif()

set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libremat-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION
"Development files: the libraries and headers with which another compiler that
is based on MLIR runs Remat's pipelines, the TableGen files of its dialect and
interfaces, and a CMake package.")
# MLIR's CMake package names the files of all three.
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS
    "libmlir-${LLVM_VERSION_MAJOR}-dev, llvm-${LLVM_VERSION_MAJOR}-dev, mlir-${LLVM_VERSION_MAJOR}-tools")
# "remat (= this version)".
set(CPACK_COMPONENT_DEVELOPMENT_DEPENDS runtime)
set(CPACK_DEBIAN_ENABLE_COMPONENT_DEPENDS ON)

include(CPack)
