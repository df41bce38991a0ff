# cmake -D SOURCE=FOLDER -D INPUT=commit.cpp.in -D OUTPUT=commit.cpp -P find_commit.cmake: writes the commit of the
# checkout into OUTPUT, if that changes it.
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
configure_file(${INPUT} ${OUTPUT} @ONLY)
