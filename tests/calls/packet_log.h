#pragma once

#include <cstdio>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/time.h"
#include "tests/calls/flow_of.h"

namespace evenkeel::calls {

/// What became of a packet on the link. The texts are literals.
struct PassedPacket {
  Duration came{};  ///< since the clock of the run began, as `left`
  std::string_view direction;
  std::string_view flow;
  std::size_t size = 0;        ///< of the IP packet
  Duration wait{};             ///< for those before it at the bottleneck, without its own service
  Duration left{};             ///< at the far end; of one that did not get there: zero
  std::string_view fate;       ///< "passed", "dropped" (no room) or "lost" (at random)
  std::optional<RtpMark> rtp;  ///< of a call's packets but RTCP
};

/// A CSV file with one row per packet.
class PacketLog {
 public:
  /// Throws std::system_error where it cannot be written.
  explicit PacketLog(const std::string& path);
  ~PacketLog();
  PacketLog(const PacketLog&) = delete;
  PacketLog& operator=(const PacketLog&) = delete;

  void write(const PassedPacket& packet);

 private:
  std::FILE* file_;
};

}  // namespace evenkeel::calls
