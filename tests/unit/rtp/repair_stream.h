#pragma once

#include <catch2/catch.hpp>
#include <cstdint>
#include <random>
#include <set>
#include <vector>

#include "core/rtp/repair_decoder.h"
#include "core/rtp/repair_encoder.h"
#include "core/rtp/rtp_packet.h"
#include "tests/unit/rtp/bytes.h"

namespace evenkeel::test {

inline constexpr std::uint32_t media_ssrc = 0x1234'5678;
inline constexpr std::uint8_t media_payload_type = 96;

/// A packet of `size` bytes (at least 12) with random contents, flags and CSRCs that parse_rtp() takes.
inline Bytes media_packet(std::mt19937& random, std::uint16_t sequence_number, std::size_t size) {
  Bytes packet = random_bytes(random, size);
  const auto flags = packet[0];
  write_rtp_header(
      {random() % 2 == 0, media_payload_type, sequence_number, static_cast<std::uint32_t>(random()), media_ssrc}, {},
      packet);
  packet[0] = static_cast<std::uint8_t>(0x80 | (flags & 0x3F));
  if (!parse_rtp(packet)) packet[0] = 0x80;
  return packet;
}

/// The sending side: packets that left, and repair packets over any of them. Packets are named by index.
class RepairSender {
 public:
  explicit RepairSender(unsigned seed = 1, std::uint16_t first = 100) : random_(seed), first_(first) {}

  void send(std::size_t size) { send(media_packet(random_, number(packets_.size()), size)); }
  void send(const Bytes& packet) {
    encoder_.on_media(number(packets_.size()), packet);
    packets_.push_back(packet);
  }
  void send_many(std::size_t count, std::size_t size) {
    for (std::size_t i = 0; i < count; ++i) send(size);
  }

  /// The payload of a repair packet over `count` packets from `from` on, with a key of its own.
  Bytes repair(std::size_t from, std::size_t count) {
    const RepairRange range{number(from), static_cast<std::uint8_t>(count)};
    Bytes out(repair_header_size + RepairSymbol::max_size);
    const std::size_t size = encoder_.write(range, key_++, out);
    REQUIRE(size > 0);
    REQUIRE(size == encoder_.payload_size(range));
    out.resize(size);
    return out;
  }
  void set_key(std::uint16_t key) { key_ = key; }

  const std::vector<Bytes>& packets() const { return packets_; }
  std::uint16_t number(std::size_t index) const { return static_cast<std::uint16_t>(first_ + index); }
  std::int64_t unwrapped(std::size_t index) const { return first_ + static_cast<std::int64_t>(index); }

 private:
  std::mt19937 random_;
  std::uint16_t first_;
  std::uint16_t key_ = 1;
  RepairEncoder encoder_;
  std::vector<Bytes> packets_;
};

/// The receiving side of a RepairSender. Requires of each packet that is given out that it equals the original, and
/// neither came nor was given out before.
class RepairReceiver {
 public:
  explicit RepairReceiver(const RepairSender& sender) : sender_(sender) {
    decoder_.start(media_ssrc, media_payload_type);
  }

  void media(std::size_t index) {
    highest_ = std::max(highest_, sender_.unwrapped(index));
    have_.insert(index);
    decoder_.on_media(sender_.unwrapped(index), sender_.packets()[index]);
    drain();
  }
  /// All packets of [from, to) but those in `lost`.
  void media(std::size_t from, std::size_t to, const std::set<std::size_t>& lost = {}) {
    for (std::size_t i = from; i < to; ++i) {
      if (!lost.count(i)) media(i);
    }
  }
  void repair(const Bytes& payload) {
    decoder_.on_repair(payload, highest_);
    drain();
  }

  const std::set<std::size_t>& recovered() const { return recovered_; }
  const std::set<std::size_t>& have() const { return have_; }
  RepairDecoder& decoder() { return decoder_; }
  const RepairStats& stats() const { return decoder_.stats(); }

 private:
  void drain() {
    while (const auto packet = decoder_.poll()) {
      const auto index = static_cast<std::size_t>(packet->sequence - sender_.unwrapped(0));
      REQUIRE(index < sender_.packets().size());
      REQUIRE(to_bytes(packet->bytes) == sender_.packets()[index]);
      REQUIRE(have_.insert(index).second);
      recovered_.insert(index);
    }
    REQUIRE(stats().recovered == recovered_.size());
    REQUIRE(stats().received == stats().used + stats().discarded);
  }

  const RepairSender& sender_;
  RepairDecoder decoder_;
  std::int64_t highest_ = 0;
  std::set<std::size_t> have_;
  std::set<std::size_t> recovered_;
};

}  // namespace evenkeel::test
