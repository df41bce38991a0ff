#include "app/process/program_end.h"

#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cstdlib>

using namespace evenkeel;

namespace {

/// The exit status of a process that ends as main() does; 99 where it went through exit().
int status_of_end(bool with_work_left) {
  const pid_t child = fork();
  if (child == 0) {
    std::atexit([] { std::_Exit(99); });
    if (with_work_left) new DetachedWork();
    std::exit(end_program(7));
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WEXITSTATUS(status);
}

}  // namespace

TEST_CASE("A program ends through exit(), but while work is left") {
  CHECK(status_of_end(false) == 99);
  CHECK(status_of_end(true) == 7);
}
