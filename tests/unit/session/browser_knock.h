#pragma once

#include "core/signal/knock.h"

namespace evenkeel::test {

inline constexpr std::uint8_t vp8 = 100, again = 101, wide_id = 5;

/// What a browser offers, without sound.
inline Knock browser() {
  Knock knock;
  knock.vp8 = vp8;
  knock.vp8_retransmission = again;
  knock.transport_wide_number_id = wide_id;
  knock.transport_wide_feedback = true;
  knock.remb = true;
  knock.sends_video = knock.receives_video = true;
  return knock;
}

}  // namespace evenkeel::test
