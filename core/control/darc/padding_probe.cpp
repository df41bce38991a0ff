#include "core/control/darc/padding_probe.h"

#include <algorithm>

namespace evenkeel::darc {
namespace {

constexpr double growth = 2;          // of B, tried by one probe
constexpr double over_reached = 1.5;  // where the bottleneck's rate is known, to see whether it still has it
constexpr Duration length = 40ms;     // where B is right already, 2 B leave a queue of half of it
constexpr DataSize least_train = bytes(12 * 1228);
constexpr Duration unsettled = 1s;        // after which what the media told is no longer believed
constexpr Duration interval = 5s;         // between probes that reach what can be reached
constexpr Duration memory = 15s;          // of a probe: until then there is the budget for the next one
constexpr Duration free_memory = 2s;      // once the source uses what it has, what it sends tells more
constexpr Duration report_patience = 2s;  // for a train

DataSize train_of(DataRate rate) { return std::clamp(rate * length, least_train, PaddingBudget::burst); }

}  // namespace

void PacketTrain::on_sent(const SentPacket& packet) {
  if (!open()) return;
  if (first_sent_) sent_ += packet.size;
  if (!first_sent_) first_sent_ = packet.sent;
  last_sent_ = packet.sent;
}

void PacketTrain::on_result(const PacketResult& packet) {
  if (!begin_ || packet.sent < *begin_ || !packet.received || packet.late || !packet.arrival) return;
  if (end_ && packet.sent > *end_) {
    complete_ = true;
    return;
  }
  if (arrivals_ > 0) arrived_ += packet.size;
  first_arrival_ = arrivals_ > 0 ? std::min(first_arrival_, *packet.arrival) : *packet.arrival;
  last_arrival_ = arrivals_ > 0 ? std::max(last_arrival_, *packet.arrival) : *packet.arrival;
  ++arrivals_;
}

std::optional<PacketTrain::Result> PacketTrain::result(Duration jitter) const {
  if (arrivals_ < least_packets || !first_sent_ || last_sent_ <= *first_sent_) return std::nullopt;
  const Duration sending = last_sent_ - *first_sent_;
  const Duration arriving = last_arrival_ - first_arrival_;
  const Duration allowance = std::min(jitter + resolution, sending / 4);
  Result result{sent_ / sending, arrived_ / std::max(arriving, sending)};
  result.passed = arrived_ / std::max(arriving - allowance, sending) > passed_share * result.sent;
  return result;
}

void PaddingProbe::on_sent(const SentPacket& packet, double share) {
  budget_.on_sent(packet, share);
  train_.on_sent(packet);
}

std::optional<DataRate> PaddingProbe::on_report(const Report& report) {
  if (!is_wanted(report)) return std::nullopt;
  if (train_.open() && report.queued) end(report.now);
  const auto found = learn(report);
  if (!found && due(report)) begin(report);
  return found;
}

// A still picture moves for a moment now and then: only a source that stays free makes a probe's result worthless.
bool PaddingProbe::is_wanted(const Report& report) {
  if (report.limited) limited_last_ = report.now;
  if (!report.usable || report.now - limited_last_ > free_memory) forget();
  if (!report.limited) {
    if (train_.open()) end(report.now);
    limited_since_.reset();
    if (!holds(report.now)) reached_ = report.capacity;
  } else if (!limited_since_) {
    limited_since_ = report.now;
  }
  return report.usable && report.limited;
}

void PaddingProbe::forget() {
  train_ = PacketTrain();
  end_.reset();
  reached_.reset();
  holds_until_ = LocalTime{};
}

DataRate PaddingProbe::next_rate(const Report& report) const {
  const DataRate more = std::min(growth * report.capacity, report.most);
  return reached_ ? std::min(more, over_reached * *reached_) : more;
}

bool PaddingProbe::due(const Report& report) const {
  if (end_ || report.told || report.queued) return false;
  if (report.now < std::max(not_before_, *limited_since_ + unsettled)) return false;
  return budget_.left() >= train_of(next_rate(report));
}

void PaddingProbe::begin(const Report& report) {
  rate_ = next_rate(report);
  end_ = report.now + train_of(rate_) / rate_;
  train_.begin(report.now);
}

void PaddingProbe::end(LocalTime now) {
  train_.end(now);
  end_ = now;
}

std::optional<DataRate> PaddingProbe::learn(const Report& report) {
  if (!end_ || train_.open()) return std::nullopt;
  if (!train_.complete() && report.now < *end_ + report_patience) return std::nullopt;
  const auto result = train_.result(report.jitter);
  end_.reset();
  train_ = PacketTrain();
  if (!result) return std::nullopt;
  reached_.reset();
  if (!result->passed) reached_ = result->delivered;
  not_before_ = report.now + (result->passed && rate_ < report.most ? unsettled : interval);
  holds_until_ = report.now + memory;
  return result->passed ? std::max(report.capacity, result->delivered) : result->delivered;
}

bool PaddingProbe::on_tick(LocalTime now) {
  if (!train_.open() || now < *end_) return false;
  end(now);
  return true;
}

}  // namespace evenkeel::darc
