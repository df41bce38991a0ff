#include "gui/store/run_data.h"

#include <catch2/catch.hpp>

using namespace evenkeel;

namespace {

SampleStore store_of(std::initializer_list<const char*> flows) {
  SampleStore store;
  for (const char* flow : flows) {
    Sample sample;
    sample.time = std::chrono::milliseconds(100);
    sample.flow = flow;
    sample.send_bitrate_bps = 1;
    store.add(sample);
  }
  return store;
}

}  // namespace

TEST_CASE("A demo and a call are held against each other by direction") {
  const SampleStore demo = store_of({"a-b", "b-a"});
  const SampleStore call = store_of({"incoming", "outgoing"});
  CHECK(matching_flow(demo, "a-b") == FlowName("a-b"));
  CHECK(matching_flow(call, "a-b") == FlowName("outgoing"));
  CHECK(matching_flow(call, "b-a") == FlowName("incoming"));
  CHECK(matching_flow(demo, "incoming") == FlowName("b-a"));
  CHECK(matching_flow(demo, "outgoing") == FlowName("a-b"));
}

TEST_CASE("Flows with names of their own fall back to the first") {
  CHECK(matching_flow(store_of({"tcp", "video"}), "a-b") == FlowName("tcp"));
  CHECK(matching_flow(SampleStore(), "a-b") == FlowName("a-b"));
}
