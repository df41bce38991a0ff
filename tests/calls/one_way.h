#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/link/datagram_link.h"
#include "tests/calls/packet_log.h"
#include "tests/calls/tun_device.h"

namespace evenkeel::calls {

/// One direction of the tunnel: takes packets from a device, lets them pass the link, and hands them to the other one.
class OneWay {
 public:
  /// Everything given must outlive it. `link.capacity` begins at begin().
  OneWay(std::string_view name, const LinkConfig& link, TunDevice& from, TunDevice& to, PacketLog& log, LocalTime now);

  /// The clock of the run, and with it that of the capacity, begins now.
  void begin(LocalTime now);
  bool begun() const { return begun_; }

  /// Takes what has come. `first` is called before the first packet of a flow that the clock of the run begins with.
  void take(const std::function<void(LocalTime)>& first);
  /// Hands over what has come out.
  void deliver();
  std::optional<LocalTime> next_wake() const;
  Link& link() { return link_.link(); }

  /// How late packets were handed over, one value each.
  std::vector<Duration>& lateness() { return lateness_; }

 private:
  struct OnTheWay {
    std::string_view flow;
    std::size_t size;
    LocalTime came;
    Duration wait;
    std::optional<RtpMark> rtp;
    bool passed = false;
  };
  void take(std::span<const std::uint8_t> packet, std::string_view flow, LocalTime now);
  void hand_over(OnTheWay& packet, const DatagramLink::Arrival& arrival);
  void forget_gone();
  void report(const OnTheWay& packet, LocalTime left, std::string_view fate);

  std::string_view name_;
  Capacity capacity_;
  DatagramLink link_;
  TunDevice& from_;
  TunDevice& to_;
  PacketLog& log_;
  bool begun_ = false;
  LocalTime start_;
  std::deque<OnTheWay> inside_;  // in the order of their numbers, the first of which is gone_
  std::uint32_t gone_ = 0;
  std::vector<Duration> lateness_;
};

}  // namespace evenkeel::calls
