#pragma once

#include <ns3/packet.h>

#include <functional>
#include <memory>

#include "app/lab/plan/network_plan.h"

namespace evenkeel::sim {

/// The queue in front of a link. The packet in service has been popped; a drop tail counts it until served().
class Buffer {
 public:
  using OnDrop = std::function<void(const ns3::Packet&)>;

  virtual ~Buffer() = default;
  /// False if this packet was dropped. Packets dropped in its place, or later, are reported to OnDrop only.
  virtual bool push(ns3::Ptr<ns3::Packet> packet) = 0;
  /// The next packet to serve; null if the queue is empty.
  virtual ns3::Ptr<ns3::Packet> pop() = 0;
  virtual void served(DataSize packet) = 0;
  /// Changes the limit for packets to come; has no effect on buffers that are not limited in bytes.
  virtual void limit(DataSize) {}
  /// Without the packet in service.
  virtual DataSize waiting() const = 0;
};

/// Makes the planned buffer. A drop tail's limit in packets or bytes includes the packet in service; a packet that
/// finds the buffer empty is always accepted. The other disciplines are ns-3's and do not count the packet in service.
/// FQ-CoDel counts packets only: a limit in bytes becomes packets of 1000 bytes. `first_rate` converts limits in time,
/// and RED derives its parameters from it and from `delay`. `stream` numbers RED's random stream.
std::unique_ptr<Buffer> make_buffer(const lab::QueuePlan& plan, DataRate first_rate, Duration delay,
                                    std::int64_t stream, Buffer::OnDrop on_drop);

}  // namespace evenkeel::sim
