#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <vector>

#include "core/net/secure/openssl_pointers.h"

namespace evenkeel {

/// What OpenSSL takes for a socket: a network that somebody else carries. OpenSSL's own BIO in memory is a stream; DTLS
/// needs to know where a datagram ends.
class DatagramBio {
 public:
  using Datagram = std::span<const std::uint8_t>;
  /// What waits to be polled; beyond, it is lost, as on any network. A flight has no more than ten.
  static constexpr std::size_t max_waiting = 64;

  DatagramBio();
  DatagramBio(const DatagramBio&) = delete;
  DatagramBio& operator=(const DatagramBio&) = delete;

  /// Reads and writes of `ssl` come here. This must outlive it.
  void attach(SSL& ssl);
  /// The next read gives this one; it must live until then or until the next offer.
  void offer(Datagram input) { input_ = input; }
  /// The next one that was written; valid until the next call.
  std::optional<Datagram> poll();

 private:
  static BIO_METHOD* method();
  static int read(BIO* bio, char* out, int size);
  static int write(BIO* bio, const char* data, int size);
  static long control(BIO* bio, int command, long, void*);

  BioPointer bio_;
  Datagram input_;
  std::deque<std::vector<std::uint8_t>> output_;
  std::vector<std::uint8_t> polled_;
};

}  // namespace evenkeel
