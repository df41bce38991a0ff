#include "core/rtp/frame_descriptor.h"

#include <algorithm>

#include "core/base/byte_reader.h"
#include "core/base/byte_writer.h"

namespace evenkeel {
namespace {

constexpr std::uint8_t first_packet_bit = 0x80, both_layers_bits = 0x30, distances_bit = 0x08;
constexpr std::uint8_t lowest_spatial_layer = 0x01;
constexpr std::uint8_t extended_bit = 0x02, more_bit = 0x01;
constexpr std::uint16_t short_distances = 1 << 6;

bool can_be_written(const FrameDependency& d) {
  return d.references <= FrameDependency::max_references && std::ranges::all_of(d.distances_used(), [](auto distance) {
           return distance >= 1 && distance <= max_reference_distance;
         });
}

void write_distance(ByteWriter& writer, std::uint16_t distance, bool more) {
  const bool extended = distance >= short_distances;
  writer.u8(static_cast<std::uint8_t>((distance & 0x3F) << 2 | (extended ? extended_bit : 0) | (more ? more_bit : 0)));
  if (extended) writer.u8(static_cast<std::uint8_t>(distance >> 6));
}

// True where another one follows. What cannot be read is a distance of 0.
bool read_distance(ByteReader& reader, std::uint16_t& distance) {
  const std::uint8_t first = reader.u8();
  const int high = first & extended_bit ? reader.u8() : 0;
  distance = reader.ok() ? static_cast<std::uint16_t>(high << 6 | first >> 2) : std::uint16_t{0};
  return (first & more_bit) != 0;
}

bool read_distances(ByteReader& reader, FrameDependency& d) {
  for (bool more = true; more; ++d.references) {
    if (d.references == FrameDependency::max_references) return false;
    more = read_distance(reader, d.distances[d.references]);
    if (d.distances[d.references] == 0) return false;
  }
  return true;
}

}  // namespace

std::optional<FrameDescriptorBytes> encode_frame_descriptor(const FrameDependency& dependency) {
  if (!can_be_written(dependency)) return std::nullopt;
  FrameDescriptorBytes bytes;
  ByteWriter writer(bytes.data);
  writer.u8(first_packet_bit | both_layers_bits | (dependency.references > 0 ? distances_bit : 0));
  writer.u8(lowest_spatial_layer);
  writer.u8(static_cast<std::uint8_t>(dependency.id));
  writer.u8(static_cast<std::uint8_t>(dependency.id >> 8));
  for (std::size_t i = 0; i < dependency.references; ++i) {
    write_distance(writer, dependency.distances[i], i + 1 < dependency.references);
  }
  bytes.size = writer.size();
  return bytes;
}

std::optional<FrameDependency> decode_frame_descriptor(std::span<const std::uint8_t> element) {
  ByteReader reader(element);
  FrameDependency dependency;
  const std::uint8_t flags = reader.u8();
  reader.u8();  // spatial layers
  dependency.id = reader.u8();
  dependency.id = static_cast<std::uint16_t>(dependency.id | reader.u8() << 8);
  if (!reader.ok() || (flags & first_packet_bit) == 0) return std::nullopt;
  if ((flags & distances_bit) && !read_distances(reader, dependency)) return std::nullopt;
  return dependency;
}

}  // namespace evenkeel
