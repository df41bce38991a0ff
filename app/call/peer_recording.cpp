#include "app/call/peer_recording.h"

#include <utility>

namespace evenkeel {

void PeerRecording::begin_call() {
  records_ = false;
  begins_ = true;
}

std::optional<bool> PeerRecording::step(const Said& said) {
  if (!said.in_call) records_ = false;
  if (std::exchange(begins_, false) || !said.in_call || !said.records) return std::nullopt;
  if (std::exchange(records_, *said.records) == *said.records) return std::nullopt;
  return said.records;
}

}  // namespace evenkeel
