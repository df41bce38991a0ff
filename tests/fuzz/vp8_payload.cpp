#include "core/rtp/vp8_payload.h"

#include <array>

#include "tests/fuzz/fuzz.h"

using namespace evenkeel;

void fuzz(std::span<const std::uint8_t> input) {
  is_vp8_key_frame(input);
  vp8_key_frame_dimensions(input);
  const auto payload = parse_vp8_payload(input);
  if (!payload) return;
  require(!payload->data.empty() && payload->data.size() < input.size());
  vp8_key_frame_dimensions(payload->data);

  std::array<std::uint8_t, 7> out{};
  const std::size_t size = write_vp8_descriptor(payload->descriptor, out);
  require(size > 0 && size < out.size());
  const auto again = parse_vp8_payload(std::span(out).first(size + 1));
  require(again.has_value());
  const Vp8Descriptor& a = payload->descriptor;
  const Vp8Descriptor& b = again->descriptor;
  require(a.non_reference == b.non_reference && a.starts_frame() == b.starts_frame() && a.partition == b.partition);
  require(a.picture_id == b.picture_id && a.tl0_picture_index == b.tl0_picture_index && a.key_index == b.key_index);
  // A TL0PICIDX without TID is read, but never written.
  require(a.temporal_index == b.temporal_index || (a.tl0_picture_index && !a.temporal_index));
}
