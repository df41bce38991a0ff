#pragma once

#include <netinet/in.h>
#include <netinet/udp.h>
#include <sys/socket.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <deque>
#include <optional>
#include <vector>

#include "core/base/endpoint.h"

namespace evenkeel::test {

using Bytes = std::vector<std::uint8_t>;

/// Stands for sendmmsg(2): answers by a script, cuts messages into datagrams, and remembers all of them.
struct FakeKernel {
  struct Answer {
    int messages = 0;  ///< to take; -1: none
    int error = 0;     ///< then
  };
  std::deque<Answer> script;   ///< after its end everything is taken
  int segmentation_error = 0;  ///< met by every message with segments
  std::size_t largest_segment = 65'535;
  int oversize_error = 0;  ///< met by every message with larger ones
  int source_error = 0;    ///< met by every message with a source address

  std::vector<Bytes> sent;
  std::vector<IpAddress> sources;               ///< of each that was sent; all zeros: our choice
  std::vector<std::vector<std::size_t>> calls;  ///< of each, the number of datagrams of each message

  static std::optional<std::uint16_t> segment_of(msghdr& header) {
    cmsghdr* c = CMSG_FIRSTHDR(&header);
    if (c == nullptr || c->cmsg_level != SOL_UDP || c->cmsg_type != UDP_SEGMENT) return std::nullopt;
    std::uint16_t size = 0;
    std::memcpy(&size, CMSG_DATA(c), sizeof size);
    return size;
  }

  static IpAddress source_of(msghdr& header) {
    IpAddress found{};
    for (cmsghdr* c = CMSG_FIRSTHDR(&header); c != nullptr; c = CMSG_NXTHDR(&header, c)) {
      if (c->cmsg_level == IPPROTO_IP && c->cmsg_type == IP_PKTINFO) {
        found = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
        std::memcpy(found.data() + 12, CMSG_DATA(c) + offsetof(in_pktinfo, ipi_spec_dst), 4);
      }
      if (c->cmsg_level == IPPROTO_IPV6 && c->cmsg_type == IPV6_PKTINFO) {
        std::memcpy(found.data(), CMSG_DATA(c) + offsetof(in6_pktinfo, ipi6_addr), 16);
      }
    }
    return found;
  }

  static Bytes payload_of(const msghdr& header) {
    Bytes all;
    for (std::size_t i = 0; i < header.msg_iovlen; ++i) {
      const auto* begin = static_cast<const std::uint8_t*>(header.msg_iov[i].iov_base);
      all.insert(all.end(), begin, begin + header.msg_iov[i].iov_len);
    }
    return all;
  }

  void take(msghdr& header) {
    const Bytes all = payload_of(header);
    const std::size_t step = segment_of(header).value_or(static_cast<std::uint16_t>(0));
    sources.resize(sources.size() + (step == 0 ? 1 : (all.size() + step - 1) / step), source_of(header));
    if (step == 0) return sent.push_back(all);
    for (std::size_t at = 0; at < all.size(); at += step) {
      const auto begin = all.begin() + static_cast<std::ptrdiff_t>(at);
      sent.emplace_back(begin, begin + static_cast<std::ptrdiff_t>(std::min(step, all.size() - at)));
    }
  }

  int error_of(msghdr& header) const {
    if (source_error != 0 && source_of(header) != IpAddress{}) return source_error;
    const auto segment = segment_of(header);
    if (!segment) return 0;
    return *segment > largest_segment && oversize_error != 0 ? oversize_error : segmentation_error;
  }

  int fail(int error) {
    errno = error;
    return -1;
  }

  int operator()(int, mmsghdr* messages, unsigned count) {
    calls.emplace_back();
    for (unsigned i = 0; i < count; ++i) calls.back().push_back(messages[i].msg_hdr.msg_iovlen);
    Answer answer{static_cast<int>(count), 0};
    if (!script.empty()) {
      answer = script.front();
      script.pop_front();
    }
    if (answer.messages < 0) return fail(answer.error);
    const int most = std::min(answer.messages, static_cast<int>(count));
    for (int i = 0; i < most; ++i) {
      msghdr& header = messages[i].msg_hdr;
      if (const int error = error_of(header); error != 0) return i > 0 ? i : fail(error);
      take(header);
    }
    return most;
  }
};

}  // namespace evenkeel::test
