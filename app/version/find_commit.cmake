# cmake -D SOURCE=FOLDER -D INPUT=commit.cpp.in -D OUTPUT=commit.cpp -P find_commit.cmake: writes the commit of the
# checkout, or of the archive, into OUTPUT, if that changes it.
set(COMMIT "")
if(EXISTS ${SOURCE}/.git)  # of a folder above: another project's
  find_program(GIT git)
endif()
if(GIT)
  # As root in somebody else's checkout (sudo app/run) as well; without a lock that would disturb whoever commits.
  execute_process(
    COMMAND ${GIT} --no-optional-locks -c safe.directory=${SOURCE} -C ${SOURCE}
      describe --always --exclude * --abbrev=12 --dirty=-modified
    OUTPUT_VARIABLE COMMIT OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
if(NOT COMMIT)
  # `git archive` writes it there; in a checkout it is a placeholder.
  file(STRINGS ${CMAKE_CURRENT_LIST_DIR}/archived_commit COMMIT REGEX "^[0-9a-f]+$" LIMIT_COUNT 1)
  string(SUBSTRING "${COMMIT}" 0 12 COMMIT)
endif()
configure_file(${INPUT} ${OUTPUT} @ONLY)
