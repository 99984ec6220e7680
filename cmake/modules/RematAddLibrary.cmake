# Nine tenths of the time to compile a file that uses MLIR go into parsing MLIR's
# headers. Several files at once parse them once; a change of one then compiles
# its neighbors again.
option(REMAT_UNITY_BUILD "Compile sources that use MLIR several at once" OFF)

function(remat_unite_sources target)
  if(NOT REMAT_UNITY_BUILD)
    return()
  endif()
  set_target_properties(${target} PROPERTIES
    UNITY_BUILD ON
    UNITY_BUILD_BATCH_SIZE 8
    UNITY_BUILD_CODE_AFTER_INCLUDE "#undef DEBUG_TYPE")
endfunction()

# remat_add_pass_headers(PREFIX)
#
# Makes the headers of this folder's Passes.td, by the target PREFIXPassesIncGen.
function(remat_add_pass_headers prefix)
  set(LLVM_TARGET_DEFINITIONS Passes.td)
  mlir_tablegen(Passes.h.inc -gen-pass-decls -name ${prefix})
  mlir_tablegen(Passes.capi.h.inc -gen-pass-capi-header --prefix ${prefix})
  mlir_tablegen(Passes.capi.cpp.inc -gen-pass-capi-impl --prefix ${prefix})
  add_public_tablegen_target(${prefix}PassesIncGen)
  add_dependencies(remat-headers ${prefix}PassesIncGen)
endfunction()

