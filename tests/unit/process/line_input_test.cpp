#include "app/process/line_input.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <catch2/catch.hpp>
#include <cstdio>

using namespace evenkeel;

namespace {

struct Pipe {
  Pipe() { REQUIRE(pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK) == 0); }
  ~Pipe() {
    close(ends[0]);
    end();
  }
  void put(const std::string& text) {
    REQUIRE(write(ends[1], text.data(), text.size()) == static_cast<ssize_t>(text.size()));
  }
  void end() {
    if (ends[1] >= 0) close(ends[1]);
    ends[1] = -1;
  }
  std::array<int, 2> ends{};
};

std::vector<std::string> lines_of(LineInput& input) {
  std::vector<std::string> lines;
  while (const auto line = input.take_line()) lines.push_back(*line);
  return lines;
}

using Lines = std::vector<std::string>;

}  // namespace

TEST_CASE("Lines come when they are complete, and nothing waits for them") {
  Pipe pipe;
  LineInput input(pipe.ends[0]);
  input.poll();
  CHECK_FALSE(input.take_line());
  pipe.put("one\r\n\ntw");
  input.poll();
  CHECK(lines_of(input) == Lines{"one", ""});
  pipe.put("o\nthree");
  input.poll();
  CHECK(lines_of(input) == Lines{"two"});
  CHECK_FALSE(input.ended());
  pipe.end();
  input.poll();
  CHECK(lines_of(input) == Lines{"three"});
  CHECK(input.ended());
  input.poll();
  CHECK_FALSE(input.take_line());
}

TEST_CASE("A line that is too long is cut, and the next one is whole") {
  Pipe pipe;
  LineInput input(pipe.ends[0]);
  pipe.put(std::string(10'000, 'a') + "\nb\n");
  Lines lines;
  for (int i = 0; i < 4; ++i) {
    input.poll();
    for (const std::string& line : lines_of(input)) lines.push_back(line);
  }
  CHECK(lines == Lines{std::string(LineInput::max_line, 'a'), "b"});
}

TEST_CASE("Of endless input so much is read as was asked for, and no more while lines wait to be taken") {
  Pipe pipe;
  LineInput input(pipe.ends[0]);
  pipe.put(std::string(20'000, '\n'));
  input.poll();
  input.poll();
  input.poll();
  CHECK(lines_of(input).size() == LineInput::max_read);
  input.poll();
  CHECK(lines_of(input).size() == LineInput::max_read);
}

TEST_CASE("A file that cannot be read has ended") {
  CHECK(LineInput(-1).ended());
  const int file = open("/", O_RDONLY | O_CLOEXEC);
  LineInput folder(file);
  folder.poll();
  CHECK(folder.ended());
  close(file);
}

TEST_CASE("What a script reads line by line is left to it, and so is what nobody types at") {
  std::FILE* file = std::tmpfile();
  REQUIRE(file != nullptr);
  std::fputs("a line\n", file);
  std::fflush(file);
  REQUIRE(lseek(fileno(file), 0, SEEK_SET) == 0);
  LineInput input(fileno(file));
  input.poll();
  CHECK(input.ended());
  CHECK_FALSE(input.take_line());
  CHECK(lseek(fileno(file), 0, SEEK_CUR) == 0);
  std::fclose(file);
  const int null = open("/dev/null", O_RDONLY | O_CLOEXEC);
  CHECK(LineInput(null).ended());
  close(null);
}

TEST_CASE("Lines come by a socket as well") {
  std::array<int, 2> ends{};
  REQUIRE(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) == 0);
  REQUIRE(write(ends[1], "one\n", 4) == 4);
  LineInput input(ends[0]);
  input.poll();
  CHECK(lines_of(input) == Lines{"one"});
  for (const int end : ends) close(end);
}

TEST_CASE("There is something to wait for until the end, also while lines are there to be taken") {
  Pipe pipe;
  LineInput input(pipe.ends[0]);
  CHECK(input.awaited() == pipe.ends[0]);
  pipe.put("one\ntwo");
  input.poll();
  CHECK(input.awaited() == pipe.ends[0]);
  CHECK(lines_of(input) == Lines{"one"});
  pipe.end();
  input.poll();
  lines_of(input);
  CHECK(input.awaited() == -1);
  CHECK(LineInput(open("/dev/null", O_RDONLY | O_CLOEXEC)).awaited() == -1);
}
