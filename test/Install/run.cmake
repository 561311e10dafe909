# ctest: installs the build, then configures, builds and runs the project beside this
# file against the install tree. Needs BUILD_DIR, WORK_DIR, CXX, C, INPUT, PIPELINE, EXAMPLES.
file(REMOVE_RECURSE ${WORK_DIR})
function(run)
  execute_process(COMMAND ${ARGV} RESULT_VARIABLE status OUTPUT_VARIABLE out ERROR_VARIABLE out)
  if(NOT status EQUAL 0)
    list(JOIN ARGV " " command)
    message(FATAL_ERROR "${command} failed (${status})\n${out}")
  endif()
  set(out "${out}" PARENT_SCOPE)
endfunction()
run(${CMAKE_COMMAND} --install ${BUILD_DIR} --prefix ${WORK_DIR}/prefix)
run(${CMAKE_COMMAND} -G Ninja -S ${CMAKE_CURRENT_LIST_DIR} -B ${WORK_DIR}/build
    -DCMAKE_PREFIX_PATH=${WORK_DIR}/prefix -DCMAKE_C_COMPILER=${C} -DCMAKE_CXX_COMPILER=${CXX}
    -DCMAKE_EXE_LINKER_FLAGS=-fuse-ld=lld)
run(${CMAKE_COMMAND} --build ${WORK_DIR}/build)
run(${WORK_DIR}/build/consumer ${INPUT} ${PIPELINE})
message("${out}")
# The C example, which needs no MLIR.
run(${CMAKE_COMMAND} -G Ninja -S ${EXAMPLES}/c_api -B ${WORK_DIR}/build-c
    -DCMAKE_PREFIX_PATH=${WORK_DIR}/prefix -DCMAKE_C_COMPILER=${C}
    -DCMAKE_DISABLE_FIND_PACKAGE_MLIR=ON "-DCMAKE_C_FLAGS=-Wall -Wextra -pedantic -Werror")
run(${CMAKE_COMMAND} --build ${WORK_DIR}/build-c)
run(${WORK_DIR}/build-c/fuse ${EXAMPLES}/gemm_chain.mlir)
message("${out}")
if(NOT out MATCHES "one launch of one kernel")
  message(FATAL_ERROR "expected the example to say that its function is one launch")
endif()
# Nothing of the build's own flags may reach a user.
foreach(targets MCFuserTargets MCFuserCTargets)
  file(STRINGS ${WORK_DIR}/prefix/lib/cmake/MCFuser/${targets}.cmake leaks
       REGEX "pch|fno-exceptions|-Wall|${BUILD_DIR}")
  if(leaks)
    message(FATAL_ERROR "the exported targets carry flags or paths of the build: ${leaks}")
  endif()
endforeach()
file(REMOVE_RECURSE ${WORK_DIR})
