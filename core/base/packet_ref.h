#pragma once

#include <cstdint>

#include "core/base/data_size.h"

namespace evenkeel {

/// What a send loop and a link need to know of a packet: its size, and the slot of the memory that holds it, which is
/// the owner's business. 16 bytes, copied freely.
struct PacketRef {
  DataSize size;           ///< the whole IP packet: payload, RTP, UDP and IP headers
  std::uint32_t slot = 0;  ///< the owner's handle
};

}  // namespace evenkeel
