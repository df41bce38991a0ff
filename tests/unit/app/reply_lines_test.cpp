#include "app/call/reply_lines.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <catch2/catch.hpp>

using namespace evenkeel;

namespace {

struct Listener {
  Listener() { REQUIRE(pipe2(ends.data(), O_CLOEXEC) == 0); }
  ~Listener() {
    close(ends[0]);
    close(ends[1]);
  }
  void type(const std::string& text) {
    REQUIRE(write(ends[1], text.data(), text.size()) == static_cast<ssize_t>(text.size()));
  }
  void run(Duration length) {
    if (!lines) {
      lines.emplace(
          ends[0],
          [this](const std::string& code) {
            taken.push_back(code);
            return refusal;
          },
          [this](const std::string& text) { told.push_back(text); });
    }
    for (const LocalTime end = now + length; now < end; now += 50ms) lines->step(now);
  }

  std::array<int, 2> ends{};
  std::optional<ReplyLines> lines;
  std::vector<std::string> taken, told;
  std::string refusal;
  LocalTime now{1h};
};

}  // namespace

TEST_CASE("A line that may be a reply code is given on, and it is said what came of it") {
  Listener listener;
  listener.type("\n  r1.abc \n");
  listener.run(100ms);
  CHECK(listener.taken == std::vector<std::string>{"  r1.abc "});
  CHECK(listener.told == std::vector<std::string>{"reply code taken: looking for the caller"});
  listener.refusal = "It is damaged.";
  listener.type("r1.abc\n");
  listener.run(1s);
  CHECK(listener.told.back() == "It is damaged.");
}

TEST_CASE("A code that came in several lines is put together, and only what has no rest is refused") {
  Listener listener;
  listener.refusal = "It is damaged.";
  listener.type("> r1.abc\n> def\n");
  listener.run(100ms);
  CHECK(listener.told.empty());
  listener.refusal.clear();
  listener.type("> ghi\n");
  listener.run(2s);
  CHECK(listener.taken == std::vector<std::string>{"> r1.abc", "> r1.abc\n> def", "> r1.abc\n> def\n> ghi"});
  CHECK(listener.told == std::vector<std::string>{"reply code taken: looking for the caller"});
}

TEST_CASE("A link, or anything else, is distinguished from a reply code before anybody is asked") {
  Listener listener;
  listener.type("https://192.0.2.7:8443/#e1.AQDx\n");
  listener.run(2s);
  listener.type("help\n");
  listener.run(2s);
  CHECK(listener.taken.empty());
  REQUIRE(listener.told.size() == 2);
  CHECK(listener.told[0].starts_with("This is a link"));
  CHECK(listener.told[1].starts_with("This is no reply code"));
}

TEST_CASE("Garbage without end is refused once a second, and few lines at a time are looked at") {
  Listener listener;
  listener.refusal = "It is damaged.";
  std::string garbage;
  while (garbage.size() < 60'000) garbage += "r1.x\n";  // 12,000 lines
  listener.type(garbage);
  listener.run(3s);
  CHECK(listener.told.size() == 3);
  CHECK(listener.taken.size() <= 60 * ReplyLines::max_lines);
  CHECK(listener.taken.size() > 30 * ReplyLines::max_lines);
}
