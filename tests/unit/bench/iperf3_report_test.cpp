#include "app/bench/native/iperf3.h"

#include <catch2/catch.hpp>

using namespace evenkeel;
using namespace evenkeel::bench;

namespace {

const std::string kReport = R"({
  "start": {"version": "iperf 3.12"},
  "intervals": [
    {"sum": {"start": 0, "end": 0.1, "seconds": 0.1, "bytes": 147200, "packets": 100, "sender": false}},
    {"sum": {"start": 0.1, "end": 0.2, "seconds": 0.1, "bytes": 0, "packets": 0, "sender": false}},
    {"sum": {"start": 0.2, "end": 0.3, "seconds": 0.1, "bytes": 294400, "packets": 210, "sender": false}}],
  "end": {
    "sum": {"start": 0, "end": 0.3, "seconds": 0.3, "bytes": 441600, "lost_packets": 10, "packets": 310},
    "cpu_utilization_percent": {"host_total": 50, "host_user": 20, "host_system": 30, "remote_user": 1}}})";

}  // namespace

TEST_CASE("a report of iperf3 is read") {
  const auto report = parse_iperf3(kReport);
  REQUIRE(report);
  CHECK((*report).packets_sent == 310);
  CHECK((*report).packets_lost == 10);
  CHECK((*report).cpu_seconds == Approx(0.15));
  REQUIRE((*report).intervals.size() == 2);
  CHECK((*report).intervals[0].time == 100ms);
  CHECK((*report).intervals[0].packets == 100);
  CHECK((*report).intervals[1].time == 300ms);
  CHECK((*report).intervals[1].bytes == 294400);
}

TEST_CASE("an error that iperf3 names is passed on") {
  const auto report = parse_iperf3(R"({"start": {}, "error": "unable to connect to server"})");
  CHECK(report.error == "iperf3 failed: unable to connect to server.");
}

TEST_CASE("an invalid report gives a sentence") {
  for (const char* text : {"", "iperf3: error", "[]", "{}", "{\"end\": 5}", "{\"end\": {\"sum\": []}}", "{\"end\": "}) {
    CAPTURE(text);
    const auto report = parse_iperf3(text);
    CHECK_FALSE(report);
    CHECK_FALSE(report.error.empty());
  }
}

TEST_CASE("numbers that make no sense count as zero") {
  const auto report = parse_iperf3(
      R"({"intervals": [{"sum": {"end": -1, "bytes": 1e300}}, 5, {"sum": {"end": "x", "bytes": -5}}],
          "end": {"sum": {"packets": "many", "seconds": 1e99}, "cpu_utilization_percent": []}})");
  REQUIRE(report);
  CHECK((*report).packets_sent == 0);
  CHECK((*report).cpu_seconds == 0);
  CHECK((*report).intervals.empty());
}
