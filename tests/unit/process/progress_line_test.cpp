#include "app/process/progress_line.h"

#include <poll.h>
#include <pty.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <array>
#include <catch2/catch.hpp>
#include <memory>

using namespace evenkeel;

namespace {

/// A terminal, and what a program has written to it.
class Terminal {
 public:
  explicit Terminal(unsigned short columns) {
    const winsize size{24, columns, 0, 0};
    int program = -1;
    if (openpty(&screen_, &program, nullptr, nullptr, &size) != 0) throw std::runtime_error("no pty");
    out_.reset(fdopen(program, "w"));
    std::setvbuf(out_.get(), nullptr, _IONBF, 0);
  }
  ~Terminal() { close(screen_); }
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  std::FILE* out() { return out_.get(); }
  /// What has come, in as many pieces as the kernel passes on; waits for no more than `expected` bytes.
  std::string text(std::size_t expected) {
    constexpr int timeout_ms = 5000;
    std::string all;
    std::array<char, 4096> piece{};
    pollfd screen{screen_, POLLIN, 0};
    while (poll(&screen, 1, all.size() < expected ? timeout_ms : 0) > 0) {
      const ssize_t got = read(screen_, piece.data(), piece.size());
      if (got <= 0) break;
      all.append(piece.data(), static_cast<std::size_t>(got));
    }
    return all;
  }

 private:
  int screen_ = -1;
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> out_{nullptr, std::fclose};
};

void check_shows(Terminal& terminal, const std::string& expected) { CHECK(terminal.text(expected.size()) == expected); }

}  // namespace

TEST_CASE("On a terminal the line is rewritten, and takes one row of it") {
  struct Row {
    unsigned short columns;
    std::string text;
    std::string shown;
  };
  const auto row = GENERATE(values<Row>({{80, "12 s, in a call", "12 s, in a call"},
                                         {80, std::string(200, 'x'), std::string(79, 'x')},
                                         {80, std::string(79, 'x'), std::string(79, 'x')},
                                         {80, std::string(80, 'x'), std::string(79, 'x')},
                                         {0, std::string(200, 'x'), std::string(79, 'x')},
                                         {5, "12 µs", "12 µ"},
                                         {1, "12 s", ""}}));
  CAPTURE(row.columns, row.text);
  Terminal terminal(row.columns);
  ProgressLine line(terminal.out());
  CHECK(line.on_terminal());
  line.draw(row.text);
  check_shows(terminal, "\r\033[K" + row.shown);
}

TEST_CASE("What happens gets a line of its own, in place of the one that is rewritten") {
  Terminal terminal(20);
  ProgressLine line(terminal.out());
  line.say("before");
  check_shows(terminal, "before\r\n");
  line.draw("1 s");
  line.say("a sentence that is longer than a row");
  check_shows(terminal, "\r\033[K1 s\r\033[Ka sentence that is longer than a row\r\n");
  line.draw("2 s");
  line.erase();
  line.erase();
  check_shows(terminal, "\r\033[K2 s\r\033[K");
}

TEST_CASE("Elsewhere there are only lines") {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::tmpfile(), std::fclose);
  ProgressLine line(file.get());
  CHECK_FALSE(line.on_terminal());
  line.draw("1 s");
  line.say("said");
  line.erase();
  std::rewind(file.get());
  char text[20]{};
  CHECK(std::fread(text, 1, sizeof text, file.get()) == 5);
  CHECK(std::string(text) == "said\n");
}
