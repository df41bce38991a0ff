#pragma once

#include <algorithm>
#include <memory>
#include <optional>

#include "app/lab/sim/network/buffer.h"
#include "app/lab/sim/network/link_capacity.h"
#include "app/lab/sim/network/plain_device.h"
#include "app/lab/sim/network/random.h"
#include "core/base/data_rate.h"
#include "core/link/impairments.h"

namespace evenkeel::sim {

/// A token bucket that fills while a link is idle. It is full at the start.
class BurstAllowance {
 public:
  explicit BurstAllowance(DataSize size) : size_(static_cast<double>(size.bits())), tokens_(size_) {}

  /// False if its size is zero.
  bool exists() const { return size_ > 0; }
  /// Spends tokens on a packet and returns the bits that are left to serve at the link's rate. `rate` has been the fill
  /// rate since the last packet was served.
  double take(double bits, DataRate rate, Duration now) {
    tokens_ = std::min(size_, tokens_ + rate.bps() * to_seconds(now - filled_));
    filled_ = now;
    const double left = std::max(0.0, bits - tokens_);
    tokens_ = std::max(0.0, tokens_ - bits);
    return left;
  }
  /// Call when the packet was served: tokens that came in the meantime were spent on it.
  void served(Duration at) { filled_ = at; }

 private:
  double size_;
  double tokens_;  // bits
  Duration filled_{};
};

/// One end of a hop, with the direction that leads away from it: a buffer, a capacity that varies over time, then
/// random loss, propagation and jitter. Jitter and shorter delays do not reorder packets; only packets that are
/// scattered or held back are overtaken.
class LinkDevice final : public PlainDevice {
 public:
  /// `lost` is called for every packet that does not reach the far end, for any reason.
  LinkDevice(const lab::LinkPlan& plan, LinkCapacity capacity, std::uint64_t seed, std::int64_t stream,
             Buffer::OnDrop lost);

  void connect(LinkDevice& far_end) { far_end_ = &far_end; }
  void transmit(ns3::Ptr<ns3::Packet> packet) override;

  Duration propagation() const;
  DataRate rate() const;
  /// With a trace, the mean over the last `time`; otherwise the present rate.
  DataRate rate_of_last(Duration time) const;
  /// Time until everything queued now is served; at most an hour, even if the rate stays at zero.
  Duration queue_delay() const;

 private:
  void follow_rate();
  void serve();
  bool begin_service();
  void end_service();
  void pass_on();
  void pass_on_copy(Duration in_order);
  Duration arrival_in_order();

  Capacity capacity_;
  Duration propagation_;
  std::vector<lab::DelayStep> delay_steps_;
  DelayDips dips_;
  DataSize mtu_;
  double duplicates_;
  Duration burst_interval_;
  BurstAllowance bucket_;
  ReorderingProcess reordering_;
  Chance duplicate_;
  LossProcess loss_;
  Jitter jitter_;
  Buffer::OnDrop lost_;
  std::unique_ptr<Buffer> buffer_;
  std::optional<Duration> buffer_time_;  // set if the buffer's limit follows the rate
  LinkDevice* far_end_ = nullptr;

  ns3::Ptr<ns3::Packet> in_service_;
  std::optional<Duration> served_at_;  // nullopt: never
  double surplus_bits_ = 0;            // of the previous packet, see Capacity::Completion
  Duration last_arrival_{};
};

}  // namespace evenkeel::sim
