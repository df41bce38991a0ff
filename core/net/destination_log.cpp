#include "core/net/destination_log.h"

#include <mutex>

namespace evenkeel {

const DestinationLog::Kept* DestinationLog::find_kept(const Endpoint& to) const {
  const std::size_t count = count_.load(std::memory_order_acquire);
  for (std::size_t i = 0; i < count; ++i) {
    if (kept_[i].to == to) return &kept_[i];
  }
  return nullptr;
}

DestinationLog::Kept* DestinationLog::find_or_keep(const Endpoint& to) {
  if (Kept* known = find_kept(to)) return known;
  if (count_.load(std::memory_order_relaxed) == max_kept) return nullptr;  // without a lock for each datagram
  const std::lock_guard lock(mutex_);
  if (Kept* known = find_kept(to)) return known;
  const std::size_t count = count_.load(std::memory_order_relaxed);
  if (count == max_kept) return nullptr;
  kept_[count].to = to;
  count_.store(count + 1, std::memory_order_release);
  return &kept_[count];
}

// Nearly all datagrams change nothing: they leave the memory to those that read it.
void DestinationLog::on_sent(const Endpoint& to) {
  Kept* kept = find_or_keep(to);
  if (kept == nullptr) return;
  if (!kept->sent.load(std::memory_order_relaxed)) kept->sent.store(true, std::memory_order_relaxed);
  if (kept->send_error.load(std::memory_order_relaxed) != 0) kept->send_error.store(0, std::memory_order_relaxed);
}

void DestinationLog::on_failed(const Endpoint& to, int error) {
  if (Kept* kept = find_or_keep(to)) kept->send_error.store(error, std::memory_order_relaxed);
}

void DestinationLog::on_reported(const Endpoint& to, int error) {
  if (Kept* kept = find_kept(to)) kept->reported.store(error, std::memory_order_relaxed);
}

std::optional<DestinationFate> DestinationLog::find(const Endpoint& to) const {
  const Kept* kept = find_kept(to);
  if (kept == nullptr) return std::nullopt;
  return DestinationFate{kept->sent.load(std::memory_order_relaxed), kept->send_error.load(std::memory_order_relaxed),
                         kept->reported.load(std::memory_order_relaxed)};
}

}  // namespace evenkeel
