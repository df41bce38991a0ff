#include "app/record/ogg_opus.h"

#include <ogg/ogg.h>
#include <opus.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <random>
#include <string_view>
#include <utility>

#include "app/files/private_file.h"
#include "app/record/opus_head.h"

namespace evenkeel {
namespace {

constexpr opus_int32 sample_rate = 48'000;
constexpr std::int64_t page_samples = sample_rate;
constexpr std::int64_t longest_packet = sample_rate * 120 / 1000;  // RFC 6716, section 3.2.5
// RFC 3533, section 6: a header, a byte for each segment, the segments.
constexpr std::int64_t page_header_size = 27;
constexpr std::int64_t max_page_segments = 255;
constexpr std::int64_t segment_size = 255;
constexpr int max_page_bytes = static_cast<int>(max_page_segments * segment_size);

// RFC 7845, section 5.2: who wrote it, and no comments. Nothing says where.
constexpr std::string_view tags("OpusTags\x08\0\0\0Evenkeel\0\0\0\0", 24);

std::span<const std::uint8_t> as_packet(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

// The last is shorter than the others, and be it empty.
std::int64_t segments_of(std::size_t packet) { return static_cast<std::int64_t>(packet) / segment_size + 1; }

std::int64_t frame_samples(std::uint8_t toc) { return opus_packet_get_samples_per_frame(&toc, sample_rate); }

// A frame of no bytes is one to be concealed (RFC 7845, section 4.1). A packet of one is the byte that says what frames
// it has; where they are many of the same size, the next byte is their number (RFC 6716, section 3.2.5).
std::uint8_t concealed_frame(std::uint8_t toc) { return toc & 0xFC; }

std::array<std::uint8_t, 2> concealed_frames(std::uint8_t toc) {
  return {static_cast<std::uint8_t>(toc | 3), static_cast<std::uint8_t>(longest_packet / frame_samples(toc))};
}

}  // namespace

std::optional<std::size_t> samples_of_opus(std::span<const std::uint8_t> packet) {
  std::array<opus_int16, 48> sizes{};
  const auto size = static_cast<opus_int32>(std::min<std::size_t>(packet.size(), 1 << 16));
  if (size == 0) return std::nullopt;
  const int frames = opus_packet_parse(packet.data(), size, nullptr, nullptr, sizes.data(), nullptr);
  if (frames <= 0) return std::nullopt;
  return static_cast<std::size_t>(frames) * static_cast<std::size_t>(frame_samples(packet[0]));
}

struct OggOpusWriter::Stream {
  // Ogg tells streams by it that are put one behind the other.
  Stream() { ogg_stream_init(&ogg, static_cast<int>(std::random_device()())); }
  ~Stream() { ogg_stream_clear(&ogg); }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  ogg_stream_state ogg{};
};

OggOpusWriter::OggOpusWriter() = default;
OggOpusWriter::~OggOpusWriter() { close(); }

std::optional<std::string> OggOpusWriter::open(const std::string& path) {
  path_ = path;
  end_ = packets_ = written_ = 0;
  unflushed_ = false;
  page_begin_ = page_segments_ = page_bytes_ = 0;
  std::error_code error;
  file_ = open_private_file(path, error);
  if (!file_) return fail(error);
  stream_ = std::make_unique<Stream>();
  errno = 0;
  // Each of the two has a page of its own.
  const bool written = put(as_packet(opus_head), 0) && write_pages() && put(as_packet(tags), 0) && write_pages();
  return written && flush() ? std::nullopt : fail();
}

std::optional<std::string> OggOpusWriter::write(std::span<const std::uint8_t> packet, std::int64_t start) {
  if (!file_) return std::nullopt;
  const auto samples = samples_of_opus(packet);
  if (!samples || start + static_cast<std::int64_t>(*samples) / 2 < end_) return std::nullopt;
  errno = 0;
  const bool written = fill(packet[0], start) && put(packet, *samples) && flush();
  return written ? std::nullopt : fail();
}

// An hour takes 30 000 packets, and not six times as many.
bool OggOpusWriter::fill(std::uint8_t toc, std::int64_t start) {
  const auto many = concealed_frames(toc);
  while (end_ + longest_packet <= start) {
    if (!put(many, longest_packet)) return false;
  }
  const std::uint8_t one = concealed_frame(toc);
  for (const std::int64_t frame = frame_samples(toc); end_ + frame <= start;) {
    if (!put(std::span(&one, 1), static_cast<std::size_t>(frame))) return false;
  }
  return true;
}

// Once, however many pages there are.
bool OggOpusWriter::flush() { return !std::exchange(unflushed_, false) || std::fflush(file_.get()) == 0; }

DataSize OggOpusWriter::size() const {
  const std::int64_t pages = (page_segments_ + max_page_segments - 1) / max_page_segments;
  return bytes(written_ + page_bytes_ + page_segments_ + pages * page_header_size);
}

DataSize OggOpusWriter::growth(std::span<const std::uint8_t> packet, std::int64_t start) const {
  if (packet.empty()) return {};
  const std::int64_t gap = std::max<std::int64_t>(0, start - end_);
  // Each with its segment.
  const std::int64_t concealed = 3 * (gap / longest_packet) + 2 * (gap % longest_packet / frame_samples(packet[0]));
  const std::int64_t pages = gap / page_samples + 2;
  return bytes(concealed + static_cast<std::int64_t>(packet.size()) + segments_of(packet.size()) +
               pages * page_header_size);
}

// A packet always stays behind for the last page, which has to say that it is the last.
bool OggOpusWriter::put(std::span<const std::uint8_t> packet, std::size_t samples) {
  if (end_ - page_begin_ >= page_samples && !write_pages()) return false;
  end_ += static_cast<std::int64_t>(samples);
  page_segments_ += segments_of(packet.size());
  page_bytes_ += static_cast<std::int64_t>(packet.size());
  ogg_packet ogg{};
  ogg.packet = const_cast<unsigned char*>(packet.data());  // libogg copies it
  ogg.bytes = static_cast<long>(packet.size());
  ogg.b_o_s = packets_ == 0;
  ogg.granulepos = end_;
  ogg.packetno = packets_++;
  return ogg_stream_packetin(&stream_->ogg, &ogg) == 0;
}

bool OggOpusWriter::write_pages() {
  ogg_page page{};
  while (ogg_stream_flush_fill(&stream_->ogg, &page, max_page_bytes) != 0) {
    for (const auto& [data, size] : {std::pair(page.header, page.header_len), std::pair(page.body, page.body_len)}) {
      const auto length = static_cast<std::size_t>(size);
      if (length > 0 && std::fwrite(data, 1, length, file_.get()) != length) return false;
      written_ += size;
    }
  }
  unflushed_ = true;
  page_begin_ = end_;
  page_segments_ = page_bytes_ = 0;
  return true;
}

std::optional<std::string> OggOpusWriter::close() {
  if (!file_) return std::nullopt;
  errno = 0;
  stream_->ogg.e_o_s = 1;
  const bool written = write_pages();
  // fclose writes the last buffer, so it can fail too; it frees the file in any case.
  const bool closed = std::fclose(file_.release()) == 0 && written;
  return closed ? std::nullopt : fail();
}

std::optional<std::string> OggOpusWriter::fail() { return fail({errno, std::generic_category()}); }

std::optional<std::string> OggOpusWriter::fail(const std::error_code& error) {
  const std::string reason =
      writing_error_text(error, "Free some space, or give --record a file in a folder you can write to.");
  file_.reset();
  return "Cannot write the recording '" + path_ + "': " + reason;
}

}  // namespace evenkeel
