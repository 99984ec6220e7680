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
# For packages of what links libRematC, as dpkg-shlibdeps reads them. "=", since
# nothing is promised between versions.
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS_POLICY "=")
# The linker's cache is refreshed by a trigger. CPack makes scripts of its own for
# that unless it is given some, be they missing.
set(CPACK_DEBIAN_RUNTIME_PACKAGE_CONTROL_EXTRA
    ${PROJECT_SOURCE_DIR}/cmake/debian/triggers
    ${PROJECT_BINARY_DIR}/debian/none/postinst
    ${PROJECT_BINARY_DIR}/debian/none/postrm)

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

# Sets `result` to the day of SOURCE_DATE_EPOCH, or to the first one there is, so
# that packages do not depend on when they were made.
function(remat_get_debian_date result)
  set(given "$ENV{SOURCE_DATE_EPOCH}")
  if(NOT given)
    set(ENV{SOURCE_DATE_EPOCH} 0)
  endif()
  string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)
  if(NOT given)
    unset(ENV{SOURCE_DATE_EPOCH})
  endif()
  set(${result} "${date}" PARENT_SCOPE)
endfunction()

# remat_install_documents(COMPONENT PACKAGE): what Debian wants to have in
# share/doc/ for each package.
function(remat_install_documents component package)
  set(destination ${CMAKE_INSTALL_DATAROOTDIR}/doc/${package})
  install(FILES ${PROJECT_SOURCE_DIR}/cmake/debian/copyright
    DESTINATION ${destination} COMPONENT ${component})
  if(REMAT_GZIP)
    install(FILES ${PROJECT_BINARY_DIR}/debian/changelog.gz
                  ${PROJECT_BINARY_DIR}/debian/changelog.Debian.gz
      DESTINATION ${destination} COMPONENT ${component})
  endif()
endfunction()

set(REMAT_DEBIAN_VERSION ${PROJECT_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE})
remat_get_debian_date(REMAT_DEBIAN_DATE)
configure_file(${PROJECT_SOURCE_DIR}/cmake/debian/changelog.in
               ${PROJECT_BINARY_DIR}/debian/changelog.Debian @ONLY)
configure_file(${PROJECT_SOURCE_DIR}/CHANGELOG.md
               ${PROJECT_BINARY_DIR}/debian/changelog COPYONLY)
find_program(REMAT_GZIP gzip)
mark_as_advanced(REMAT_GZIP)
if(REMAT_GZIP)
  foreach(file changelog changelog.Debian)
    # Without the name and the time of the file.
    execute_process(COMMAND ${REMAT_GZIP} -9nc ${file}
      WORKING_DIRECTORY ${PROJECT_BINARY_DIR}/debian
      OUTPUT_FILE ${file}.gz
      COMMAND_ERROR_IS_FATAL ANY)
  endforeach()
endif()
remat_install_documents(runtime remat)
remat_install_documents(development libremat-dev)

include(CPack)
