#include "core/net/udp_socket.h"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/udp.hpp>
#include <boost/asio/ip/v6_only.hpp>
#include <boost/asio/post.hpp>
#include <cerrno>
#include <cstring>

#include "core/net/asio_endpoint.h"
#include "core/net/clock.h"
#include "core/net/control_messages.h"

namespace evenkeel {
namespace {

using boost::asio::ip::udp;

// The kernel's default of 208 KiB drops 28 to 70 % of a burst at high rates.
constexpr int buffer_size = 4 * 1024 * 1024;
constexpr std::size_t batch_size = 32;
constexpr std::size_t datagram_size = 2048;
constexpr int max_batches = 16;   // in one go
constexpr int max_reports = 256;  // likewise

void enlarge(int fd, int forced, int plain) {
  if (setsockopt(fd, SOL_SOCKET, forced, &buffer_size, sizeof buffer_size) != 0) {  // beyond the limit: root only
    setsockopt(fd, SOL_SOCKET, plain, &buffer_size, sizeof buffer_size);
  }
}

// Of both families, as a socket of IPv6 takes datagrams of IPv4 as well.
void ask_for_ecn(int fd) {
  const int on = 1;
  setsockopt(fd, IPPROTO_IP, IP_RECVTOS, &on, sizeof on);
  setsockopt(fd, IPPROTO_IPV6, IPV6_RECVTCLASS, &on, sizeof on);
}

void ask_for_destination(int fd, bool ipv6) {
  const int on = 1;
  setsockopt(fd, ipv6 ? IPPROTO_IPV6 : IPPROTO_IP, ipv6 ? IPV6_RECVPKTINFO : IP_PKTINFO, &on, sizeof on);
}

// Without it the kernel tells errors to connected sockets only.
void ask_for_reports(int fd, bool ipv6) {
  const int on = 1;
  setsockopt(fd, IPPROTO_IP, IP_RECVERR, &on, sizeof on);
  if (ipv6) setsockopt(fd, IPPROTO_IPV6, IPV6_RECVERR, &on, sizeof on);
}

boost::system::error_code open_at(udp::socket& socket, const Endpoint& local) {
  const bool ipv6 = !is_ipv4(local);
  boost::system::error_code error;
  socket.open(ipv6 ? udp::v6() : udp::v4(), error);
  if (!error && ipv6) socket.set_option(boost::asio::ip::v6_only(false), error);
  if (!error) socket.bind(to_asio(local, ipv6), error);
  if (!error) socket.non_blocking(true, error);
  return error;
}

bool is_missing_family(const std::error_code& error) {
  const int code = error.value();
  return code == EAFNOSUPPORT || code == EPROTONOSUPPORT || code == EADDRNOTAVAIL;
}

Endpoint endpoint_of(const void* name, socklen_t length) {
  udp::endpoint e;  // of IPv4 at first: its size() is not to be relied on before the bytes are in
  const auto size = std::min<std::size_t>(length, e.capacity());
  std::memcpy(e.data(), name, size);
  e.resize(size);
  return from_asio(e);
}

// Whether a report of a datagram before may have made a call fail.
bool may_be_reported(int error) {
  constexpr std::array reported{ECONNREFUSED, EHOSTUNREACH, ENETUNREACH, EACCES, EMSGSIZE, ENOPROTOOPT, EPROTO};
  return std::ranges::find(reported, error) != reported.end();
}

}  // namespace

struct UdpSocket::Batch {
  struct Slot {
    std::array<std::uint8_t, datagram_size> bytes;
    sockaddr_storage from;
    iovec io;
    alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(timespec)) + 2 * CMSG_SPACE(sizeof(int)) +
                                          CMSG_SPACE(sizeof(in6_pktinfo)) + 64> control;
  };
  std::array<Slot, batch_size> slots;
  std::array<mmsghdr, batch_size> headers;
};

struct UdpSocket::Socket {
  explicit Socket(boost::asio::io_context& io) : s(io) {}

  udp::socket s;
};

UdpSocket::UdpSocket(boost::asio::io_context& io) : socket_(std::make_unique<Socket>(io)) {}

UdpSocket::~UdpSocket() = default;

std::string UdpSocket::open(const Endpoint& local) { return prepare(local, bind(local)); }

// Another program that has the port on one family only is told, not evaded: half of the callers would not get through.
std::string UdpSocket::open_any(std::uint16_t port) {
  const Endpoint both = from_asio({boost::asio::ip::address_v6::any(), port});
  const std::error_code error = bind(both);
  if (!is_missing_family(error)) return prepare(both, error);
  close();
  return open(from_asio({boost::asio::ip::address_v4::any(), port}));
}

std::error_code UdpSocket::bind(const Endpoint& local) {
  ipv6_ = !is_ipv4(local);
  const boost::system::error_code error = open_at(socket_->s, local);
  if (!error) fd_ = socket_->s.native_handle();
  return error;
}

