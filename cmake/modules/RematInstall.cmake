# What `cmake --install` and find_package(Remat) get: docs/installing.md.
#
# Components: "runtime" has the tools and what is loaded at run time,
# "development" what another project is built with, "python" (tools/remat-opt)
# what goes into a wheel and nowhere else.

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

option(REMAT_INSTALL "Make rules that install Remat" ${PROJECT_IS_TOP_LEVEL})
set(REMAT_INSTALL_CMAKEDIR ${CMAKE_INSTALL_LIBDIR}/cmake/remat)

# What is built is linked by path; what is installed looks for MLIR where the
# system does, unless MLIR lies somewhere else.
function(remat_set_install_rpath)
  set(REMAT_GIVEN_INSTALL_RPATH "${CMAKE_INSTALL_RPATH}" PARENT_SCOPE)
  get_target_property(location MLIR LOCATION)
  get_filename_component(location ${location} REALPATH)
  get_filename_component(folder ${location} DIRECTORY)
  if(NOT folder IN_LIST CMAKE_CXX_IMPLICIT_LINK_DIRECTORIES
     AND NOT CMAKE_INSTALL_RPATH)
    set(CMAKE_INSTALL_RPATH ${folder} PARENT_SCOPE)
  endif()
endfunction()
if(REMAT_INSTALL)
  remat_set_install_rpath()
endif()

# remat_install_library(NAME): an archive, or an interface library, that other
# projects link.
function(remat_install_library name)
  if(NOT REMAT_INSTALL)
    return()
  endif()
  install(TARGETS ${name} EXPORT RematTargets
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development)
  set_property(GLOBAL APPEND PROPERTY REMAT_INSTALLED ${name})
endfunction()

# remat_install_tool(NAME): an executable.
function(remat_install_tool name)
  if(NOT REMAT_INSTALL)
    return()
  endif()
  install(TARGETS ${name} EXPORT RematToolsTargets
    RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT runtime)
  set_property(GLOBAL APPEND PROPERTY REMAT_INSTALLED ${name})
endfunction()

# remat_install_module(NAME [MLIR] [DESTINATION folder] [NAMELINK component])
#
# A shared library or module that others open when they run, and may link where it
# is a library; MLIR says that it needs MLIR's libraries. The name without a
# version lies with it, as what people hand to a runner, unless NAMELINK says
# otherwise.
function(remat_install_module name)
  cmake_parse_arguments(ARG "MLIR" "DESTINATION;NAMELINK" "" ${ARGN})
  if(NOT REMAT_INSTALL)
    return()
  endif()
  set(destination ${CMAKE_INSTALL_LIBDIR})
  if(ARG_DESTINATION)
    set(destination ${ARG_DESTINATION})
  endif()
  set(namelink runtime)
  if(ARG_NAMELINK)
    set(namelink ${ARG_NAMELINK})
  endif()
  set(rpath ${REMAT_GIVEN_INSTALL_RPATH})
  if(ARG_MLIR)
    set(rpath ${CMAKE_INSTALL_RPATH})
  endif()
  # They may need one another.
  set_target_properties(${name} PROPERTIES INSTALL_RPATH "\$ORIGIN;${rpath}")
  install(TARGETS ${name} EXPORT RematToolsTargets
    LIBRARY DESTINATION ${destination} COMPONENT runtime
    NAMELINK_COMPONENT ${namelink})
  set_property(GLOBAL APPEND PROPERTY REMAT_INSTALLED ${name})
endfunction()

# remat_install_headers(): include/ of the sources and of the build folder.
function(remat_install_headers)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/
                    ${PROJECT_BINARY_DIR}/include/
    DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development
    FILES_MATCHING PATTERN "*.h" PATTERN "*.def" PATTERN "*.td" PATTERN "*.inc"
    PATTERN CMakeFiles EXCLUDE)
endfunction()

# remat_write_config(FOLDER PREFIX prefix DESTINATION folder TOOLS folder
#                    LIBRARIES folder INCLUDES folders...)
#
# RematConfig.cmake for a tree whose package lies in DESTINATION.
function(remat_write_config folder)
  cmake_parse_arguments(ARG "" "PREFIX;DESTINATION;TOOLS;LIBRARIES" "INCLUDES"
                        ${ARGN})
  set(REMAT_CONFIG_TOOLS ${ARG_TOOLS})
  set(REMAT_CONFIG_LIBRARIES ${ARG_LIBRARIES})
  set(REMAT_CONFIG_INCLUDES ${ARG_INCLUDES})
  configure_package_config_file(
    ${PROJECT_SOURCE_DIR}/cmake/RematConfig.cmake.in
    ${folder}/RematConfig.cmake
    INSTALL_PREFIX ${ARG_PREFIX}
    INSTALL_DESTINATION ${ARG_DESTINATION}
    NO_CHECK_REQUIRED_COMPONENTS_MACRO)
  write_basic_package_version_file(${folder}/RematConfigVersion.cmake
    VERSION ${PROJECT_VERSION} COMPATIBILITY SameMinorVersion)
endfunction()

# remat_install_package(): the CMake package, for the install tree and for this
# build folder. Called when every target is there.
function(remat_install_package)
  if(NOT REMAT_INSTALL)
    return()
  endif()
  remat_install_headers()
  # Of no package of Debian's, which has such licenses in one place.
  install(FILES ${PROJECT_SOURCE_DIR}/LICENSE
    DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/doc/remat COMPONENT license)

  set(installed ${PROJECT_BINARY_DIR}/cmake/installed)
  remat_write_config(${installed}
    PREFIX ${CMAKE_INSTALL_PREFIX} DESTINATION ${REMAT_INSTALL_CMAKEDIR}
    TOOLS "\${PACKAGE_PREFIX_DIR}/${CMAKE_INSTALL_BINDIR}"
    LIBRARIES "\${PACKAGE_PREFIX_DIR}/${CMAKE_INSTALL_LIBDIR}"
    INCLUDES "\${PACKAGE_PREFIX_DIR}/${CMAKE_INSTALL_INCLUDEDIR}")
  install(FILES ${installed}/RematConfig.cmake
                ${installed}/RematConfigVersion.cmake
    DESTINATION ${REMAT_INSTALL_CMAKEDIR} COMPONENT development)
  remat_write_config(${PROJECT_BINARY_DIR}
    PREFIX ${PROJECT_BINARY_DIR} DESTINATION ${PROJECT_BINARY_DIR}
    TOOLS ${LLVM_RUNTIME_OUTPUT_INTDIR}
    LIBRARIES ${LLVM_LIBRARY_OUTPUT_INTDIR}
    INCLUDES ${PROJECT_SOURCE_DIR}/include ${PROJECT_BINARY_DIR}/include)
  foreach(set RematTargets RematToolsTargets)
    install(EXPORT ${set} DESTINATION ${REMAT_INSTALL_CMAKEDIR}
      COMPONENT development)
    export(EXPORT ${set} FILE ${PROJECT_BINARY_DIR}/${set}.cmake)
  endforeach()
endfunction()
