# Debian 12's packages, each under one name.
find_package(OpenSSL 3 REQUIRED)
find_package(SQLite3 3.40 REQUIRED)
find_package(Boost 1.81 REQUIRED COMPONENTS json)
find_package(spdlog REQUIRED)
find_package(fmt REQUIRED)
find_package(prometheus-cpp REQUIRED COMPONENTS core)
find_package(tomlplusplus REQUIRED)
find_package(CLI11 REQUIRED)
find_package(ZLIB REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(re2 REQUIRED IMPORTED_TARGET re2)

if(SENJA_TESTS)
  find_package(GTest REQUIRED)
  find_package(rapidcheck REQUIRED)
  find_package(valijson REQUIRED)  # a second opinion on schemas
  # One main and one precompiled header for all test programs.
  add_library(senja_test_main INTERFACE)
  target_link_libraries(senja_test_main INTERFACE senja_build GTest::gtest GTest::gtest_main GTest::gmock rapidcheck)
endif()
if(SENJA_BENCH)
  find_package(benchmark REQUIRED)
endif()
