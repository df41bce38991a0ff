#pragma once

#include <ns3/queue-disc.h>

#include "app/lab/sim/network/buffer.h"

namespace evenkeel::sim {

/// A queue discipline of ns-3 in front of a link, with nothing between them: no queue of a device behind it delays what
/// it decides on.
class ActiveQueue final : public Buffer {
 public:
  ActiveQueue(ns3::Ptr<ns3::QueueDisc> disc, OnDrop on_drop);

  bool push(ns3::Ptr<ns3::Packet> packet) override;
  ns3::Ptr<ns3::Packet> pop() override;
  void served(DataSize) override {}
  DataSize waiting() const override { return bytes(disc_->GetNBytes()); }

 private:
  void dropped(ns3::Ptr<const ns3::QueueDiscItem> item) { on_drop_(*item->GetPacket()); }

  ns3::Ptr<ns3::QueueDisc> disc_;
  OnDrop on_drop_;
};

/// RED, adaptive RED, CoDel or FQ-CoDel as planned; else null.
ns3::Ptr<ns3::QueueDisc> make_disc(const lab::QueuePlan& plan, DataRate first_rate, Duration delay,
                                   std::int64_t stream);

}  // namespace evenkeel::sim
