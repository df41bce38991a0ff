#include <algorithm>

#include "codecs/vp8_decoder.h"
#include "core/session/playout_delay.h"
#include "tests/fuzz/fuzz.h"

using namespace evenkeel;

namespace {

// What one input may cost.
constexpr int max_decoded = 4;
constexpr int max_steps = 32;
constexpr PictureSize largest{96, 64};

void require_shown_in_time(PlayoutDelay& playout, std::uint32_t timestamp, LocalTime completed, bool recovered) {
  const LocalTime shown = playout.show_at(timestamp, completed, recovered);
  require(completed <= shown && shown <= completed + 250ms);
  require(playout.hold() >= Duration::zero() && playout.hold() <= 250ms);
}

// A picture comes out whole and within the limit, or the one before stays as it was.
bool decode(Vp8Decoder& decoder, std::span<const std::uint8_t> frame, Picture& picture) {
  static Picture before;
  before = picture;
  const bool decoded = decoder.decode(frame, picture);
  if (decoded) {
    require(fits({picture.width, picture.height}, largest) && !decoder.refused());
    require(picture.data.size() == picture.luma_size() + 2 * picture.chroma_size());
  } else {
    require(picture.width == before.width && picture.height == before.height && picture.data == before.data);
  }
  if (const auto refused = decoder.refused()) require(!fits(*refused, largest));
  return decoded;
}

}  // namespace

// A step: flags, the milliseconds that pass, a step of the timestamp (in 1/90 s, or any), and where the flags say so
// two bytes of length and a frame.
void fuzz(std::span<const std::uint8_t> input) {
  Vp8Decoder decoder(largest);
  Picture picture;
  PlayoutDelay playout;
  LocalTime now{1h};
  std::uint32_t timestamp = 0;
  ByteReader reader(input);
  int decoded = 0;
  for (int step = 0; step < max_steps && reader.left() > 0; ++step) {
    const std::uint8_t flags = reader.u8();
    now += Duration(1ms) * reader.u8() * (flags & 8 ? 64 : 1);
    timestamp += flags & 4 ? reader.u32() : 1000u * reader.u8();
    const LocalTime completed = flags & 16 ? now - 200ms : now;
    if (flags & 1 && decoded < max_decoded) {
      const std::size_t size = reader.u16();
      ++decoded;
      if (!decode(decoder, reader.bytes(std::min(size, reader.left())), picture)) continue;
    }
    require_shown_in_time(playout, timestamp, completed, flags & 2);
    if (flags & 32) playout.reset();
  }
}
