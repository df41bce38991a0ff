#include "gui/store/sample_store.h"

namespace evenkeel {

bool SampleStore::knows(const FlowName& flow, const Column& column) const {
  const FlowRows* found = find(flow);
  if (found == nullptr) return false;
  if (column.kind == ColumnKind::controller_mode) return found->has_modes;
  for (std::size_t i = 0; i < found->values.size(); ++i)
    if (columns()[i].name == column.name) return !found->values[i].unused();
  return false;
}

std::vector<ModeSpan> SampleStore::mode_spans(const FlowName& flow, TimeRange range) const {
  std::vector<ModeSpan> spans;
  const FlowRows* found = find(flow);
  if (found == nullptr || !found->has_modes) return spans;
  const std::size_t first = found->first_from(range.from);
  const std::size_t end = found->first_after(range.to);
  bool open = false;  // the last span reaches up to this row
  for (std::size_t row = first - (first > 0 ? 1 : 0); row < end; ++row) {
    const Duration time = found->times[row];
    const std::optional<ControllerMode>& mode = found->modes[row];
    open = open && time - found->times[row - 1] <= row_gap;
    if (open) spans.back().to = time;
    if (open && mode == spans.back().mode) continue;
    open = mode.has_value();
    if (mode) spans.push_back({time, time, *mode});
  }
  return spans;
}

}  // namespace evenkeel
