#include "core/rtp/transport_wide_format.h"

#include <algorithm>
#include <array>
#include <optional>

#include "core/base/byte_reader.h"
#include "core/rtp/rtcp_format.h"

namespace evenkeel {
namespace {

using Arrivals = std::span<const std::optional<Duration>>;

// Section 3.1.1.
enum class Status : std::uint8_t { not_received, small_delta, large_delta, reserved };

// Sections 3.1.2 to 3.1.4: 16 bits that give the status of consecutive packets.
class StatusChunk {
 public:
  static constexpr std::size_t max_run = 0x1FFF;
  static constexpr std::size_t max_one_bit = 14;
  static constexpr std::size_t max_two_bit = 7;

  explicit StatusChunk(std::uint16_t bits) : bits_(bits) {}
  static StatusChunk run(Status status, std::size_t length) {
    return StatusChunk(static_cast<std::uint16_t>(static_cast<unsigned>(status) << 13 | length));
  }
  // At most max_one_bit or max_two_bit of them.
  static StatusChunk one_bit(std::span<const Status> statuses) { return vector(0x8000, 1, statuses); }
  static StatusChunk two_bit(std::span<const Status> statuses) { return vector(0xC000, 2, statuses); }

  std::uint16_t bits() const { return bits_; }
  bool is_run() const { return (bits_ & 0x8000) == 0; }
  std::size_t length() const {
    if (is_run()) return bits_ & max_run;
    return symbol_size() == 1 ? max_one_bit : max_two_bit;
  }
  Status operator[](std::size_t i) const {
    if (is_run()) return static_cast<Status>(bits_ >> 13 & 0x3);
    return static_cast<Status>(bits_ >> (14 - symbol_size() * (i + 1)) & (symbol_size() == 1 ? 0x1 : 0x3));
  }

 private:
  static StatusChunk vector(unsigned bits, std::size_t symbol_size, std::span<const Status> statuses) {
    for (std::size_t i = 0; i < statuses.size(); ++i) {
      bits |= static_cast<unsigned>(statuses[i]) << (14 - symbol_size * (i + 1));
    }
    return StatusChunk(static_cast<std::uint16_t>(bits));
  }
  std::size_t symbol_size() const { return bits_ & 0x4000 ? 2 : 1; }

  std::uint16_t bits_;
};

// Skips the chunks of `count` packets. False where some are missing.
bool skip_chunks(ByteReader& reader, std::size_t count) {
  while (count > 0 && reader.ok()) {
    const StatusChunk chunk(reader.u16());
    count -= std::min(count, chunk.length());
  }
  return reader.ok();
}

std::int64_t read_delta(ByteReader& reader, Status status) {
  return status == Status::small_delta ? reader.u8() : static_cast<std::int16_t>(reader.u16());
}

// `time` is that of the last arrival.
bool read_arrivals(StatusChunk chunk, std::span<std::optional<Duration>> out, ByteReader& deltas, Duration& time) {
  if (chunk.is_run() && chunk[0] == Status::not_received) return true;
  for (std::size_t i = 0; i < out.size() && deltas.ok(); ++i) {
    if (chunk[i] == Status::reserved) return false;
    if (chunk[i] == Status::not_received) continue;
    time += read_delta(deltas, chunk[i]) * transport_wide_tick;
    out[i] = time;
  }
  return deltas.ok();
}

// Walks over the packets of a message.
class StatusCursor {
 public:
  struct Step {
    Status status = Status::not_received;
    std::int64_t delta = 0;  // in ticks, where the packet came
  };

  explicit StatusCursor(Arrivals arrivals) : rest_(arrivals) {}

  bool done() const { return rest_.empty(); }
  Step next() {
    const auto arrival = rest_.front();
    rest_ = rest_.subspan(1);
    if (!arrival) return {};
    const std::int64_t before = last_;
    last_ = to_transport_wide_ticks(*arrival);
    const std::int64_t delta = last_ - before;
    return {delta < 0 || delta > 0xFF ? Status::large_delta : Status::small_delta, delta};
  }
  void skip(std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) next();
  }

