#include "core/path/vain_yield.h"

#include <algorithm>
#include <utility>

namespace evenkeel {
namespace {

constexpr Duration slot_time = std::chrono::milliseconds(100);
constexpr double yielded_share = 0.7;  // of what was sent before, or less
constexpr Duration stillness = std::chrono::microseconds(2500);
constexpr Duration shortest_queue = std::chrono::milliseconds(4);  // worth a correction

}  // namespace

void VainYield::on_packet(LocalTime sent, DataSize size, std::optional<Duration> queue) {
  const std::int64_t number = sent.time_since_epoch() / slot_time;
  if (begun_ && number > current_.number) {
    // A pause shows nothing of the queue.
    if (number > current_.number + 1)
      slots_ = {};
    else
      slots_.push(current_);
    if (slots_.size() > remembered) slots_.pop();
    judge();
    current_ = {number, {}, Duration::max(), false};
  }
  if (!begun_) current_.number = number;
  begun_ = true;
  current_.sent += size;
  current_.lost = current_.lost || !queue;
  if (queue) current_.shortest = std::min(current_.shortest, *queue);
}

// Back from the newest as far as the queue kept still.
void VainYield::judge() {
  DataSize lately;
  DataSize before;  // over `window` slots
  Duration shortest = Duration::max();
  Duration longest{};
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    const Slot& slot = slots_[slots_.size() - 1 - i];
    shortest = std::min(shortest, slot.shortest);
    longest = std::max(longest, slot.shortest);
    if (slot.lost || longest - shortest > stillness || shortest < shortest_queue) return;
    if (i < window) {
      lately += slot.sent;
      continue;
    }
    before += slot.sent;
    if (i >= 2 * window) before -= slots_[slots_.size() - 1 - (i - window)].sent;
    if (i + 1 < 2 * window) continue;
    if (static_cast<double>(lately.bytes()) > yielded_share * static_cast<double>(before.bytes())) continue;
    found_ = shortest;
    slots_ = {};
    return;
  }
}

std::optional<Duration> VainYield::false_queue() { return std::exchange(found_, std::nullopt); }

}  // namespace evenkeel
