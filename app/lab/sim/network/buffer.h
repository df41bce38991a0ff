#pragma once

#include <ns3/packet.h>

#include <functional>
#include <memory>

#include "app/lab/plan/network_plan.h"

namespace evenkeel::sim {

/// What waits for a link. The packet in service has left pop(), and a drop tail counts it until served().
class Buffer {
 public:
  using OnDrop = std::function<void(const ns3::Packet&)>;

  virtual ~Buffer() = default;
  /// False: dropped; whoever was dropped instead, or later, is told to OnDrop only.
  virtual bool push(ns3::Ptr<ns3::Packet> packet) = 0;
  /// The next into service; null where none is left.
  virtual ns3::Ptr<ns3::Packet> pop() = 0;
  virtual void served(DataSize packet) = 0;
  /// Another limit, which holds for packets to come; nothing for those that are not limited in bytes.
  virtual void limit(DataSize) {}
  /// Without the packet in service.
  virtual DataSize waiting() const = 0;
};

/// The whole buffer is what the plan says. A drop tail holds so many packets or bytes, the one in service included; a
/// packet that finds nothing before it always gets in. Of the others, which are ns-3's, what is in service is not
/// counted. Their sizes are as planned in packets or bytes, but FQ-CoDel counts packets only: bytes become packets of
/// 1000. `first_rate` is for limits in time, and with `delay` for what RED derives from them. `stream` is of RED's
/// random numbers.
std::unique_ptr<Buffer> make_buffer(const lab::QueuePlan& plan, DataRate first_rate, Duration delay,
                                    std::int64_t stream, Buffer::OnDrop on_drop);

}  // namespace evenkeel::sim
