# A room is a library with named sources and the rooms and libraries it may use; its tests are one program.
#
#   senja_room(NAME rules SOURCES decide.cc USES senja_model)
#   senja_room_test(NAME rules SOURCES decide_test.cc USES senja_contract)
include(CTest)
find_package(Threads REQUIRED)

add_library(senja_build INTERFACE)
target_compile_options(senja_build INTERFACE -Wall -Wextra -Werror -Wnon-virtual-dtor -Woverloaded-virtual -Wimplicit-fallthrough)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # GCC 12 warns falsely of these inside the standard library at -O2 (GCC bugs 105329, 105562, 107138).
  target_compile_options(senja_build INTERFACE -Wno-restrict -Wno-maybe-uninitialized)
endif()
target_include_directories(senja_build INTERFACE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/include)
if(SENJA_SANITIZE)
  target_compile_options(senja_build INTERFACE -fsanitize=${SENJA_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(senja_build INTERFACE -fsanitize=${SENJA_SANITIZE})
endif()

function(senja_room)
  cmake_parse_arguments(ROOM "" "NAME" "SOURCES;USES" ${ARGN})
  foreach(s ${ROOM_SOURCES}) # DRAFT
    if(NOT EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/${s}) # DRAFT
      message(WARNING "draft: ${ROOM_NAME} lacks ${s}") # DRAFT
      list(REMOVE_ITEM ROOM_SOURCES ${s}) # DRAFT
    endif() # DRAFT
  endforeach() # DRAFT
  add_library(senja_${ROOM_NAME} STATIC ${ROOM_SOURCES})
  target_link_libraries(senja_${ROOM_NAME} PUBLIC senja_build ${ROOM_USES})
endfunction()

# Everything but net/ and app/ also runs under the sanitizers: CORE marks those programs.
set_property(GLOBAL PROPERTY SENJA_CORE_TESTS "")
function(senja_room_test)
  cmake_parse_arguments(ROOM "CORE" "NAME;TIMEOUT" "SOURCES;USES" ${ARGN})
  if(NOT SENJA_TESTS)
    return()
  endif()
  foreach(s ${ROOM_SOURCES}) # DRAFT
    if(NOT EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/${s}) # DRAFT
      message(WARNING "draft: ${ROOM_NAME}_test lacks ${s}") # DRAFT
      return() # DRAFT
    endif() # DRAFT
  endforeach() # DRAFT
  add_executable(${ROOM_NAME}_test ${ROOM_SOURCES})
  target_link_libraries(${ROOM_NAME}_test PRIVATE ${ROOM_USES} senja_test_main)
  add_test(NAME ${ROOM_NAME} COMMAND ${ROOM_NAME}_test)
  if(NOT ROOM_TIMEOUT)
    set(ROOM_TIMEOUT 300)
  endif()
  set_tests_properties(${ROOM_NAME} PROPERTIES TIMEOUT ${ROOM_TIMEOUT})
  if(ROOM_CORE)
    set_property(GLOBAL APPEND PROPERTY SENJA_CORE_TESTS ${ROOM_NAME}_test)
    set_tests_properties(${ROOM_NAME} PROPERTIES LABELS core)
  endif()
endfunction()
