#include "app/lab/sim/network/packet_stream.h"

#include <algorithm>

#include "app/lab/sim/network/random.h"
#include "app/lab/sim/network/sim_time.h"

namespace evenkeel::sim {
namespace {

constexpr std::int64_t headers = 28;  // IP and UDP

/// Bursts at a constant rate with pauses in between.
class ParetoPace {
 public:
  ParetoPace(const lab::ParetoPlan& plan, std::uint64_t seed)
      : plan_(plan), interval_(plan.packet / plan.rate), random_(seed) {}

  void begin() { burst_end_ = now() + random_.pareto(plan_.mean_burst, plan_.shape); }

  LocalTime next(LocalTime last) {
    const LocalTime next = last + interval_;
    if (next < burst_end_) return next;
    const LocalTime burst = std::max(next, burst_end_ + random_.pareto(plan_.mean_pause, plan_.shape));
    burst_end_ = burst + random_.pareto(plan_.mean_burst, plan_.shape);
    return burst;
  }

 private:
  lab::ParetoPlan plan_;
  Duration interval_;
  Random random_;
  LocalTime burst_end_{};
};

}  // namespace

PacketStream::PacketStream(const FlowEnds& ends, FlowMeter& meter, DataSize packet, Pace pace,
                           std::function<void()> begin)
    : meter_(meter),
      source_(udp_source(ends)),
      sink_(udp_sink(ends, *source_)),
      payload_(static_cast<std::uint32_t>(packet.bytes() - headers)),
      pace_(std::move(pace)),
      begin_(std::move(begin)),
      alarm_([this] { send(); }) {
  discard_what_comes(*sink_);
}

void PacketStream::start() {
  begin_();
  due_ = now();
  alarm_.set(due_);
}

void PacketStream::send() {
  source_->Send(ns3::Create<ns3::Packet>(payload_));
  due_ = pace_(due_);
  alarm_.set(due_);
}

std::unique_ptr<NetworkFlow> make_cbr(const lab::CbrPlan& plan, const FlowEnds& ends, FlowMeter& meter,
                                      std::uint64_t seed) {
  const Duration interval = plan.packet / plan.rate;
  PacketStream::Pace pace = [interval](LocalTime last) { return last + interval; };
  if (plan.randomized) {
    pace = [interval, random = Random(seed)](LocalTime last) mutable {
      return last + from_seconds(random.uniform(0.5, 1.5) * to_seconds(interval));
    };
  }
  return std::make_unique<PacketStream>(ends, meter, plan.packet, std::move(pace), [] {});
}

std::unique_ptr<NetworkFlow> make_pareto(const lab::ParetoPlan& plan, const FlowEnds& ends, FlowMeter& meter,
                                         std::uint64_t seed) {
  const auto pace = std::make_shared<ParetoPace>(plan, seed);
  return std::make_unique<PacketStream>(
      ends, meter, plan.packet, [pace](LocalTime last) { return pace->next(last); }, [pace] { pace->begin(); });
}

}  // namespace evenkeel::sim