std::string UdpSocket::prepare(const Endpoint& local, std::error_code error) {
  if (error) {
    if (error == std::errc::address_in_use)
      return "Another program has port " + std::to_string(local.port) + ": end it, or choose another port (--bind).";
    if (error == std::errc::address_not_available)
      return "Cannot listen at " + to_string(local) +
             ": this machine does not have that address; choose another (--bind).";
    return "Cannot listen at " + to_string(local) + " (" + error.message() + "): check the address of --bind.";
  }
  bound_ = to_asio(local, ipv6_).address().is_unspecified() ? IpAddress{} : local.address;
  set_options(fd_);
  batch_ = std::make_shared<Batch>();
  return {};
}

void UdpSocket::set_options(int fd) const {
  const int on = 1;
  setsockopt(fd, SOL_SOCKET, SO_TIMESTAMPNS, &on, sizeof on);
  ask_for_ecn(fd);
  // Who is bound to one address knows it already.
  if (bound_ == IpAddress{}) ask_for_destination(fd, ipv6_);
  enlarge(fd, SO_RCVBUFFORCE, SO_RCVBUF);
  enlarge(fd, SO_SNDBUFFORCE, SO_SNDBUF);
  if (watches_refusals_) ask_for_reports(fd, ipv6_);
}

void UdpSocket::watch_refusals() {
  ask_for_reports(fd_, ipv6_);
  watches_refusals_ = true;
}

// The descriptor keeps its number and changes what it stands for in one step, as others are sending by it. Waiting
// begins anew: what waits knows the socket before.
void UdpSocket::take_another_port() {
  Endpoint other = local();
  other.port = 0;
  udp::socket fresh(socket_->s.get_executor());
  if (open_at(fresh, other)) return;
  set_options(fresh.native_handle());
  boost::system::error_code error;
  ++ports_taken_;
  socket_->s.release(error);
  dup2(fresh.native_handle(), fd_);
  socket_->s.assign(ipv6_ ? udp::v6() : udp::v4(), fd_, error);
  socket_->s.non_blocking(true, error);
}

std::string UdpSocket::check_route(const Endpoint& peer) const {
  boost::asio::io_context io;
  udp::socket probe(io, ipv6_ ? udp::v6() : udp::v4());
  boost::system::error_code error;
  probe.connect(to_asio(peer, ipv6_), error);
  if (!error) return {};
  return "Cannot reach " + to_string(peer) + " (" + error.message() + "): check the address and the network.";
}

std::string UdpSocket::connect(const Endpoint& peer) {
  if (std::string error = check_route(peer); !error.empty()) return error;
  boost::system::error_code error;
  socket_->s.connect(to_asio(peer, ipv6_), error);
  connected_ = !error;
  return error ? "Cannot connect to " + to_string(peer) + " (" + error.message() + "): check the address." : "";
}

Endpoint UdpSocket::local() const {
  sockaddr_storage name{};
  socklen_t size = sizeof name;
  if (getsockname(fd_, reinterpret_cast<sockaddr*>(&name), &size) != 0) return {};
  return endpoint_of(&name, size);
}

// Where reports are asked for, the kernel lets a call fail by what was said of a datagram before, to whatever address:
// that concerns not the one at hand, which goes once they are read.
template <class Call>
auto UdpSocket::past_reports(const Call& call) {
  const auto result = call();
  if (result >= 0 || !watches_refusals_ || !may_be_reported(errno)) return result;
  take_reports();
  return call();
}

bool UdpSocket::send(std::span<const std::uint8_t> datagram, const Route& to, std::uint8_t ecn) {
  if (ecn != 0 || to.has_source() || to.relayed) return send_batch({&datagram, 1}, to, ecn) == 1;
  const udp::endpoint e = to_asio(to.to, ipv6_);
  const int fd = fd_;
  counters_.on_call();
  const auto sent = past_reports([&] {
    return connected_ ? ::send(fd, datagram.data(), datagram.size(), MSG_DONTWAIT | MSG_NOSIGNAL)
                      : ::sendto(fd, datagram.data(), datagram.size(), MSG_DONTWAIT | MSG_NOSIGNAL, e.data(),
                                 static_cast<socklen_t>(e.size()));
  });
  const int error = sent >= 0 ? 0 : errno;
  note_sending(to.to, error);
  if (SendCounters::is_full(error)) return false;
  if (error != 0) counters_.on_lost(error);
  return true;
}

int UdpSocket::send_messages(int fd, mmsghdr* messages, unsigned count) {
  const int sent = past_reports([&] { return BatchSender::system_call(fd, messages, count); });
  const int error = sent >= 0 ? 0 : errno;
  const msghdr& first = messages->msg_hdr;
  if (first.msg_name != nullptr) note_sending(endpoint_of(first.msg_name, first.msg_namelen), error);
  errno = error;
  return sent;
}

// Not of the datagram at hand: that a socket is full, and what others say of the ones before.
void UdpSocket::note_sending(const Endpoint& to, int error) {
  if (!watches_refusals_ || SendCounters::is_full(error) || error == EINTR || error == ECONNREFUSED) return;
  error == 0 ? destinations_.on_sent(to) : destinations_.on_failed(to, error);
}

