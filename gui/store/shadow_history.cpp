#include "gui/store/shadow_history.h"

#include <iterator>
#include <utility>

namespace evenkeel {

void ShadowHistory::change(Duration from, const std::vector<std::string>& names) {
  if (names != last({})) all_[from] = names;
}

void ShadowHistory::replace(const FlowName& flow, const std::vector<std::string>& names) {
  Spans whole;
  whole[Duration()] = names;
  of_flow_[flow] = std::move(whole);
}

void ShadowHistory::clear() {
  all_.clear();
  of_flow_.clear();
}

const ShadowHistory::Spans& ShadowHistory::spans_of(const FlowName& flow) const {
  const auto own = of_flow_.find(flow);
  return own == of_flow_.end() ? all_ : own->second;
}

std::vector<std::string> ShadowHistory::last(const FlowName& flow) const {
  const Spans& spans = spans_of(flow);
  return spans.empty() ? std::vector<std::string>() : std::prev(spans.end())->second;
}

std::vector<std::string> ShadowHistory::names(const FlowName& flow, std::size_t slot) const {
  std::vector<std::string> had;
  for (const auto& [from, names] : spans_of(flow)) {
    if (slot > names.size() || (!had.empty() && had.back() == names[slot - 1])) continue;
    had.push_back(names[slot - 1]);
  }
  return had;
}

bool ShadowHistory::has(const FlowName& flow, std::size_t slot, Duration time) const {
  const Spans& spans = spans_of(flow);
  const auto after = spans.upper_bound(time);
  return after != spans.begin() && slot <= std::prev(after)->second.size();
}

}  // namespace evenkeel
