# Install tree: headers, libraries, tools and the package that
# `find_package(MCFuser)` reads.
include(CMakePackageConfigHelpers)
install(DIRECTORY include/ ${CMAKE_CURRENT_BINARY_DIR}/include/ DESTINATION include
        FILES_MATCHING PATTERN "*.h" PATTERN "*.inc" PATTERN "*.td")
set(MCFUSER_CMAKE_DIR lib/cmake/MCFuser)
install(EXPORT MCFuserTargets NAMESPACE MCFuser:: DESTINATION ${MCFUSER_CMAKE_DIR})
install(EXPORT MCFuserCTargets NAMESPACE MCFuser:: DESTINATION ${MCFUSER_CMAKE_DIR})
configure_package_config_file(cmake/MCFuserConfig.cmake.in
  ${CMAKE_CURRENT_BINARY_DIR}/MCFuserConfig.cmake INSTALL_DESTINATION ${MCFUSER_CMAKE_DIR})
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/MCFuserConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/MCFuserConfig.cmake
              ${CMAKE_CURRENT_BINARY_DIR}/MCFuserConfigVersion.cmake
              cmake/MCFuserLLVM.cmake
        DESTINATION ${MCFUSER_CMAKE_DIR})
