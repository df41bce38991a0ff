#include "app/lab/claims/judge.h"
#include "app/lab/closed_loop/greedy_encoder.h"
#include "app/lab/closed_loop/simulation.h"
#include "app/lab/record/run_record.h"
#include "app/lab/scenarios/builders.h"
#include "app/lab/scenarios/catalogue.h"
#include "app/lab/scenarios/rfc8867/mobile.h"

// One call three times: in virtual time over the emulated link, in ns-3, and for real over the same emulated link. The
// third cannot be had of a simulator: tests/reproduce makes the call and puts its run folder beside the others. The two
// others always have more to send, as a VP8 encoder on a moving picture has: the frames of RFC 8593's model vary more
// than its, and LDCC's rate term, which is biased by what frames do to the queue, then ends at 14 ms less of it.

namespace evenkeel::lab {
namespace {

constexpr Duration length = 120s;
constexpr DataRate capacity = kilobits_per_second(2500);
constexpr Duration delay = 50ms;
constexpr Duration buffer = 300ms;
constexpr const char* flow_name = "call";
constexpr DataSize packet = bytes(1228);  // of a real call: RTP packets of 1200 bytes

const RateLimits limits{kilobits_per_second(1000), kilobits_per_second(50), megabits_per_second(8)};

void run_closed_loop(std::uint64_t, RunWriter& out) {
  using namespace closed_loop;
  Simulation simulation(constant_link(capacity, delay, buffer), constant_link(DataRate::unlimited(), delay, buffer));
  FlowConfig config;
  config.limits = limits;
  config.max_packet_size = static_cast<std::size_t>(packet.bytes()) - 28;
  GreedyEncoderConfig encoder;
  encoder.unit = packet - bytes(70);  // headers
  encoder.start = at(Duration::zero());
  Flow& flow = simulation.add(config, std::make_unique<GreedyEncoder>(encoder));
  std::size_t written = 0;
  for (Duration t = 1s; t <= length && out.go_on(t); t += 1s) {
    simulation.run_until(t);
    for (; written < flow.samples.size(); ++written) {
      Sample row = flow.samples[written];
      row.flow = flow_name;
      out.write(row);
    }
  }
}

RunPlan ns3_run() {
  FlowPlan flow = media_flow(flow_name, "ldcc");
  MediaPlan& media = media_of(flow);
  media.limits = limits;
  media.packet = packet;
  NetworkPlan network = dumbbell(capacity, delay, drop_tail(buffer));
  network.hops.front().backward.rate = DataRate::unlimited();
  return network_run("ns-3", length, network, {flow});
}

struct Way {
  const char* run;
  const char* label;
};
constexpr Way ways[]{{"closed-loop", "closed loop"}, {"ns-3", "ns-3"}, {"real-call", "real call"}};

// A real call names its flows by direction: returns the one that sends.
std::string flow_of(const RunRecord& run) {
  for (const auto& [name, rows] : run.flows) {
    for (const Sample& row : rows) {
      if (row.target_bitrate_bps) return name;
    }
  }
  return flow_name;
}

FigureSeries line_of(const Way& way, const RunRecord& run, RunRecord::Column column, double scale) {
  FigureSeries series;
  series.label = way.label;
  const auto found = run.flows.find(flow_of(run));
  if (found == run.flows.end()) return series;
  for (const Sample& row : found->second) {
    if (!(row.*column)) continue;
    series.x.push_back(to_seconds(row.time));
    series.y.push_back(scale * *(row.*column));
  }
  return series;
}

Figure figure_of(const RunRecords& records) {
  Figure figure;
  figure.name = "three-ways";
  figure.title = "One call with LDCC over 2.5 Mbit/s, 50 ms, 300 ms: in virtual time, in ns-3, and for real";
  figure.panels.resize(2);
  figure.panels[0].y.label = "target rate [Mbit/s]";
  figure.panels[1].y.label = "one-way delay [ms]";
  for (FigurePanel& panel : figure.panels) panel.x.label = "time [s]";
  for (const Way& way : ways) {
    const RunRecord* run = records.find(way.run);
    if (run == nullptr) continue;
    figure.panels[0].series.push_back(line_of(way, *run, &Sample::target_bitrate_bps, 1e-6));
    figure.panels[1].series.push_back(line_of(way, *run, &Sample::one_way_delay_ms, 1));
  }
  return figure;
}

void compare(const RunRecords& records, const Way& way, std::vector<Claim>& claims) {
  const RunRecord& reference = records.get("closed-loop");
  const RunRecord& run = records.get(way.run);
  const auto mean = [](const RunRecord& r, RunRecord::Column column) {
    return r.mean(flow_of(r), column, length / 2, length);
  };
  const std::string against = std::string(way.label) + " against closed loop, second half: ";
  claims.push_back(claim_near_share({"beyond", against + "rate sent", "asked for: the same objects"},
                                    mean(run, &Sample::send_bitrate_bps), mean(reference, &Sample::send_bitrate_bps),
                                    0.03, {"kbit/s", 0, 1e-3}));
  claims.push_back(claim_near({"beyond", against + "one-way delay", "asked for: the same objects"},
                              mean(run, &Sample::one_way_delay_ms), mean(reference, &Sample::one_way_delay_ms), 5,
                              {"ms", 1}));
}

Findings judge(const RunRecords& records) {
  Findings findings;
  compare(records, ways[1], findings.claims);
  const auto simulated = static_cast<std::ptrdiff_t>(findings.claims.size());
  compare(records, ways[2], findings.claims);  // not judged without a real call
  for (auto claim = findings.claims.begin() + simulated; claim != findings.claims.end(); ++claim) claim->native = true;
  findings.figures.push_back(figure_of(records));
  return findings;
}

}  // namespace

std::vector<Scenario> own_scenarios() {
  RunPlan closed_loop = computed_run("closed-loop", run_closed_loop);
  closed_loop.duration = length;
  return {{"X-ThreeWays",
           "our own",
           "the same call in virtual time, in ns-3 and for real: curves that lie on each other",
           {closed_loop, ns3_run()},
           judge},
          mobile_scenario()};
}

}  // namespace evenkeel::lab