# remat_add_library(NAME sources... [INTERNAL] [DEPENDS targets...]
#                   [LINK_LIBS libs...])
#
# A static library of one room. DEPENDS names TableGen targets that must run
# first; LINK_LIBS are public, so that a tool links what its libraries need. An
# INTERNAL one is not installed.
function(remat_add_library name)
  cmake_parse_arguments(ARG "INTERNAL" "" "DEPENDS;LINK_LIBS" ${ARGN})
  add_library(${name} STATIC ${ARG_UNPARSED_ARGUMENTS})
  set_target_properties(${name} PROPERTIES POSITION_INDEPENDENT_CODE ON)
  remat_map_link_libs(libs ${ARG_LINK_LIBS})
  target_link_libraries(${name} PUBLIC ${libs})
  if("MLIR" IN_LIST ARG_LINK_LIBS)
    remat_unite_sources(${name})
  endif()
  # For projects that have this one as a subfolder, or installed.
  target_include_directories(${name} INTERFACE
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
    $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/include>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  if(ARG_DEPENDS)
    add_dependencies(${name} ${ARG_DEPENDS})
  endif()
  if(NOT ARG_INTERNAL)
    remat_install_library(${name})
  endif()
endfunction()

# remat_add_tool(NAME sources... [INTERNAL] [DEPENDS targets...]
#                [LINK_LIBS libs...])
#
# A program in bin/. An INTERNAL one is not installed.
function(remat_add_tool name)
  cmake_parse_arguments(ARG "INTERNAL" "" "DEPENDS;LINK_LIBS" ${ARGN})
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  remat_map_link_libs(libs ${ARG_LINK_LIBS})
  target_link_libraries(${name} PRIVATE ${libs})
  if(ARG_DEPENDS)
    add_dependencies(${name} ${ARG_DEPENDS})
  endif()
  set_property(GLOBAL APPEND PROPERTY REMAT_TOOLS ${name})
  if(NOT ARG_INTERNAL)
    remat_install_tool(${name})
  endif()
endfunction()

# remat_add_plugin(NAME sources... EXPORTS version-script [LINK_LIBS libs...])
#
# A module that a program which has MLIR's shared library loads: lib/NAME.so. It
# exports what the version script says.
function(remat_add_plugin name)
  cmake_parse_arguments(ARG "" "EXPORTS" "LINK_LIBS" ${ARGN})
  add_library(${name} MODULE ${ARG_UNPARSED_ARGUMENTS})
  set(exports ${CMAKE_CURRENT_SOURCE_DIR}/${ARG_EXPORTS})
  set_target_properties(${name} PROPERTIES
    PREFIX ""
    LINK_DEPENDS ${exports})
  remat_map_link_libs(libs ${ARG_LINK_LIBS})
  target_link_libraries(${name} PRIVATE ${libs})
  target_link_options(${name} PRIVATE -Wl,--version-script=${exports})
  set_property(GLOBAL APPEND PROPERTY REMAT_TOOLS ${name})
  # Nothing that the linker should find.
  remat_install_module(${name} MLIR
    DESTINATION ${CMAKE_INSTALL_LIBDIR}/remat)
endfunction()

# A shared library without sources of its own that exports what a version script of
# this folder says.
function(remat_add_library_of_archives name script)
  set(empty ${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp)
  file(CONFIGURE OUTPUT ${empty} CONTENT "// All of it is in archives.\n")
  add_library(${name} SHARED ${empty})
  set(exports ${CMAKE_CURRENT_SOURCE_DIR}/${script})
  set_target_properties(${name} PROPERTIES LINK_DEPENDS ${exports})
  target_link_options(${name} PRIVATE -Wl,--version-script=${exports})
endfunction()

# remat_add_c_library(NAME EXPORTS version-script EMBED_LIBS archives or static
#                     libraries... [LINK_LIBS libs...])
#
# A shared library for C that is made of all of these static libraries. It exports
# what the version script says; LINK_LIBS are for who links it, too.
function(remat_add_c_library name)
  cmake_parse_arguments(ARG "" "EXPORTS" "EMBED_LIBS;LINK_LIBS" ${ARGN})
  remat_add_library_of_archives(${name} ${ARG_EXPORTS})
  set(archives)
  set(dependencies)
  foreach(lib IN LISTS ARG_EMBED_LIBS)
    list(APPEND archives $<TARGET_FILE:${lib}>)
    get_target_property(imported ${lib} IMPORTED)
    # Imported ones would bring MLIR's component archives along.
    if(NOT imported)
      add_dependencies(${name} ${lib})
      list(APPEND dependencies ${lib})
    endif()
  endforeach()
  remat_map_link_libs(libs ${ARG_LINK_LIBS})
  target_link_libraries(${name}
    PRIVATE -Wl,--whole-archive ${archives} -Wl,--no-whole-archive
            ${dependencies} RematMLIR
    # Knows where MLIR's headers are, in C too.
    PUBLIC ${libs} RematLLVM)
  set_target_properties(${name} PROPERTIES
    SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR}
    VERSION ${PROJECT_VERSION})
  target_include_directories(${name} INTERFACE
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
    $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/include>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  # mlir-c/; the package adds the folder that MLIR has where it is used.
  target_include_directories(${name} SYSTEM INTERFACE
    "$<BUILD_INTERFACE:${MLIR_INCLUDE_DIRS}>")
  set_property(GLOBAL APPEND PROPERTY REMAT_TOOLS ${name})
  remat_install_module(${name} MLIR NAMELINK development)
endfunction()

# remat_add_loadable_library(NAME EXPORTS version-script EMBED_LIBS static
#                            libraries...)
#
# A shared library for C that is made of these static libraries and of what they
# reach, LLVM's archives included where there are some. It exports what the version
# script says, and is a part of the Python package.
function(remat_add_loadable_library name)
  cmake_parse_arguments(ARG "" "EXPORTS" "EMBED_LIBS" ${ARGN})
  remat_add_library_of_archives(${name} ${ARG_EXPORTS})
  set(archives)
  foreach(lib IN LISTS ARG_EMBED_LIBS)
    list(APPEND archives $<TARGET_FILE:${lib}>)
  endforeach()
  set_target_properties(${name} PROPERTIES
    REMAT_STATIC ${REMAT_CAN_LINK_STATICALLY})
  target_link_libraries(${name} PRIVATE
    -Wl,--whole-archive ${archives} -Wl,--no-whole-archive ${ARG_EMBED_LIBS})
  target_link_options(${name} PRIVATE -Wl,--gc-sections -Wl,--as-needed)
  if(REMAT_CAN_LINK_STATICALLY)
    target_link_options(${name} PRIVATE -static-libstdc++ -static-libgcc -s)
    install(FILES $<TARGET_FILE:${name}> DESTINATION remat/_bin
            COMPONENT python EXCLUDE_FROM_ALL)
  endif()
  set_property(GLOBAL APPEND PROPERTY REMAT_TOOLS ${name})
endfunction()

# remat_add_unittest(NAME sources... [LINK_LIBS libs...])
#
# A GoogleTest binary below unittests/ that lit finds and runs. Its name ends
# in "Tests".
function(remat_add_unittest name)
  cmake_parse_arguments(ARG "" "" "LINK_LIBS" ${ARGN})
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  set_target_properties(${name} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR})
  remat_map_link_libs(libs ${ARG_LINK_LIBS})
  target_link_libraries(${name} PRIVATE ${libs} GTest::gtest GTest::gtest_main)
  set_property(GLOBAL APPEND PROPERTY REMAT_UNITTESTS ${name})
endfunction()

# remat_add_benchmark(NAME sources... [LINK_LIBS libs...])
#
# A Google Benchmark binary of benchmarks/, built with REMAT_BUILD_BENCHMARKS
# as a part of the target remat-benchmarks. Its name ends in "-bench", and it has
# a main of its own (BENCHMARK_MAIN(), or one that looks for files).
function(remat_add_benchmark name)
  cmake_parse_arguments(ARG "" "" "LINK_LIBS" ${ARGN})
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  remat_map_link_libs(libs ${ARG_LINK_LIBS})
  target_link_libraries(${name} PRIVATE ${libs} benchmark::benchmark)
  add_dependencies(remat-benchmarks ${name})
endfunction()

# remat_add_fuzzer(NAME sources... [LINK_LIBS libs...])
#
# A libFuzzer target of unittests/fuzz/, built with the preset "fuzz" as a part
# of the target remat-fuzzers. Its name is remat-X-fuzzer; unittests/fuzz/X.dict
# and the seeds in unittests/fuzz/X-corpus/ are used if they are there.
function(remat_add_fuzzer name)
  cmake_parse_arguments(ARG "" "" "LINK_LIBS" ${ARGN})
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  remat_map_link_libs(libs ${ARG_LINK_LIBS})
  target_link_libraries(${name} PRIVATE ${libs})
  target_link_options(${name} PRIVATE -fsanitize=fuzzer)
  add_dependencies(remat-fuzzers ${name})
endfunction()
