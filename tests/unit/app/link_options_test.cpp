#include "app/cli/link_options.h"

#include <catch2/catch.hpp>

#include "temporary_folder.h"

using namespace evenkeel;
using namespace evenkeel::test;

TEST_CASE("A link is what its keys say, and keeps the rest") {
  const auto link = parse_link("capacity=2.5Mbps,delay=50ms,buffer=300ms,loss=0%,jitter=2ms", {});
  REQUIRE(link);
  CHECK(link.value->capacity.rate_at(0s) == megabits_per_second(2.5));
  CHECK(link.value->propagation_delay == 50ms);
  CHECK(std::get<Duration>(link.value->buffer) == 300ms);
  CHECK(std::holds_alternative<NoLoss>(link.value->loss));
  CHECK(link.value->jitter_sigma == 2ms);

  const auto only = parse_link("buffer=90kB", default_link());
  REQUIRE(only);
  CHECK(std::get<DataSize>(only.value->buffer) == bytes(90'000));
  CHECK(only.value->capacity.rate_at(0s) == megabits_per_second(2.5));
  CHECK(only.value->propagation_delay == 50ms);
}

TEST_CASE("Losses are independent unless they come in bursts") {
  const auto independent = parse_link("loss=2%", {});
  REQUIRE(independent);
  CHECK(std::get<IndependentLoss>(independent.value->loss).probability == Approx(0.02));
  for (const auto text : {"loss=2%,burst=4", "burst=4,loss=2%"}) {
    const auto bursts = parse_link(text, {});
    REQUIRE(bursts);
    const auto& model = std::get<GilbertElliottLoss>(bursts.value->loss);
    CHECK(model.bad_to_good == Approx(0.25));
    CHECK(model.good_to_bad / (model.good_to_bad + model.bad_to_good) == Approx(0.02));
  }
  CHECK(std::holds_alternative<NoLoss>(parse_link("loss=0%,burst=4", {}).value->loss));
}

TEST_CASE("What is no link is refused with the right form") {
  struct Row {
    const char* text;
    const char* form;
  };
  const auto row = GENERATE(values<Row>({
      {"", "KEY=VALUE"},
      {"2.5Mbps", "capacity=2.5Mbps,delay=50ms"},
      {"capacity=2.5Mbps,", "KEY=VALUE"},
      {"capacity=2500", "has no unit"},
      {"capacity=2,5Mbps", "a comma where a point belongs"},
      {"delay=20ms,capacity=2,5Mbps,loss=1%", "a comma where a point belongs"},
      {"capacity=0bps", "above 0"},
      {"delay=50", "has no unit"},
      {"delay=-1ms", "negative"},
      {"buffer=300", "300ms or a size as 90kB"},
      {"buffer=1.5B", "300ms or a size as 90kB"},
      {"loss=0.01", "has no unit"},
      {"loss=100%", "below 100%"},
      {"burst=0.5", "at least 1"},
      {"burst=many", "not a number"},
      {"delay=5ms,burst=4", "burst needs a loss: write loss=1%,burst=4."},
      {"jitter=", "time"},
      {"mark=soon", "time"},
      {"capacity=1Mbps,delay=5ms,capacity=2Mbps", "'capacity' is given more than once"},
      {"speed=3Mbps", "capacity, delay, buffer, loss, burst, jitter, mark, scatter, late"},
      {"=3Mbps", "capacity, delay, buffer, loss, burst, jitter, mark"},
      {"late=101%", "more than 100%"},
      {"late-by=5ms", "write late=1%,late-by=10ms."},
      {"duplicates=200%", "more than 100%"},
      {"dip=12ms", "write dip=12ms,dip-every=15s,dip-length=30ms."},
      {"dip-every=15s,dip-length=30ms", "write dip=12ms,dip-every=15s,dip-length=30ms."},
      {"mtu=500B", "at least 576B"},
      {"mtu=1200", "size"},
      {"rebind=soon", "time"},
  }));
  INFO(row.text);
  const auto link = parse_link(row.text, {});
  REQUIRE_FALSE(link);
  CHECK_THAT(link.error, Catch::Contains(row.form));
  CHECK(is_one_sentence(link.error));
}

TEST_CASE("A schedule is times and rates") {
  const auto schedule = parse_schedule("0s:2.5Mbps,40s:1Mbps,80s:0bps");
  REQUIRE(schedule);
  CHECK(schedule.value->rate_at(39s) == megabits_per_second(2.5));
  CHECK(schedule.value->rate_at(41s) == megabits_per_second(1));
  CHECK(schedule.value->rate_at(81s) == DataRate());
  for (const auto text : {"", "40s", "0s:1Mbps,", "0:1Mbps", "0s:1", "1Mbps:0s", "0s=1Mbps"}) {
    CAPTURE(text);
    const auto wrong = parse_schedule(text);
    CHECK_FALSE(wrong);
    CHECK(is_one_sentence(wrong.error));
  }
}

TEST_CASE("A schedule with a time twice, or out of order, is refused by that time") {
  const auto twice = parse_schedule("0s:1Mbps,40s:2Mbps,60s:1Mbps,40s:3Mbps");
  CHECK(twice.error == "the schedule has two rates for 40s: leave one out.");
  CHECK(parse_schedule("5s:1Mbps,5000ms:1Mbps").error == "the schedule has two rates for 5s: leave one out.");
  const auto unsorted = parse_schedule("0s:1Mbps,1min:2Mbps,40s:3Mbps");
  CHECK(unsorted.error == "the schedule has 40s after 60s: put the times in order.");
}

TEST_CASE("A trace is read, or told why not") {
  const TemporaryFolder folder;
  const auto trace = read_trace(folder.write("good", "10\n20\n30\n"));
  REQUIRE(trace);
  CHECK(trace.value->rate_at(60s).kbps() == Approx(1203).epsilon(0.02));
  const auto missing = read_trace(folder.path("missing"));
  REQUIRE_FALSE(missing);
  CHECK_THAT(missing.error, Catch::Contains(folder.path("missing")) && Catch::Contains("No such file"));
  const auto wrong = read_trace(folder.write("wrong", "10\nten\n"));
  REQUIRE_FALSE(wrong);
  CHECK_THAT(wrong.error, Catch::Contains("line 2"));
  const auto empty = read_trace(folder.write("empty", ""));
  REQUIRE_FALSE(empty);
  const auto directory = read_trace(folder.path(""));
  REQUIRE_FALSE(directory);
  for (const auto& error : {missing.error, wrong.error, empty.error, directory.error}) {
    CAPTURE(error);
    CHECK(is_one_sentence(error));
  }
}

TEST_CASE("A link marks only where it is set to") {
  CHECK_FALSE(parse_link("jitter=2ms", {}).value->mark_above);
  CHECK(parse_link("mark=20ms", {}).value->mark_above == 20ms);
}

TEST_CASE("A link reorders, repeats, dips, refuses sizes and changes the NAT's mapping as its keys say") {
  const auto link = parse_link(
      "scatter=20ms,late=2%,late-by=30ms,duplicates=1%,dip=12ms,dip-every=15s,dip-length=30ms,mtu=1130B,rebind=20s",
      {});
  REQUIRE(link.error == "");
  CHECK(link.value->reordering.scatter == 20ms);
  CHECK(link.value->reordering.late_share == Approx(0.02));
  CHECK(link.value->reordering.late_by == 30ms);
  CHECK(link.value->duplicates == Approx(0.01));
  CHECK(link.value->dips.delay == 12ms);
  CHECK(link.value->dips.every == 15s);
  CHECK(link.value->dips.length == 30ms);
  CHECK(link.value->mtu == bytes(1130));
  CHECK(link.value->rebind_every == 20s);
  CHECK_FALSE(parse_link("late=0%", {}).value->reordering.exists());
  CHECK_FALSE(parse_link("jitter=2ms", {}).value->mtu);
}

TEST_CASE("A link of the window is described as --link takes it") {
  const LinkSettings link{kilobits_per_second(1500), 25ms, 250ms, 0.015, 3ms};
  const auto parsed = parse_link(link_text(link), {});
  REQUIRE(parsed.error == "");
  CHECK(parsed.value->capacity.rate_at(Duration::zero()) == link.capacity);
  CHECK(parsed.value->propagation_delay == link.delay);
  CHECK(std::get<Duration>(parsed.value->buffer) == link.buffer);
  CHECK(std::get<IndependentLoss>(parsed.value->loss).probability == Approx(link.loss));
  CHECK(parsed.value->jitter_sigma == link.jitter);
}
