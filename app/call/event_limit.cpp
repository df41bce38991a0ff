#include "app/call/event_limit.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace evenkeel {

// A full allowance begins to refill with the first line that is told.
void EventLimit::refill(LocalTime now) {
  if (allowed_ == at_once) refilled_ = now;
  const auto minutes = (now - refilled_) / interval;
  refilled_ += minutes * interval;
  allowed_ = static_cast<int>(std::min<std::int64_t>(allowed_ + minutes, at_once));
}

// Behind one that was held back all are, so that lines keep their order.
std::optional<std::string> EventLimit::on_event(std::string line, LocalTime now) {
  refill(now);
  if (allowed_ > 0 && held_back_ == 0) {
    --allowed_;
    return line;
  }
  ++held_back_;
  last_ = std::move(line);
  return std::nullopt;
}

std::optional<std::string> EventLimit::poll(LocalTime now) {
  refill(now);
  if (allowed_ == 0) return std::nullopt;
  auto line = finish();
  if (line) --allowed_;
  return line;
}

std::optional<std::string> EventLimit::finish() {
  const int count = std::exchange(held_back_, 0);
  if (count == 0) return std::nullopt;
  if (count == 1) return std::move(last_);
  return std::to_string(count) + " more events, the last: " + last_;
}

}  // namespace evenkeel
