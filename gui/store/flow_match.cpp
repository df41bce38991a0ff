#include "gui/store/flow_match.h"

#include <array>

namespace evenkeel {

FlowName matching_flow(const SampleStore& store, const FlowName& wanted) {
  if (store.rows(wanted) > 0) return wanted;
  const bool received = wanted == FlowName("incoming") || wanted == FlowName("b-a");
  const auto names = received ? std::array{"incoming", "b-a"} : std::array{"outgoing", "a-b"};
  for (const char* name : names) {
    if (store.rows(name) > 0) return name;
  }
  const auto flows = store.flows();
  return flows.empty() ? wanted : flows.front();
}

}  // namespace evenkeel
