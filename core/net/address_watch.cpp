#include "core/net/address_watch.h"

#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/steady_timer.hpp>
#include <cerrno>
#include <cstring>

namespace evenkeel {
namespace {

constexpr int max_messages = 64;  // in one go
constexpr Duration retry_interval = 1s;

// Links as well: where one goes down, the kernel says nothing of the IPv4 routes that go with it.
constexpr unsigned groups =
    RTMGRP_LINK | RTMGRP_IPV4_IFADDR | RTMGRP_IPV6_IFADDR | RTMGRP_IPV4_ROUTE | RTMGRP_IPV6_ROUTE;

bool is_change(std::uint16_t type) {
  constexpr std::array<std::uint16_t, 7> changes{RTM_NEWLINK,  RTM_DELLINK,  RTM_NEWADDR,  RTM_DELADDR,
                                                 RTM_NEWROUTE, RTM_DELROUTE, NLMSG_OVERRUN};
  return std::ranges::find(changes, type) != changes.end();
}

// -1 where it is not allowed.
int open_netlink() {
  const int fd = socket(AF_NETLINK, SOCK_RAW | SOCK_NONBLOCK | SOCK_CLOEXEC, NETLINK_ROUTE);
  if (fd < 0) return -1;
  sockaddr_nl address{};
  address.nl_family = AF_NETLINK;
  address.nl_groups = groups;
  if (bind(fd, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0) return fd;
  close(fd);
  return -1;
}

}  // namespace

bool tells_of_change(std::span<const std::uint8_t> netlink) {
  while (netlink.size() >= sizeof(nlmsghdr)) {
    nlmsghdr header{};
    std::memcpy(&header, netlink.data(), sizeof header);
    if (header.nlmsg_len < sizeof header || header.nlmsg_len > netlink.size()) return false;
    if (is_change(header.nlmsg_type)) return true;
    netlink = netlink.subspan(std::min<std::size_t>(NLMSG_ALIGN(std::size_t{header.nlmsg_len}), netlink.size()));
  }
  return false;
}

// Its handlers own it, since asio may run them after the watch is gone.
class AddressWatch::Listener : public std::enable_shared_from_this<Listener> {
 public:
  Listener(boost::asio::io_context& io, std::function<void()> on_change)
      : socket_(io), timer_(io), retry_(io), on_change_(std::move(on_change)) {
    const int fd = open_netlink();
    if (fd >= 0) socket_.assign(fd);
  }

  bool is_open() const { return socket_.is_open(); }

  void listen() {
    socket_.async_wait(Socket::wait_read, [self = shared_from_this()](boost::system::error_code error) {
      if (error == boost::asio::error::operation_aborted || !self->on_change_) return;
      if (error) return self->listen_later();
      if (self->read_all()) self->gather();
      self->listen();
    });
  }

  void stop() {
    on_change_ = nullptr;
    boost::system::error_code ignored;
    socket_.close(ignored);
    timer_.cancel();
    retry_.cancel();
  }

 private:
  using Socket = boost::asio::posix::stream_descriptor;

  bool read_all() {
    bool changed = false;
    for (int i = 0; i < max_messages; ++i) {
      const ssize_t size = read_one(changed);
      if (size < 0) break;
    }
    return changed;
  }

  // What is longer than the buffer is cut off: its first message fits. Only the kernel is believed.
  ssize_t read_one(bool& changed) {
    sockaddr_nl from{};
    socklen_t length = sizeof from;
    const ssize_t size =
        recvfrom(socket_.native_handle(), bytes_.data(), bytes_.size(), 0, reinterpret_cast<sockaddr*>(&from), &length);
    const bool overrun = size < 0 && errno == ENOBUFS;
    const bool by_kernel = size > 0 && from.nl_pid == 0;
    if (overrun || (by_kernel && tells_of_change(std::span(bytes_).first(static_cast<std::size_t>(size))))) {
      changed = true;
    }
    return size;
  }

  // What cannot be waited for may have come all the same.
  void listen_later() {
    retry_.expires_after(retry_interval);
    retry_.async_wait([self = shared_from_this()](boost::system::error_code stopped) {
      if (stopped || !self->on_change_) return;
      if (self->read_all()) self->gather();
      self->listen();
    });
  }

  void gather() {
    if (gathering_) return;
    gathering_ = true;
    timer_.expires_after(gathering);
    timer_.async_wait([self = shared_from_this()](boost::system::error_code error) {
      self->gathering_ = false;
      const auto call = self->on_change_;  // which may end the watch
      if (!error && call) call();
    });
  }

  Socket socket_;
  boost::asio::steady_timer timer_, retry_;
  std::function<void()> on_change_;
  bool gathering_ = false;
  alignas(nlmsghdr) std::array<std::uint8_t, 16 * 1024> bytes_;
};

AddressWatch::AddressWatch(boost::asio::io_context& io, std::function<void()> on_change)
    : listener_(std::make_shared<Listener>(io, std::move(on_change))) {
  if (listener_->is_open()) listener_->listen();
}

AddressWatch::~AddressWatch() { listener_->stop(); }

bool AddressWatch::is_watching() const { return listener_->is_open(); }

}  // namespace evenkeel
