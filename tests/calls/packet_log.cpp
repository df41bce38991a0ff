#include "tests/calls/packet_log.h"

#include <cerrno>
#include <system_error>

namespace evenkeel::calls {

PacketLog::PacketLog(const std::string& path) : file_(std::fopen(path.c_str(), "w")) {
  if (file_ == nullptr) throw std::system_error(errno, std::system_category(), path);
  std::fputs("came [s],direction,flow,size [bytes],queueWait [ms],left [s],fate,payloadType,rtpTimestamp\n", file_);
}

PacketLog::~PacketLog() { std::fclose(file_); }

void PacketLog::write(const PassedPacket& p) {
  std::fprintf(file_, "%.6f,%s,%s,%zu,%.3f,", to_seconds(p.came), p.direction.data(), p.flow.data(), p.size,
               to_milliseconds(p.wait));
  if (p.left > Duration::zero()) std::fprintf(file_, "%.6f", to_seconds(p.left));
  std::fprintf(file_, ",%s,", p.fate.data());
  if (p.rtp) std::fprintf(file_, "%u,%u\n", unsigned{p.rtp->payload_type}, unsigned{p.rtp->timestamp});
  if (!p.rtp) std::fputs(",\n", file_);
}

}  // namespace evenkeel::calls
