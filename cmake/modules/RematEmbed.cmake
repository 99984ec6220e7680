# remat_embed(OUT FILES...)
#
# Makes a C++ file, named in the variable OUT, that has the text of each file as
#
#   extern const llvm::StringLiteral k<Name><Extension>
#
# in namespace mlir::remat::assets: page.css is kPageCss, charts.js kChartsJs. It
# is made again when a file changes.
function(remat_embed out)
  set(result ${CMAKE_CURRENT_BINARY_DIR}/Embedded.cpp)
  set(files)
  foreach(file IN LISTS ARGN)
    get_filename_component(path ${file} ABSOLUTE)
    list(APPEND files ${path})
  endforeach()
  set(script ${PROJECT_SOURCE_DIR}/cmake/modules/RematEmbedFiles.cmake)
  add_custom_command(OUTPUT ${result}
    COMMAND ${CMAKE_COMMAND} "-DOUT=${result}" "-DFILES=${files}" -P ${script}
    DEPENDS ${files} ${script}
    COMMENT "Embedding files in ${result}"
    VERBATIM)
  # Tools that read sources need it, too.
  cmake_path(GET CMAKE_CURRENT_BINARY_DIR STEM name)
  add_custom_target(remat-embed-${name} DEPENDS ${result})
  add_dependencies(remat-headers remat-embed-${name})
  set(${out} ${result} PARENT_SCOPE)
endfunction()