// Without ECN: a relay need not pass on what routers mark (RFC 8656, section 16).
std::size_t UdpSocket::send_relayed(std::span<const Datagram> datagrams, const Endpoint& peer) {
  const auto way = relay_.find(peer);
  if (!way) {
    for (std::size_t i = 0; i < datagrams.size(); ++i) counters_.on_lost(ENOTCONN);
    return datagrams.size();
  }
  const udp::endpoint e = to_asio(way->server, ipv6_);
  return batch_sender_.send(fd_, datagrams, e.data(), static_cast<socklen_t>(e.size()),
                            {.ipv4 = is_ipv4(way->server), .channel = way->channel});
}

std::size_t UdpSocket::send_batch(std::span<const Datagram> datagrams, const Route& to, std::uint8_t ecn) {
  if (to.relayed) return send_relayed(datagrams, to.to);
  const udp::endpoint e = to_asio(to.to, ipv6_);
  return batch_sender_.send(fd_, datagrams, connected_ ? nullptr : e.data(), static_cast<socklen_t>(e.size()),
                            {ecn, is_ipv4(to.to), to.from});
}

void UdpSocket::receive_all(const std::function<void(const Received&)>& sink) {
  for (int i = 0; i < max_batches; ++i) {
    const int count = receive_batch(sink);
    if (count < static_cast<int>(batch_size) && !(count < 0 && take_error())) break;
  }
}

// Of the last call. True where it was one of a datagram sent before, behind which others may wait to be received.
bool UdpSocket::take_error() {
  const int error = errno;
  if (watches_refusals_) take_reports();
  if (error == EAGAIN || error == EWOULDBLOCK) return false;
  if (error == ECONNREFUSED && !watches_refusals_) counters_.refusals.fetch_add(1, std::memory_order_relaxed);
  return true;
}

// Each names where the datagram went that it is about. Unread, they would fill the receive buffer.
void UdpSocket::take_reports() {
  for (int i = 0; i < max_reports; ++i) {
    sockaddr_storage to{};
    alignas(cmsghdr) std::array<char, 512> control;
    msghdr header{};
    header.msg_name = &to;
    header.msg_namelen = sizeof to;
    header.msg_control = control.data();
    header.msg_controllen = control.size();
    if (recvmsg(fd_, &header, MSG_ERRQUEUE | MSG_DONTWAIT) < 0) return;
    const auto error = reported_error(header);
    if (error == ECONNREFUSED) counters_.refusals.fetch_add(1, std::memory_order_relaxed);
    // A size that the path does not carry is no fate of an address.
    if (error && error != EMSGSIZE) destinations_.on_reported(endpoint_of(&to, header.msg_namelen), *error);
  }
}

int UdpSocket::receive_batch(const std::function<void(const Received&)>& sink) {
  for (std::size_t i = 0; i < batch_size; ++i) {
    Batch::Slot& slot = batch_->slots[i];
    slot.io = {slot.bytes.data(), slot.bytes.size()};
    msghdr& header = batch_->headers[i].msg_hdr;
    header = {};
    header.msg_name = &slot.from;
    header.msg_namelen = sizeof slot.from;
    header.msg_iov = &slot.io;
    header.msg_iovlen = 1;
    header.msg_control = slot.control.data();
    header.msg_controllen = slot.control.size();
  }
  const int count = recvmmsg(fd_, batch_->headers.data(), batch_size, MSG_DONTWAIT, nullptr);
  if (count < 0) return count;
  const Duration now = read_clock(CLOCK_MONOTONIC);
  const Duration offset = wall_clock_offset();
  for (int i = 0; i < count; ++i) {
    const mmsghdr& message = batch_->headers[static_cast<std::size_t>(i)];
    Batch::Slot& slot = batch_->slots[static_cast<std::size_t>(i)];
    if ((message.msg_hdr.msg_flags & MSG_TRUNC) != 0) continue;  // longer than anything of ours
    sink({std::span(slot.bytes).first(message.msg_len), endpoint_of(&slot.from, message.msg_hdr.msg_namelen),
          stamps_.arrival(kernel_stamp(message.msg_hdr), offset, now), ecn_codepoint(message.msg_hdr),
          bound_ != IpAddress{} ? bound_ : destination_address(message.msg_hdr)});
  }
  return count;
}

void UdpSocket::wait_readable(Duration most) {
  pollfd waiting{fd_, POLLIN, 0};
  ::poll(&waiting, 1, static_cast<int>(std::chrono::ceil<std::chrono::milliseconds>(most).count()));
}

void UdpSocket::async_wait(std::function<void(std::error_code)> handler) {
  if (const int failure = wait_error_; failure != 0) {
    const std::error_code error(failure, std::system_category());
    return boost::asio::post(socket_->s.get_executor(), [error, handler = std::move(handler)] { handler(error); });
  }
  socket_->s.async_wait(udp::socket::wait_read, [this, taken = ports_taken_, handler = std::move(handler)](auto error) {
    if (error == boost::asio::error::operation_aborted && taken != ports_taken_) return async_wait(handler);
    handler(error);
  });
}

void UdpSocket::close() {
  boost::system::error_code ignored;
  socket_->s.close(ignored);
  fd_ = -1;
}

}  // namespace evenkeel
