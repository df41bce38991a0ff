#include "app/bench/native/control_protocol.h"

#include <catch2/catch.hpp>
#include <random>

using namespace evenkeel;
using namespace evenkeel::bench;

TEST_CASE("a request goes over and comes back") {
  const StartRequest sent{bytes(1500), megabits_per_second(500), 60s, 50us, 0xabcdef, "0123456789abcdef"};
  const auto read = parse_start(to_line(sent));
  REQUIRE(read);
  CHECK(read->packet == sent.packet);
  CHECK(read->rate == sent.rate);
  CHECK(read->duration == sent.duration);
  CHECK(read->resolution == sent.resolution);
  CHECK(read->test == sent.test);
  CHECK(read->clock == sent.clock);
}

TEST_CASE("requests beyond what a receiver takes are none") {
  CHECK(parse_start("start 1 1500 1000000 1000000000 0 5 -"));
  for (const char* line :
       {"", " ", "start", "start 1", "stop 1 1500 1000000 1000000000 0 5 -", "start 2 1500 1000000 1000000000 0 5 -",
        "start 1 35 1000000 1000000000 0 5 -", "start 1 1501 1000000 1000000000 0 5 -",
        "start 1 1500 100000000001 1000000000 0 5 -", "start 1 1500 1000000 3600000000001 0 5 -",
        "start 1 1500 1000000 1000000000 -1 5 -", "start 1 1500 1000000 1000000000 0 16777216 -",
        "start 1 1500 1000000 1000000000 0 5", "start 1 1500 1000000 1000000000 0 5 - more",
        "start 1 1500 1e6 1000000000 0 5 -", "start 1 1500 99999999999999999999999 1000000000 0 5 -",
        "start  1 1500 1000000 1000000000 0 5 -"}) {
    CAPTURE(line);
    CHECK_FALSE(parse_start(line));
  }
}

TEST_CASE("the receiver answers with a port or a sentence") {
  CHECK(*parse_ready(ready_line(4711)) == 4711);
  CHECK(parse_ready("refused Try another day.").error == "Try another day.");
  for (const char* line : {"", "ready", "ready 0", "ready 65536", "ready 1 2", "hello"}) {
    CAPTURE(line);
    CHECK_FALSE(parse_ready(line));
    CHECK_FALSE(parse_ready(line).error.empty());
  }
}

TEST_CASE("only printable text of the receiver is shown, and not much of it") {
  CHECK(parse_ready("refused \x1b[2JTry\r\t \x7f\xc3\xa4\x9b"
                    "another\n day.")
            .error == "[2JTry another day.");
  CHECK(parse_ready("refused " + std::string(10'000, 'x')).error == std::string(250, 'x'));
  CHECK(parse_ready("refused \x1b\x07").error == "The receiver refused the test: try another one.");
  CHECK(parse_ready("\x1b[2J").error.find('\x1b') == std::string::npos);
}

TEST_CASE("the end and the result go over and come back") {
  CHECK(parse_end(end_line(LocalTime(123456789ns))) == LocalTime(123456789ns));
  CHECK_FALSE(parse_end("end -5"));
  CHECK_FALSE(parse_end("alive"));
  const TestResult sent{1'000'000, 3, 2, true, 50us, 1000};
  const auto read = parse_result(to_line(sent));
  REQUIRE(read);
  CHECK(read->packets == 1'000'000);
  CHECK(read->reordered == 3);
  CHECK(read->dropped == 2);
  CHECK(read->same_clock);
  CHECK(read->resolution == 50us);
  CHECK(read->arrivals == 1000);
  CHECK_FALSE(parse_result("result 1 1 1 1 1 4000001"));
  CHECK_FALSE(parse_result("result 1 1 1 2 1 1"));
}

TEST_CASE("arrivals go over and come back") {
  const std::vector<Arrival> sent = {{0ns, 1500, 1}, {1234567ns, 66'000, 44}, {3600s, 1'000'000'000'000, 16'777'215}};
  const auto read = decode(encode(sent));
  REQUIRE(read);
  REQUIRE(read->size() == 3);
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK((*read)[i].time == sent[i].time);
    CHECK((*read)[i].bytes == sent[i].bytes);
    CHECK((*read)[i].packets == sent[i].packets);
  }
}

TEST_CASE("arrivals whose times fall or lie hours away are refused") {
  CHECK_FALSE(decode(encode({{2ms, 1, 1}, {1ms, 1, 1}})));
  CHECK_FALSE(decode(encode({{3h, 1, 1}})));
  CHECK_FALSE(decode(encode({{-1ns, 1, 1}})));
  CHECK_FALSE(decode(std::vector<std::uint8_t>(arrival_size + 1)));
  CHECK(decode(std::vector<std::uint8_t>())->empty());
}

TEST_CASE("a stamp stands in the first bytes of a packet") {
  std::vector<std::uint8_t> packet(20, 0xff);
  write_stamp({0xabcdef, (std::int64_t{1} << 40) - 2}, packet);
  const auto stamp = read_stamp(packet);
  REQUIRE(stamp);
  CHECK(stamp->test == 0xabcdef);
  CHECK(stamp->sequence == (std::int64_t{1} << 40) - 2);
  CHECK(packet[8] == 0xff);
  CHECK_FALSE(read_stamp(std::span(packet).first(7)));
  std::array<std::uint8_t, 7> small{};
  write_stamp({1, 1}, small);
  CHECK(small == std::array<std::uint8_t, 7>{});
}

TEST_CASE("values from the network are refused or within bounds") {
  std::mt19937 random(7);
  const std::string letters = "start end result ready alive 0123456789-. \t";
  for (int round = 0; round < 20'000; ++round) {
    std::string line = round % 2 == 0 ? "start 1 " : "result ";
    for (auto n = random() % 60; n > 0; --n) line += letters[random() % letters.size()];
    if (const auto request = parse_start(line)) CHECK(request->packet <= bytes(1500));
    if (const auto result = parse_result(line)) CHECK(result->arrivals <= 4'000'000);
    parse_ready(line);
    parse_end(line);
  }
}
