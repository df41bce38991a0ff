#include "core/rtp/packetizer.h"

#include <algorithm>

#include "core/rtp/vp8_payload.h"

namespace evenkeel {
namespace {

constexpr std::size_t descriptor_size = 4;  // first octet, control bits, picture id of 15 bits
constexpr std::uint16_t picture_id_mask = 0x7FFF;

std::size_t divide_up(std::size_t a, std::size_t b) { return (a + b - 1) / b; }

}  // namespace

Packetizer::Packetizer(const PacketizerConfig& config)
    : config_(config), picture_id_(static_cast<std::uint16_t>((config.first_picture_id - 1) & picture_id_mask)) {
  set_max_packet_size(config.max_packet_size);
}

void Packetizer::begin(const EncodedFrame& frame, std::uint32_t rtp_timestamp, std::span<const RtpExtension> extensions,
                       std::size_t repeated) {
  rest_ = frame.data;
  packets_left_ = 0;
  if (rest_.empty()) return;
  const int id = frame.dependency ? frame.dependency->id : picture_id_ + 1;
  picture_id_ = static_cast<std::uint16_t>(id & picture_id_mask);
  timestamp_ = rtp_timestamp;
  at_start_ = true;
  extensions_ = extensions;
  repeated_ = repeated;
  const std::size_t capacity = config_.max_packet_size - rtp_header_size(extensions.first(repeated)) - descriptor_size;
  if (first_extensions_size() >= capacity) extensions_ = extensions.first(repeated);  // the frame goes first
  packets_left_ = divide_up(rest_.size() + first_extensions_size(), capacity);
}

// What only the first packet has counts as data of it, so that its size equals the others'.
std::size_t Packetizer::first_extensions_size() const {
  return at_start_ ? rtp_header_size(extensions_) - rtp_header_size(extensions_.first(repeated_)) : 0;
}

std::size_t Packetizer::next_piece_size() const {
  const std::size_t share = divide_up(rest_.size() + first_extensions_size(), packets_left_);
  return share > first_extensions_size() ? share - first_extensions_size() : 1;
}

std::size_t Packetizer::next(std::span<std::uint8_t> out) {
  if (packets_left_ == 0) return 0;
  const std::size_t piece = next_piece_size();
  RtpHeader header{packets_left_ == 1, config_.payload_type, 0, timestamp_, config_.ssrc};
  Vp8Descriptor descriptor;
  descriptor.start_of_partition = at_start_;
  descriptor.picture_id = picture_id_;

  std::size_t size = write_rtp_header(header, at_start_ ? extensions_ : extensions_.first(repeated_), out);
  if (size == 0 || out.size() < size + descriptor_size + piece) {
    packets_left_ = 0;
    return 0;
  }
  const std::size_t header_size = size;
  size += write_vp8_descriptor(descriptor, out.subspan(size));
  std::copy_n(rest_.begin(), piece, out.begin() + static_cast<std::ptrdiff_t>(size));

  rest_ = rest_.subspan(piece);
  --packets_left_;
  at_start_ = false;
  payload_size_ = size + piece - header_size;
  return size + piece;
}

}  // namespace evenkeel
