# Project wrappers around the LLVM build functions.
include_guard()
set_property(GLOBAL PROPERTY MCFUSER_LIBS "")

# Flags for our own code: warnings are errors only in CI, sanitizers only on our
# own objects (the installed LLVM is not instrumented).
function(mcfuser_compile_flags target)
  if(MCFUSER_PCH AND CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    # Without a time stamp ccache can keep the header between builds.
    target_compile_options(${target} PRIVATE
      "$<$<COMPILE_LANGUAGE:CXX>:SHELL:-Xclang -fno-pch-timestamp>")
  endif()
  target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-fno-exceptions>
    -Wall -Wextra -Wno-unused-parameter -Wno-missing-field-initializers)
  if(MCFUSER_WERROR)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
  if(MCFUSER_SANITIZE)
    target_compile_options(${target} PRIVATE -fsanitize=address,undefined
      -fno-sanitize=vptr,function -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_link_options(${target} PUBLIC -fsanitize=address,undefined)
  endif()
endfunction()

# mcfuser_add_library(NAME SRCS... [DEPENDS tablegen targets] [LINK_LIBS our libraries]
#                     [MLIR_LIBS MLIR libraries, for the self-contained link] [NO_MLIR] [NO_INSTALL])
# NO_MLIR: the library sees no MLIR header (Runtime). NO_INSTALL: it is a part of another one.
function(mcfuser_add_library name)
  cmake_parse_arguments(ARG "NO_MLIR;NO_INSTALL" "" "SRCS;DEPENDS;LINK_LIBS;MLIR_LIBS" ${ARGN})
  add_library(${name} STATIC ${ARG_SRCS} ${ARG_UNPARSED_ARGUMENTS})
  add_library(MCFuser::${name} ALIAS ${name})
  mcfuser_compile_flags(${name})
  target_include_directories(${name} INTERFACE $<INSTALL_INTERFACE:include>)
  if(ARG_DEPENDS)
    add_dependencies(${name} ${ARG_DEPENDS})
  endif()
  target_link_libraries(${name} PUBLIC ${ARG_LINK_LIBS})
  if(NOT ARG_NO_MLIR)
    if(TARGET mcfuser-headers)
      add_dependencies(${name} mcfuser-headers)
    endif()
    if(NOT MCFUSER_DYLIB)
      target_link_libraries(${name} PUBLIC ${ARG_MLIR_LIBS})
    endif()
    target_link_libraries(${name} PUBLIC mcfuser_llvm)
    if(MCFUSER_PCH AND TARGET mcfuser_pch)
      target_precompile_headers(${name} REUSE_FROM mcfuser_pch)
    endif()
    set_property(GLOBAL APPEND PROPERTY MCFUSER_LIBS ${name})
  endif()
  if(NOT ARG_NO_INSTALL)
    install(TARGETS ${name} EXPORT MCFuserTargets ARCHIVE DESTINATION lib)
  endif()
endfunction()

# A tool: an executable that is installed.
function(mcfuser_add_tool name)
  cmake_parse_arguments(ARG "" "" "SRCS;LINK_LIBS;MLIR_LIBS" ${ARGN})
  add_executable(${name} ${ARG_SRCS} ${ARG_UNPARSED_ARGUMENTS})
  mcfuser_compile_flags(${name})
  if(TARGET mcfuser-headers)
    add_dependencies(${name} mcfuser-headers)
  endif()
  target_link_libraries(${name} PRIVATE ${ARG_LINK_LIBS})
  target_link_libraries(${name} PRIVATE mcfuser_llvm)
  if(NOT MCFUSER_DYLIB)
    target_link_libraries(${name} PRIVATE ${ARG_MLIR_LIBS})
    target_link_options(${name} PRIVATE -fuse-ld=lld -Wl,--gc-sections -Wl,--as-needed
      -Wl,--icf=all -Wl,-O2 -static-libstdc++ -static-libgcc)
  endif()
  install(TARGETS ${name} EXPORT MCFuserTargets RUNTIME DESTINATION bin)
endfunction()

# Tablegen for one dialect folder: mcfuser_tablegen(target TD FLAGS...;OUT ...)
function(mcfuser_tablegen td out)
  set(LLVM_TARGET_DEFINITIONS ${td})
  mlir_tablegen(${out} ${ARGN})
  set(TABLEGEN_OUTPUT ${TABLEGEN_OUTPUT} PARENT_SCOPE)
endfunction()
