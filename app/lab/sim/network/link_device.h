#pragma once

#include <memory>
#include <optional>

#include "app/lab/sim/network/buffer.h"
#include "app/lab/sim/network/burst_allowance.h"
#include "app/lab/sim/network/link_capacity.h"
#include "app/lab/sim/network/plain_device.h"
#include "app/lab/sim/network/random.h"
#include "core/link/jitter.h"
#include "core/link/loss.h"

namespace evenkeel::sim {

/// One end of a hop, with the direction that leads away from it: a buffer, a capacity that varies over time, then
/// random loss, propagation and jitter. Neither jitter nor a shorter way lets a packet overtake another; one that is
/// held back is overtaken.
class LinkDevice final : public PlainDevice {
 public:
  /// `lost` is told of every packet that does not come out, for whatever reason.
  LinkDevice(const lab::LinkPlan& plan, LinkCapacity capacity, std::uint64_t seed, std::int64_t stream,
             Buffer::OnDrop lost);

  void connect(LinkDevice& far_end) { far_end_ = &far_end; }
  void transmit(ns3::Ptr<ns3::Packet> packet) override;

  Duration propagation() const;
  DataRate rate() const;
  /// The mean over the last `time` where it follows a trace, else the rate now.
  DataRate rate_of_last(Duration time) const;
  /// How long until all that is there is served; at most an hour, also where the rate stays at zero.
  Duration queue_delay() const;

 private:
  void follow_rate();
  void serve();
  bool begin_service();
  void end_service();
  void pass_on();
  Duration arrival_time();

  Capacity capacity_;
  Duration propagation_;
  std::vector<lab::DelayStep> delay_steps_;
  double reordering_;
  Duration held_back_;
  Duration burst_interval_;
  BurstAllowance bucket_;
  Random random_;
  LossProcess loss_;
  Jitter jitter_;
  Buffer::OnDrop lost_;
  std::unique_ptr<Buffer> buffer_;
  std::optional<Duration> buffer_time_;  // of a buffer that follows the rate
  LinkDevice* far_end_ = nullptr;

  ns3::Ptr<ns3::Packet> in_service_;
  std::optional<Duration> served_at_;  // nothing: never
  double surplus_bits_ = 0;            // Capacity::Completion of the packet before
  Duration last_arrival_{};
};

}  // namespace evenkeel::sim
