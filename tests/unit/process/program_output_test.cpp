#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <catch2/catch.hpp>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "app/process/program_end.h"

using namespace evenkeel;

namespace {

struct End {
  int status;
  std::string said;  ///< on standard error
};

/// How a process ends that prints to `output` and would return `status`.
End end_of(int output, int status, const char* text) {
  std::fflush(nullptr);
  std::array<int, 2> errors{};
  REQUIRE(pipe(errors.data()) == 0);
  const pid_t child = fork();
  if (child == 0) {
    dup2(output, STDOUT_FILENO);
    dup2(errors[1], STDERR_FILENO);
    survive_broken_pipes();
    std::fputs(text, stdout);
    std::_Exit(end_program(status));
  }
  close(errors[1]);
  End end{};
  std::array<char, 400> bytes{};
  for (ssize_t n = 0; (n = read(errors[0], bytes.data(), bytes.size())) > 0;)
    end.said.append(bytes.data(), static_cast<std::size_t>(n));
  close(errors[0]);
  int status_of_child = 0;
  waitpid(child, &status_of_child, 0);
  end.status = WEXITSTATUS(status_of_child);
  return end;
}

}  // namespace

TEST_CASE("Output that finds no space is a failure that is said") {
  const int full = open("/dev/full", O_WRONLY | O_CLOEXEC);
  REQUIRE(full >= 0);
  const End good = end_of(full, 0, "a line\n");
  CHECK(good.status == 1);
  CHECK_THAT(good.said, Catch::StartsWith("Cannot write all of the output") && Catch::EndsWith("another place.\n"));
  CHECK(end_of(full, 2, "a line\n").status == 2);
  const std::string more_than_the_buffer(100'000, 'x');
  CHECK(end_of(full, 0, more_than_the_buffer.c_str()).status == 1);
  CHECK(end_of(full, 0, "").status == 0);
  close(full);
}

TEST_CASE("A reader of the output that ends is no failure") {
  std::array<int, 2> ends{};
  REQUIRE(pipe(ends.data()) == 0);
  close(ends[0]);
  const End end = end_of(ends[1], 0, "a line\n");
  CHECK(end.status == 0);
  CHECK(end.said.empty());
  close(ends[1]);
}
