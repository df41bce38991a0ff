#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <system_error>
#include <vector>

#include "core/base/data_size.h"
#include "core/base/parsed.h"
#include "core/base/time.h"
#include "core/net/arrival_stamps.h"
#include "core/net/batch_sender.h"
#include "core/net/destination_log.h"
#include "core/net/relay_table.h"
#include "core/session/datagram_sink.h"

namespace boost::asio {
class io_context;
}

namespace evenkeel {

/// "203.0.113.7:5004", "[2001:db8::7]:5004".
std::string to_string(const Endpoint& endpoint);

/// Nothing, or one sentence that says what is wrong with the form of an address; looks nothing up.
std::string check_address(const std::string& text);
/// The same of an address to listen at, which is in numbers, or localhost.
std::string check_own_address(const std::string& text);

/// An address as typed, "HOST", "HOST:PORT", "[IPV6]:PORT", to an endpoint; names are looked up, which may take
/// seconds. `default_port` where none is given.
Parsed<Endpoint> resolve(const std::string& text, std::uint16_t default_port);
/// The same, and all that a name has, of both families.
Parsed<std::vector<Endpoint>> resolve_all(const std::string& text, std::uint16_t default_port);

/// A UDP socket whose datagrams are stamped by the kernel as they arrive (SO_TIMESTAMPNS), with large buffers. It tells
/// by which address of this machine a datagram came. One leaves from the source of its Route; where that has none, or
/// the machine no longer has it, from the address that the kernel takes, also where that changes in the middle of a
/// call.
class UdpSocket final : public DatagramSink {
 public:
  explicit UdpSocket(boost::asio::io_context& io);
  ~UdpSocket() override;

  /// Binds to the address and port; port 0 takes any free one. Returns nothing, or one sentence that says what failed.
  std::string open(const Endpoint& local);
  /// The same at all addresses: of both families, and of IPv4 alone where the machine has no IPv6.
  std::string open_any(std::uint16_t port);
  /// From now on the kernel passes on what others say by ICMP of our datagrams, as that nothing listens at a port:
  /// refusals() counts that, and destinations() has what became of the datagrams to each address. To be called before
  /// anything is sent.
  void watch_refusals();
  /// Returns an empty string if there is a way to the peer now, else one sentence that says why not. Sends nothing.
  std::string check_route(const Endpoint& peer) const;
  /// For measuring: one peer for good, and one source address, so that the kernel looks for the route only once.
  std::string connect(const Endpoint& peer);

  Endpoint local() const;
  /// The file descriptor, for what goes beyond this class.
  int native_handle() { return fd_; }
  bool is_ipv6() const { return ipv6_; }
  /// Whether this socket can send to addresses of that family, whatever the routes.
  bool may_reach(const Endpoint& peer) const {
    return is_ipv4(peer) ? !ipv6_ || bound_ == IpAddress{} || is_ipv4(bound_) : ipv6_;
  }
  /// By the family of the socket; of a peer: core/base/ip_overhead.h.
  DataSize ip_overhead() const { return bytes(ipv6_ ? 48 : 28); }

  bool send(std::span<const std::uint8_t> datagram, const Route& to, std::uint8_t ecn = 0) override;
  std::size_t send_batch(std::span<const Datagram> datagrams, const Route& to, std::uint8_t ecn = 0) override;
  /// For measuring: whether runs of datagrams of equal size go to the kernel in one piece; they do where it can.
  void set_segmentation(bool on) { batch_sender_.set_segmentation(on); }
  /// Whether the kernel and the path have taken such pieces of any size so far.
  bool segmentation_refused() const { return batch_sender_.largest_segment() == 0; }

  /// Where what is sent by a relay goes (Route::relayed).
  RelayTable& relay() { return relay_; }

  struct Received {
    std::span<std::uint8_t> datagram;  ///< may be changed in place; valid until the callback returns
    Endpoint from;
    LocalTime arrival{};
    std::uint8_t ecn = 0;  ///< the codepoint that it came with
    IpAddress local{};     ///< of this machine, that it was sent to; all zeros where unknown

    /// For an answer.
    Route route() const { return {from, local}; }
  };
  /// Calls back for what has come, some hundreds at most: what arrives faster than it is handled does not keep the
  /// caller from other work.
  void receive_all(const std::function<void(const Received&)>& sink);

  /// From now on datagrams leave from another port and what is sent to the one before gets lost, as where a NAT on the
  /// way forgets its mapping. To be called by the thread that waits. Does nothing where there is no other port.
  void take_another_port();

  /// Waits for something to receive, at most so long.
  void wait_readable(Duration most);
  /// Calls back once when there is something to receive, or with the error that ended the wait.
  void async_wait(std::function<void(std::error_code)> handler);
  /// For tests, from any thread: from the next async_wait() on, each one ends with this errno. 0: they work again.
  void fail_waits(int error) { wait_error_ = error; }
  void close();

  const DestinationLog& destinations() const { return destinations_; }
  /// How often the peer's machine answered that nothing listens there.
  int refusals() const { return counters_.refusals.load(std::memory_order_relaxed); }
  /// errno of the last datagram that could not be sent; 0 where all could.
  int last_send_error() const { return counters_.last_error.load(std::memory_order_relaxed); }
  /// Datagrams that were taken and could not be sent.
  std::uint64_t send_losses() const { return counters_.lost.load(std::memory_order_relaxed); }
  /// Datagrams that left from another address than that of their route, which the machine does not have.
  std::uint64_t source_fallbacks() const { return counters_.source_fallbacks.load(std::memory_order_relaxed); }
  /// For sending.
  std::uint64_t system_calls() const { return counters_.system_calls.load(std::memory_order_relaxed); }

 private:
  struct Batch;
  struct Socket;  // Asio's
  std::error_code bind(const Endpoint& local);
  void set_options(int fd) const;
  std::string prepare(const Endpoint& local, std::error_code error);
  int receive_batch(const std::function<void(const Received&)>& sink);
  bool take_error();
  void take_reports();
  template <class Call>
  auto past_reports(const Call& call);
  int send_messages(int fd, mmsghdr* messages, unsigned count);
  void note_sending(const Endpoint& to, int error);
  std::size_t send_relayed(std::span<const Datagram> datagrams, const Endpoint& peer);

  std::unique_ptr<Socket> socket_;
  int fd_ = -1;  // the same while the socket is open, also with another port: several threads send by it
  int ports_taken_ = 0;
  bool ipv6_ = false;
  IpAddress bound_{};  // all zeros: all addresses
  bool connected_ = false;
  bool watches_refusals_ = false;
  std::atomic<int> wait_error_{0};
  std::shared_ptr<Batch> batch_;
  ArrivalStamps stamps_;
  RelayTable relay_;
  SendCounters counters_;
  DestinationLog destinations_;
  BatchSender batch_sender_{
      counters_, [this](int fd, mmsghdr* messages, unsigned count) { return send_messages(fd, messages, count); }};
};

}  // namespace evenkeel
