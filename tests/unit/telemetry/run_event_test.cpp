#include "core/telemetry/run_event.h"

#include <catch2/catch.hpp>
#include <sstream>

#include "core/telemetry/csv_reader.h"

using namespace evenkeel;

TEST_CASE("every kind of event has a name of its own") {
  using Kind = RunEvent::Kind;
  for (const Kind kind :
       {Kind::parameter, Kind::algorithm, Kind::link, Kind::camera, Kind::call, Kind::note, Kind::problem})
    CHECK(run_event_kind(to_string(kind)) == kind);
  CHECK(to_string(Kind::problem) == "problem");
  CHECK_FALSE(run_event_kind("nothing"));
  CHECK_FALSE(run_event_kind(""));
}

TEST_CASE("events.csv quotes what needs it") {
  CHECK(event_csv_header() == "time [s],kind,flow,text\n");
  CHECK(event_csv_row({1234ms, RunEvent::Kind::parameter, "up", "ldcc.T_r = 80ms"}) ==
        "1.234,parameter,up,ldcc.T_r = 80ms\n");
  CHECK(event_csv_row({0s, RunEvent::Kind::link, {}, "capacity=1Mbps,delay=50ms"}) ==
        "0.000,link,,\"capacity=1Mbps,delay=50ms\"\n");
  CHECK(event_csv_row({-1s, RunEvent::Kind::note, {}, "say \"so\""}) == "-1.000,note,,\"say \"\"so\"\"\"\n");
}

TEST_CASE("events.csv is read back as it was written") {
  const char* texts[] = {"plain",        "",         "a,b",  "\"",       "\"\"",   "\"a\"", ",", "two\nlines",
                         "two\r\nlines", " spaces ", "a\"b", "\xC3\xA9", "\"\n,\""};
  std::string file = event_csv_header();
  int number = 0;
  for (const char* text : texts) file += event_csv_row({++number * 1ms, RunEvent::Kind::call, "up", text});
  std::istringstream stream(file);
  const CsvRows<RunEvent> read = read_events_csv(stream);
  CHECK(read.error.empty());
  CHECK_FALSE(read.cut);
  REQUIRE(read.rows.size() == std::size(texts));
  for (std::size_t i = 0; i < std::size(texts); ++i) {
    CHECK(read.rows[i].text == texts[i]);
    CHECK(read.rows[i].kind == RunEvent::Kind::call);
    CHECK(read.rows[i].flow == FlowName("up"));
    CHECK(read.rows[i].time == (static_cast<int>(i) + 1) * 1ms);
  }
}
