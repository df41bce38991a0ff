#include "app/process/program_end.h"

#include <boost/system/system_error.hpp>
#include <catch2/catch.hpp>
#include <new>
#include <system_error>

using namespace evenkeel;

TEST_CASE("What the machine has no more of is said in a sentence that names it") {
  const std::system_error thread(std::make_error_code(std::errc::resource_unavailable_try_again));
  const std::system_error descriptor(EMFILE, std::system_category(), "eventfd");
  const boost::system::system_error socket(EMFILE, boost::system::system_category(), "open");
  const std::bad_alloc memory;
  for (const std::exception* error :
       {static_cast<const std::exception*>(&thread), static_cast<const std::exception*>(&descriptor),
        static_cast<const std::exception*>(&socket), static_cast<const std::exception*>(&memory)}) {
    CHECK_THAT(exception_text(*error), Catch::StartsWith("This machine gives Evenkeel no more"));
  }
  CHECK_THAT(exception_text(socket), Catch::Contains("(Too many open files)"));
  CHECK_THAT(exception_text(memory), Catch::Contains("(Cannot allocate memory)"));
}

TEST_CASE("What nobody expected is to be reported") {
  CHECK(exception_text(std::runtime_error("the moon fell down")) ==
        "Evenkeel cannot go on (the moon fell down): please report how this came about.");
}
