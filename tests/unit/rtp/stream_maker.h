#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/rtp/extensions.h"
#include "core/rtp/frame_descriptor.h"
#include "core/rtp/rtp_packet.h"
#include "core/rtp/vp8_payload.h"
#include "tests/unit/rtp/bytes.h"

namespace evenkeel::test {

enum class PictureIds { none, of_7_bit, of_15_bit };

struct TestFrame {
  bool key = false;
  bool non_reference = false;
  int packets = 1;
  Bytes data{};  // filled in by StreamMaker
  std::optional<FrameDependency> dependency{};
};

struct TestPacket {
  std::size_t frame = 0;
  Bytes bytes;
};

/// Makes RTP packets of frames; the timestamp of the n-th frame is 3000 n.
class StreamMaker {
 public:
  StreamMaker(PictureIds ids, std::uint16_t first_sequence, std::uint16_t first_picture_id = 0)
      : ids_(ids), sequence_(first_sequence), picture_id_(first_picture_id) {}

  /// Each packet holds its frame's number, its own, and something more.
  std::vector<TestPacket> packets_of(TestFrame& frame) {
    std::vector<TestPacket> packets;
    for (int i = 0; i < frame.packets; ++i) {
      Bytes piece{static_cast<std::uint8_t>(frame.key ? 0 : 1), static_cast<std::uint8_t>(number_ >> 8),
                  static_cast<std::uint8_t>(number_), static_cast<std::uint8_t>(i)};
      piece.resize(4 + number_ % 3, 0xEE);
      packets.push_back({number_, packet(frame, i, piece)});
      frame.data = frame.data + piece;
    }
    ++number_;
    ++picture_id_;
    return packets;
  }

  /// A packet of padding alone takes a sequence number.
  TestPacket padding() {
    Bytes bytes = header(false, {}) + hex("00000004");
    bytes[0] |= 0x20;
    return {number_, bytes};
  }

 private:
  Bytes header(bool marker, std::span<const RtpExtension> extensions) {
    Bytes out(rtp_header_size(extensions));
    write_rtp_header({marker, 96, sequence_++, static_cast<std::uint32_t>(number_ * 3000), 1}, extensions, out);
    return out;
  }

  Bytes header(const TestFrame& frame, int i) {
    const bool marker = i + 1 == frame.packets;
    if (i > 0 || !frame.dependency) return header(marker, {});
    const auto bytes = encode_frame_descriptor(*frame.dependency).value();
    const RtpExtension descriptor{frame_descriptor_id, bytes.used()};
    return header(marker, {&descriptor, 1});
  }

  Bytes packet(const TestFrame& frame, int i, const Bytes& piece) {
    Vp8Descriptor d;
    d.non_reference = frame.non_reference;
    d.start_of_partition = i == 0;
    d.picture_id_is_15_bit = ids_ == PictureIds::of_15_bit;
    const int mask = d.picture_id_is_15_bit ? 0x7FFF : 0x7F;
    if (frame.dependency) picture_id_ = frame.dependency->id;
    if (ids_ != PictureIds::none) d.picture_id = static_cast<std::uint16_t>(picture_id_ & mask);
    Bytes descriptor(6);
    descriptor.resize(write_vp8_descriptor(d, descriptor));
    return header(frame, i) + descriptor + piece;
  }

  PictureIds ids_;
  std::uint16_t sequence_;
  std::uint16_t picture_id_;
  std::size_t number_ = 0;
};

}  // namespace evenkeel::test
