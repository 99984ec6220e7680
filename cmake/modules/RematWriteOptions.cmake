# cmake -DRECORDS=Options.json -DLIST=Options.inc -DSETTERS=PlanOptions.h.inc
#       -P RematWriteOptions.cmake
#
# Writes what C++ and C read of include/remat/Support/Options.td, whose records
# llvm-tblgen dumped as RECORDS. LIST calls a macro for each option:
#
#   REMAT_<group>_OPTION(TYPE, MEMBER, NAME, DEFAULT, FLAGS, SETTER, DESCRIPTION)
#   REMAT_<group>_LIST_OPTION(TYPE, MEMBER, NAME, FLAGS, DESCRIPTION)
#
# FLAGS are modifiers of llvm::cl, and SETTER is the name as rematPlanOptionsSet...
# spells it. SETTERS declares these functions.
file(READ ${RECORDS} records)

# remat_get(OUT path...): a field of the records, as text.
function(remat_get out)
  string(JSON value GET "${records}" ${ARGN})
  set(${out} "${value}" PARENT_SCOPE)
endfunction()

# remat_write_setter(): the declaration of one function of the C API.
function(remat_write_setter)
  set(types
    "std::string" MlirStringRef
    "int" int
    "uint64_t" uint64_t
    "double" double
    "::mlir::remat::planner::Objective" RematObjective
    "::mlir::remat::planner::Reorder" RematReorder)
  list(FIND types "${type}" position)
  if(position EQUAL -1)
    message(FATAL_ERROR "the C API has no type for '${type}' of '${member}'")
  endif()
  math(EXPR position "${position} + 1")
  list(GET types ${position} c_type)
  file(APPEND ${SETTERS}
    "/// ${description}.\n"
    "MLIR_CAPI_EXPORTED void rematPlanOptionsSet${setter}(\n"
    "    RematPlanOptions options, ${c_type} ${member});\n")
endfunction()

# remat_write_option(RECORD MACRO): the macro call of one option.
function(remat_write_option record macro)
  remat_get(type ${record} type)
  remat_get(member ${record} cppName)
  remat_get(name ${record} argument)
  remat_get(default ${record} defaultValue)
  remat_get(flags ${record} additionalOptFlags)
  remat_get(description ${record} description)
  string(SUBSTRING ${member} 0 1 first)
  string(SUBSTRING ${member} 1 -1 rest)
  string(TOUPPER ${first} first)
  set(setter ${first}${rest})
  # A modifier that changes nothing: the default of cl::list or cl::opt.
  if(flags STREQUAL "" AND default STREQUAL "")
    set(flags "::llvm::cl::ZeroOrMore")
  elseif(flags STREQUAL "")
    set(flags "::llvm::cl::Optional")
  endif()
  string(REPLACE "\\" "\\\\" literal "${description}")
  string(REPLACE "\"" "\\\"" literal "${literal}")
  if(default STREQUAL "")
    file(APPEND ${LIST} "${macro}_LIST_OPTION(${type}, ${member}, \"${name}\", "
      "${flags}, \"${literal}\")\n")
  else()
    file(APPEND ${LIST} "${macro}_OPTION(${type}, ${member}, \"${name}\", "
      "${default}, ${flags}, ${setter}, \"${literal}\")\n")
  endif()
  if(macro MATCHES "GOAL|SEARCH")
    remat_write_setter()
  endif()
endfunction()

file(WRITE ${LIST} "// Made from Options.td; do not edit.\n"
  "#ifndef REMAT_OPTION\n#define REMAT_OPTION(...)\n#endif\n")
file(WRITE ${SETTERS} "/* Made from Options.td; do not edit. */\n")
string(JSON groups LENGTH "${records}" RematOptions groups)
math(EXPR last_group "${groups} - 1")
set(undefine "#undef REMAT_OPTION\n")
foreach(i RANGE ${last_group})
  remat_get(group RematOptions groups ${i} def)
  remat_get(kind ${group} group def)
  remat_get(macro ${kind} macroName)
  remat_get(falls_back ${kind} fallsBack)
  set(macro REMAT_${macro})
  set(otherwise "(...)")
  if(falls_back)
    set(otherwise " REMAT_OPTION")
  endif()
  file(APPEND ${LIST}
    "#ifndef ${macro}_OPTION\n#define ${macro}_OPTION${otherwise}\n#endif\n"
    "#ifndef ${macro}_LIST_OPTION\n#define ${macro}_LIST_OPTION(...)\n#endif\n")
  string(APPEND undefine "#undef ${macro}_OPTION\n#undef ${macro}_LIST_OPTION\n")
  string(JSON options LENGTH "${records}" ${group} members)
  math(EXPR last_option "${options} - 1")
  foreach(j RANGE ${last_option})
    remat_get(record ${group} members ${j} def)
    remat_write_option(${record} ${macro})
  endforeach()
endforeach()
file(APPEND ${LIST} "${undefine}")
