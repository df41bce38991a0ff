#include "app/lab/sim/network/active_queue.h"

#include <ns3/ipv4-l3-protocol.h>
#include <ns3/ipv4-queue-disc-item.h>

namespace evenkeel::sim {

ActiveQueue::ActiveQueue(ns3::Ptr<ns3::QueueDisc> disc, OnDrop on_drop) : disc_(disc), on_drop_(std::move(on_drop)) {
  disc_->TraceConnectWithoutContext("Drop", ns3::MakeCallback(&ActiveQueue::dropped, this));
  disc_->Initialize();
}

// The disciplines want IP's header beside the packet: FQ-CoDel takes its hash from both.
bool ActiveQueue::push(ns3::Ptr<ns3::Packet> packet) {
  ns3::Ipv4Header header;
  packet->RemoveHeader(header);
  return disc_->Enqueue(
      ns3::Create<ns3::Ipv4QueueDiscItem>(packet, ns3::Address(), ns3::Ipv4L3Protocol::PROT_NUMBER, header));
}

ns3::Ptr<ns3::Packet> ActiveQueue::pop() {
  const ns3::Ptr<ns3::QueueDiscItem> item = disc_->Dequeue();
  if (!item) return nullptr;
  item->AddHeader();
  return item->GetPacket();
}

}  // namespace evenkeel::sim