 private:
  Arrivals rest_;
  std::int64_t last_ = 0;  // in ticks
};

std::size_t run_length(StatusCursor cursor) {
  const Status status = cursor.next().status;
  std::size_t length = 1;
  while (length < StatusChunk::max_run && !cursor.done() && cursor.next().status == status) ++length;
  return length;
}

std::size_t peek(StatusCursor cursor, std::span<Status> statuses) {
  std::size_t count = 0;
  for (; count < statuses.size() && !cursor.done(); ++count) statuses[count] = cursor.next().status;
  return count;
}

struct NextChunk {
  StatusChunk chunk;
  std::size_t packets;
};

// The chunk that reaches furthest. It has at least seven packets, or all that are left.
NextChunk next_chunk(const StatusCursor& cursor) {
  std::array<Status, StatusChunk::max_one_bit> memory{};
  const auto statuses = std::span<const Status>(memory).first(peek(cursor, memory));
  const bool one_bit = std::find(statuses.begin(), statuses.end(), Status::large_delta) == statuses.end();
  const auto vector = one_bit ? statuses : statuses.first(std::min(statuses.size(), StatusChunk::max_two_bit));
  const std::size_t run = run_length(cursor);
  if (run >= vector.size()) return {StatusChunk::run(statuses[0], run), run};
  return {one_bit ? StatusChunk::one_bit(vector) : StatusChunk::two_bit(vector), vector.size()};
}

void write_chunks(ByteWriter& writer, Arrivals arrivals) {
  for (StatusCursor cursor(arrivals); !cursor.done() && writer.ok();) {
    const auto [chunk, packets] = next_chunk(cursor);
    writer.u16(chunk.bits());
    cursor.skip(packets);
  }
}

// False where a delta is too long.
bool write_deltas(ByteWriter& writer, Arrivals arrivals) {
  for (StatusCursor cursor(arrivals); !cursor.done();) {
    const auto [status, delta] = cursor.next();
    if (delta < min_transport_wide_delta || delta > max_transport_wide_delta) return false;
    if (status == Status::small_delta) writer.u8(static_cast<std::uint8_t>(delta));
    if (status == Status::large_delta) writer.u16(static_cast<std::uint16_t>(delta));
  }
  return true;
}

}  // namespace

bool parse_transport_wide_feedback(std::span<const std::uint8_t> body, std::size_t max_arrivals,
                                   TransportWideFeedback& out) {
  ByteReader reader(body);
  out.sender_ssrc = reader.u32();
  out.media_ssrc = reader.u32();
  out.begin_number = reader.u16();
  const std::size_t count = reader.u16();
  out.reference_time = reader.u24();
  out.count = reader.u8();
  ByteReader deltas = reader;
  if (count == 0 || count > max_arrivals || !skip_chunks(deltas, count)) return false;
  out.arrivals.assign(count, std::nullopt);
  Duration time{0};
  for (std::span<std::optional<Duration>> rest = out.arrivals; !rest.empty();) {
    const StatusChunk chunk(reader.u16());
    const std::size_t length = std::min(chunk.length(), rest.size());
    if (!read_arrivals(chunk, rest.first(length), deltas, time)) return false;
    rest = rest.subspan(length);
  }
  return true;
}

bool write_transport_wide_feedback(const TransportWideFeedback& feedback, ByteWriter& writer) {
  const Arrivals arrivals = feedback.arrivals;
  if (arrivals.empty() || arrivals.size() > rtcp_format::max_arrivals_of_message) return false;
  writer.u32(feedback.sender_ssrc);
  writer.u32(feedback.media_ssrc);
  writer.u16(feedback.begin_number);
  writer.u16(static_cast<std::uint16_t>(arrivals.size()));
  writer.u24(feedback.reference_time);
  writer.u8(feedback.count);
  write_chunks(writer, arrivals);
  return write_deltas(writer, arrivals);
}

}  // namespace evenkeel
