# A tool that runs where no LLVM is installed.
#
# The rooms' libraries link "RematMLIR" and "RematLLVM" in place of MLIR's and
# LLVM's shared libraries. What those are is asked of the program at the end of
# the chain: one with the property REMAT_STATIC gets the component archives, any
# other the shared libraries, and none gets both. So one set of object files
# serves both kinds.

# remat_list_archives(OUT FIRST_PATTERN libs...): the archives of those imported
# targets that are static libraries.
function(remat_list_archives out)
  set(archives)
  foreach(lib IN LISTS ARGN)
    # MLIR's own tests and C API have no place in a tool.
    if(NOT TARGET ${lib} OR lib MATCHES "^MLIR(CAPI|Test)|Test(Passes)?$")
      continue()
    endif()
    get_target_property(type ${lib} TYPE)
    get_target_property(archive ${lib} LOCATION)
    if(type STREQUAL "STATIC_LIBRARY" AND EXISTS "${archive}")
      list(APPEND archives ${archive})
    endif()
  endforeach()
  list(REMOVE_DUPLICATES archives)
  set(${out} "${archives}" PARENT_SCOPE)
endfunction()

get_property(remat_mlir_libs GLOBAL PROPERTY MLIR_ALL_LIBS)
remat_list_archives(REMAT_MLIR_ARCHIVES ${remat_mlir_libs})
remat_list_archives(REMAT_LLVM_ARCHIVES ${LLVM_AVAILABLE_LIBS})

# What LLVM's support library was built with. The archives of these two come
# with zlib1g-dev and libzstd-dev; without them the tool needs the shared ones.
find_library(REMAT_ZLIB NAMES libz.a z)
find_library(REMAT_ZSTD NAMES libzstd.a zstd libzstd.so.1)
mark_as_advanced(REMAT_ZLIB REMAT_ZSTD)

set(REMAT_CAN_LINK_STATICALLY OFF)
if(REMAT_MLIR_ARCHIVES AND REMAT_LLVM_ARCHIVES AND REMAT_ZLIB AND REMAT_ZSTD)
  set(REMAT_CAN_LINK_STATICALLY ON)
endif()

set(remat_static "$<BOOL:$<TARGET_PROPERTY:REMAT_STATIC>>")

add_library(RematStaticMLIR INTERFACE)
target_link_libraries(RematStaticMLIR INTERFACE
  -Wl,--start-group ${REMAT_MLIR_ARCHIVES} ${REMAT_LLVM_ARCHIVES}
  -Wl,--end-group ${REMAT_ZLIB} ${REMAT_ZSTD} rt dl m)

# Who links an installed Remat gets the shared libraries: the archives are named
# by path.
foreach(lib LLVM MLIR)
  add_library(Remat${lib} INTERFACE)
  target_link_libraries(Remat${lib} INTERFACE
    $<BUILD_INTERFACE:$<IF:${remat_static},RematStaticMLIR,${lib}>>
    $<INSTALL_INTERFACE:${lib}>)
  # The package adds the folders that MLIR has where it is used.
  target_include_directories(Remat${lib} SYSTEM INTERFACE
    "$<BUILD_INTERFACE:${LLVM_INCLUDE_DIRS}>"
    "$<BUILD_INTERFACE:${MLIR_INCLUDE_DIRS}>")
  target_compile_features(Remat${lib} INTERFACE cxx_std_17)
  remat_install_library(Remat${lib})
endforeach()

# remat_map_link_libs(OUT libs...): these with MLIR and LLVM replaced.
function(remat_map_link_libs out)
  set(libs ${ARGN})
  list(TRANSFORM libs REPLACE "^(MLIR|LLVM)$" "Remat\\1")
  set(${out} "${libs}" PARENT_SCOPE)
endfunction()

# remat_add_static_tool(NAME TOOL sources...): the tool once more, under this
# target name and as bin/static/TOOL, with all but the C library inside and
# nothing in it that is not reached; with these sources besides its own. Not
# built by default: it takes a second and 100 MB.
function(remat_add_static_tool name tool)
  get_target_property(sources ${tool} SOURCES)
  get_target_property(libs ${tool} LINK_LIBRARIES)
  add_executable(${name} EXCLUDE_FROM_ALL ${sources} ${ARGN})
  set_target_properties(${name} PROPERTIES
    REMAT_STATIC ON
    OUTPUT_NAME ${tool}
    RUNTIME_OUTPUT_DIRECTORY ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/static)
  target_link_libraries(${name} PRIVATE ${libs})
  target_link_options(${name} PRIVATE
    -static-libstdc++ -static-libgcc -Wl,--gc-sections -Wl,--as-needed -s)
endfunction()
