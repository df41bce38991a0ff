#include <algorithm>
#include <cmath>
#include <memory>

#include "core/control/circuit_breaker.h"
#include "core/control/factory/controller_factory.h"
#include "core/control/padding_budget.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/large_blocks.h"  // a controller has some

using namespace evenkeel;

namespace {

// What one input may cost.
constexpr int max_steps = 16;
constexpr int max_ticks_per_step = 16;
constexpr std::size_t remembered = 256;

constexpr std::uint32_t ssrc = 7;
const RateLimits limits;

void require_between(double value, double least, double most) { require(value >= least && value <= most); }

// Numbers that are none fail here, since they compare with nothing.
void require_good(const RateUpdate& update) {
  require(limits.minimum <= update.target && update.target <= limits.maximum);
  require(update.pacing > DataRate());
  require(!update.window || update.window->bytes() > 0);
  require_between(update.padding.bps(), 0, limits.maximum.bps());
  require_between(update.padding_share, 0, PaddingBudget::most_share);
  if (update.idle_share) require_between(*update.idle_share, 0, 1);
  require(!update.pair_interval || *update.pair_interval > Duration::zero());
}

void require_good(const RateController& controller) {
  for (const LawTerm& term : controller.terms()) require(std::isfinite(term.value));
  const ControllerState& state = controller.state();
  if (state.capacity) require(*state.capacity >= DataRate() && std::isfinite(state.capacity->bps()));
  for (const auto& queue : {state.target_queue, state.predicted_queue}) {
    if (queue) require(*queue >= Duration::zero());
  }
}

class Flow {
 public:
  Flow(std::string_view controller, DelayKind kind)
      : monitor_(kind, remembered), controller_(make_controller(controller)) {
    require_good(controller_->start(limits, 1, now_));
    breaker_.start(now_);
  }

  void step(ByteReader& reader) {
    const std::uint8_t what = reader.u8();
    switch (what % 8) {
      case 0:
        return pass(Duration(1ms) * (1 << what / 8 % 16));
      case 1:
        return pass(1us * reader.u16());
      case 2:
      case 3:
        return send(1 + what / 8, reader);
      case 4:
        return on_rtcp(reader);
      case 5:
        return on_report_block(reader);
      default:
        return on_feedback(one_feedback(what, reader));
    }
  }

 private:
  void pass(Duration time) {
    const LocalTime end = now_ + time;
    for (int ticks = 0; ticks < max_ticks_per_step; ++ticks) {
      const auto next = controller_->next_tick();
      if (!next || *next > end) break;
      tick(std::max(*next, now_));
    }
    now_ = end;
    tick(now_);
  }
  void tick(LocalTime now) {
    now_ = now;
    if (const auto update = controller_->on_tick(now)) require_good(*update);
    require_good(*controller_);
    const auto next = controller_->next_tick();
    require(!next || *next > now);
    breaker_.on_tick(now);
    const auto next_of_breaker = breaker_.next_tick();
    require(!next_of_breaker || *next_of_breaker > now);
  }

  // Evenly spaced, by a step of up to 13 ms.
  void send(int count, ByteReader& reader) {
    const Duration space = 200us * (reader.u8() % 64);
    const std::uint8_t size = reader.u8();
    for (; count > 0; --count) {
      now_ += space;
      SentPacket packet;
      packet.size = bytes(28 + size * 6);
      packet.sent = now_;
      packet.padding = size == 7;
      packet.app_limited = size % 2 != 0;
      controller_->on_sent(monitor_.on_sent(ssrc, number_++, packet));
      breaker_.on_media_sent(now_);
    }
  }

  void on_rtcp(ByteReader& reader) {
    const std::size_t size = reader.u8();
    static RtcpCompound compound;
    if (!parse_rtcp(reader.bytes(std::min(size, reader.left())), compound)) return;
    for (const auto& feedback : compound.feedbacks) on_feedback(feedback);
    for (const auto& block : compound.reports) on_report_block(block);
  }
  void on_report_block(ByteReader& reader) {
    ReportBlock block;
    block.ssrc = ssrc;
    block.fraction_lost = reader.u8();
    block.extended_highest_sequence = std::uint32_t{reader.u8()} << 16 | reader.u8();
    on_report_block(block);
  }
  void on_report_block(const ReportBlock& block) {
    CircuitBreaker::Facts facts;
    facts.round_trip_time = monitor_.round_trip_time().smoothed().value_or(Duration::zero());
    facts.frame_interval = 33ms;
    facts.sending_rate = limits.start;
    facts.packet_size = bytes(1200);
    breaker_.on_report(block, facts, now_);
    require(breaker_.limit() > DataRate());
  }

  // Of the newest packets, or of any; what is said of each is two bytes.
  CongestionFeedback one_feedback(std::uint8_t what, ByteReader& reader) {
    CongestionFeedback feedback;
    StreamFeedback stream;
    stream.ssrc = ssrc;
    feedback.report_timestamp =
        what & 8 ? reader.u32()
                 : static_cast<std::uint32_t>(to_milliseconds(now_.time_since_epoch()) * 65.536) + reader.u16();
    stream.begin_sequence = what & 16 ? reader.u16() : static_cast<std::uint16_t>(number_ - reader.u8());
    for (int count = what & 32 ? 64 : 8; count > 0 && reader.left() > 0; --count) {
      const std::uint16_t word = reader.u16();
      ArrivalMetric metric;
      metric.received = (word & 0x8000) != 0;
      metric.ecn = word >> 13 & 3;
      if (const int ago = word & 0x1FFF; ago < 0x1FFE) metric.arrival_before_report = Duration(1s) * ago / 1024;
      stream.metrics.push_back(metric);
    }
    feedback.streams.push_back(std::move(stream));
    return feedback;
  }

  void on_feedback(const CongestionFeedback& feedback) {
    const auto report = monitor_.on_feedback(feedback, now_);
    if (!report) return;
    require(report->in_flight >= bytes(0) && report->smoothed_round_trip_time >= Duration::zero());
    require(report->packets.size() <= remembered);
    require(std::ranges::is_sorted(report->packets, {}, &PacketResult::sequence));
    for (const PacketResult& packet : report->packets) require(packet.sent <= now_);
    if (const auto update = controller_->on_report(*report)) require_good(*update);
    require_good(*controller_);
  }

  LocalTime now_{1h};
  PathMonitor monitor_;
  std::unique_ptr<RateController> controller_;
  CircuitBreaker breaker_;
  std::uint16_t number_ = 65'500;
};

}  // namespace

// The first byte is the controller and the kind of delay; then each step has a byte for what happens and what it needs.
void fuzz(std::span<const std::uint8_t> input) {
  ByteReader reader(input);
  const std::uint8_t first = reader.u8();
  const auto names = controller_names();
  Flow flow(names[first % names.size()], first & 0x80 ? DelayKind::estimated : DelayKind::true_);
  for (int step = 0; reader.left() > 0 && step < max_steps; ++step) flow.step(reader);
}
