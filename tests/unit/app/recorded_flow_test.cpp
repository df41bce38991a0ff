#include "app/commands/recorded_flow.h"

#include <catch2/catch.hpp>

#include "core/telemetry/csv.h"
#include "temporary_folder.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

/// A row each of a flow that only receives and of one that sends.
std::string telemetry() {
  Sample receives;
  receives.flow = "down";
  Sample sends;
  sends.flow = "up";
  sends.target_bitrate_bps = 1e6;
  sends.propagation_delay_ms = 50;
  return csv_header() + csv_row(receives) + csv_row(sends);
}

}  // namespace

TEST_CASE("Of a recorded run the flow that sends is taken, with its packets and its buffer") {
  const TemporaryFolder folder;
  folder.write("telemetry.csv", telemetry());
  folder.write("packets.csv", packet_csv_header() + packet_csv_row({"up", 1, bytes(1200), 1s, 1050ms, 50ms}) +
                                  packet_csv_row({"down", 1, bytes(1200), 1s, 1050ms, 50ms}));
  folder.write("run.json", R"({"configuration":{"link":"capacity=1Mbps,buffer=200ms"}})");
  const auto flow = read_flow(folder.path(""), std::nullopt);
  INFO(flow.error);
  REQUIRE(flow);
  CHECK((*flow).name == FlowName("up"));
  CHECK((*flow).recorded.rows.size() == 1);
  CHECK((*flow).recorded.packets.size() == 1);
  REQUIRE((*flow).recorded.buffer);
  CHECK(std::get<Duration>(*(*flow).recorded.buffer) == 200ms);
}

TEST_CASE("A run without packets or link has neither, and one may ask for a flow by name") {
  const TemporaryFolder folder;
  folder.write("telemetry.csv", telemetry());
  folder.write("run.json", GENERATE(as<std::string>(), "", "[]", "{\"configuration\":{\"link\":5}}", "{}"));
  const auto flow = read_flow(folder.path(""), "down");
  REQUIRE(flow);
  CHECK((*flow).name == FlowName("down"));
  CHECK((*flow).recorded.packets.empty());
  CHECK_FALSE((*flow).recorded.buffer);
}

TEST_CASE("A run that cannot be used ends in a sentence") {
  const TemporaryFolder folder;
  CHECK_THAT(read_flow(folder.path("nowhere"), std::nullopt).error, Catch::Contains("nowhere/telemetry.csv"));
  folder.write("telemetry.csv", telemetry());
  CHECK_THAT(read_flow(folder.path(""), "sideways").error, Catch::Contains("'sideways'"));
  folder.write("packets.csv", "x\n");
  CHECK_THAT(read_flow(folder.path(""), "up").error, Catch::Contains("packets.csv"));
  folder.write("telemetry.csv", csv_header());
  CHECK_THAT(read_flow(folder.path(""), std::nullopt).error, Catch::Contains("no flow that sends"));
}
