# make install PREFIX=: the program; libsenja as headers, archives and a pkg-config file.
include(GNUInstallDirs)
set(CMAKE_INSTALL_LIBDIR lib)

install(TARGETS senja RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(TARGETS senja_rules senja_contract senja_signature senja_model ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/senja DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})

# Paths relative to the file itself: the prefix is only known when installing.
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/senja.pc @ONLY CONTENT [[
prefix=${pcfiledir}/../..
libdir=${prefix}/@CMAKE_INSTALL_LIBDIR@
includedir=${prefix}/@CMAKE_INSTALL_INCLUDEDIR@

Name: senja
Description: @PROJECT_DESCRIPTION@
Version: @PROJECT_VERSION@
Requires: libcrypto re2
Cflags: -I${includedir} -std=c++23
Libs: -L${libdir} -lsenja_rules -lsenja_contract -lsenja_signature -lsenja_model
]])
install(FILES ${PROJECT_BINARY_DIR}/senja.pc DESTINATION lib/pkgconfig)
