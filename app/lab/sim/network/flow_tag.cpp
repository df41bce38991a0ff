#include "app/lab/sim/network/flow_tag.h"

#include <ostream>

namespace evenkeel::sim {

ns3::TypeId FlowTag::GetTypeId() {
  static const ns3::TypeId id = ns3::TypeId("evenkeel::FlowTag").SetParent<ns3::Tag>().AddConstructor<FlowTag>();
  return id;
}

void FlowTag::Serialize(ns3::TagBuffer out) const {
  out.WriteU32(flow);
  out.WriteU32(sequence);
  out.WriteU32(size);
  for (const Duration time : {sent, queued, waited}) out.WriteU64(static_cast<std::uint64_t>(time.count()));
}

void FlowTag::Deserialize(ns3::TagBuffer in) {
  flow = in.ReadU32();
  sequence = in.ReadU32();
  size = in.ReadU32();
  for (Duration* time : {&sent, &queued, &waited}) *time = Duration(static_cast<Duration::rep>(in.ReadU64()));
}

void FlowTag::Print(std::ostream& out) const { out << "flow " << flow << " packet " << sequence; }

}  // namespace evenkeel::sim
