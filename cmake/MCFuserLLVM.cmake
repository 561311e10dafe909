# What our libraries link of LLVM and MLIR, as one target `mcfuser_llvm`. Used by the
# build and, installed, by MCFuserConfig.cmake. Expects MLIR's package to be loaded
# and MCFUSER_DYLIB to be set. The target is imported, so an export may name it.
if(TARGET mcfuser_llvm)
  return()
endif()
add_library(mcfuser_llvm INTERFACE IMPORTED GLOBAL)
set_property(TARGET mcfuser_llvm PROPERTY INTERFACE_INCLUDE_DIRECTORIES
  ${LLVM_INCLUDE_DIRS} ${MLIR_INCLUDE_DIRS})
if(MCFUSER_DYLIB)
  set_property(TARGET mcfuser_llvm PROPERTY INTERFACE_LINK_LIBRARIES MLIR LLVM)
else()
  # Every exported static MLIR target depends on the LLVM dylib; a link that
  # takes both ends with two copies of LLVM and a JIT that cannot find its
  # passes. Send those dependences to the static components instead.
  set(LLVM_LINK_LLVM_DYLIB OFF)
  llvm_map_components_to_libnames(_mcfuser_llvm_libs core support nvptxcodegen
    nvptxdesc nvptxinfo x86codegen x86desc x86info orcjit perfjitevents passes)
  set_property(TARGET mcfuser_llvm PROPERTY INTERFACE_LINK_LIBRARIES ${_mcfuser_llvm_libs})
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
  # LLVMSupport asks for libzstd.so; the archive stands beside it.
  find_library(MCFUSER_ZSTD_STATIC libzstd.a)
  get_target_property(_deps LLVMSupport INTERFACE_LINK_LIBRARIES)
  if(MCFUSER_ZSTD_STATIC AND _deps)
    list(TRANSFORM _deps REPLACE "^zstd::libzstd_shared$" "${MCFUSER_ZSTD_STATIC}")
    set_target_properties(LLVMSupport PROPERTIES INTERFACE_LINK_LIBRARIES "${_deps}")
  endif()
endif()
