#include "app/process/program_end.h"

#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <chrono>
#include <cstdlib>
#include <string>
#include <thread>

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

namespace {

using std::chrono::milliseconds;

struct End {
  int status = 0;
  std::string said;
  milliseconds took{};
};

/// Of a process with promised work that takes so long.
End end_with_promise(milliseconds work, milliseconds patience) {
  int ends[2];
  REQUIRE(pipe(ends) == 0);
  const auto begin = std::chrono::steady_clock::now();
  const pid_t child = fork();
  if (child == 0) {
    dup2(ends[1], STDERR_FILENO);
    auto promise = std::make_unique<PromisedWork>(patience, "working");
    std::thread([work, promise = std::move(promise)] { std::this_thread::sleep_for(work); }).detach();
    std::exit(end_program(7));
  }
  close(ends[1]);
  End end;
  char part[256];
  for (ssize_t size = 0; (size = read(ends[0], part, sizeof part)) > 0;) end.said.append(part, std::size_t(size));
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  end.status = WEXITSTATUS(status);
  end.took = std::chrono::duration_cast<milliseconds>(std::chrono::steady_clock::now() - begin);
  return end;
}

}  // namespace

TEST_CASE("A program waits for promised work as long as that may take, and says so once") {
  const End end = end_with_promise(milliseconds(900), milliseconds(20000));
  CHECK(end.status == 7);
  CHECK(end.said == "working\n");
  CHECK(end.took >= milliseconds(900));
  CHECK(end.took < milliseconds(15000));
}

TEST_CASE("Promised work that is soon over is not spoken of, and none is waited for beyond its patience") {
  CHECK(end_with_promise(milliseconds(50), milliseconds(20000)).said.empty());
  const End end = end_with_promise(milliseconds(60000), milliseconds(100));
  CHECK(end.status == 7);
  CHECK(end.took < milliseconds(30000));
}

TEST_CASE("What was waited for before the end is waited for no longer at the end") {
  PromisedWork work(std::chrono::seconds(3));
  const std::chrono::steady_clock::duration none{};
  CHECK(work.waited(none) == none);
  work.wait_from_now();
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(5);
  while (work.waited(none) == none && std::chrono::steady_clock::now() < end) std::this_thread::yield();
  CHECK(work.waited(none) > none);
}

TEST_CASE("What is promised while the program waits for something else has all of its patience") {
  const PromisedWork late(std::chrono::seconds(3));
  CHECK(late.waited(std::chrono::hours(1)) < std::chrono::minutes(1));
}
