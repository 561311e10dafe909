# Finds LLVM/MLIR 22 and repairs what Debian's packages export.

# A static binary must not pull in libz.so.
if(NOT MCFUSER_DYLIB)
  set(ZLIB_USE_STATIC_LIBS ON)
endif()
if(NOT MLIR_DIR AND EXISTS /usr/lib/llvm-22/lib/cmake/mlir)
  set(MLIR_DIR /usr/lib/llvm-22/lib/cmake/mlir CACHE PATH "MLIR's CMake package")
endif()
find_package(MLIR REQUIRED CONFIG)
if(NOT LLVM_VERSION_MAJOR EQUAL 22)
  message(FATAL_ERROR "expected LLVM and MLIR 22, but got ${LLVM_PACKAGE_VERSION}")
endif()
list(APPEND CMAKE_MODULE_PATH "${MLIR_CMAKE_DIR}" "${LLVM_CMAKE_DIR}")
include(TableGen)
include(AddLLVM)
include(AddMLIR)
include(HandleLLVMOptions)

include_directories(SYSTEM ${LLVM_INCLUDE_DIRS} ${MLIR_INCLUDE_DIRS})
include_directories(${CMAKE_CURRENT_SOURCE_DIR}/include ${CMAKE_CURRENT_BINARY_DIR}/include)
separate_arguments(MCFUSER_LLVM_DEFINITIONS NATIVE_COMMAND "${LLVM_DEFINITIONS}")
add_definitions(${MCFUSER_LLVM_DEFINITIONS})

if(NOT MCFUSER_DYLIB)
  # Every exported static MLIR target depends on the LLVM dylib; a link that
  # takes both ends with two copies of LLVM and a JIT that cannot find its
  # passes. Send those dependences to the static components instead.
  set(LLVM_LINK_LLVM_DYLIB OFF)
  add_library(mcfuser_llvm INTERFACE)
  llvm_map_components_to_libnames(_mcfuser_llvm_libs core support nvptxcodegen
    nvptxdesc nvptxinfo x86codegen x86desc x86info orcjit perfjitevents passes)
  target_link_libraries(mcfuser_llvm INTERFACE ${_mcfuser_llvm_libs})
  get_property(_mcfuser_mlir_libs GLOBAL PROPERTY MLIR_ALL_LIBS)
  foreach(_t IN LISTS MLIR_EXPORTED_TARGETS _mcfuser_mlir_libs)
    if(TARGET ${_t})
      get_target_property(_type ${_t} TYPE)
      get_target_property(_deps ${_t} INTERFACE_LINK_LIBRARIES)
      if(_type STREQUAL STATIC_LIBRARY AND _deps)
        list(REMOVE_ITEM _deps MLIR)
        list(TRANSFORM _deps REPLACE "^LLVM$" "mcfuser_llvm")
        set_target_properties(${_t} PROPERTIES INTERFACE_LINK_LIBRARIES "${_deps}")
      endif()
    endif()
  endforeach()
endif()
