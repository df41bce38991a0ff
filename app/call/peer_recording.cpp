#include "app/call/peer_recording.h"

#include <utility>

namespace evenkeel {

std::optional<bool> PeerRecording::step(bool in_call, std::optional<bool> said) {
  if (!in_call) begin_call();
  if (!in_call || !said || std::exchange(records_, *said) == *said) return std::nullopt;
  return said;
}

}  // namespace evenkeel
