// Where a recording places what a peer sends: timestamps, arrivals and sender reports of any kind.
#include <algorithm>

#include "app/record/call/remote_timeline.h"
#include "tests/fuzz/fuzz.h"

using namespace evenkeel;

namespace {

SyncRecord::Reports reports_of(ByteReader& reader) {
  SyncRecord::Reports reports;
  const std::uint8_t flags = reader.u8();
  reports.has_picture = flags & 1;
  reports.has_sound = flags & 2;
  reports.sources = flags / 4 % 2;
  for (auto* report : {&reports.picture, &reports.sound}) {
    report->ntp = static_cast<std::uint64_t>(reader.u32()) << 32 | reader.u32();
    report->rtp_timestamp = reader.u32();
  }
  return reports;
}

}  // namespace

void fuzz(std::span<const std::uint8_t> input) {
  constexpr Duration far_off = 1min;
  ByteReader reader(input);
  RemoteTimeline timeline;
  LocalTime now{1h};
  while (reader.left() > 0) {
    const std::uint8_t what = reader.u8();
    const auto stream = what & 4 ? RemoteTimeline::Stream::sound : RemoteTimeline::Stream::picture;
    now += std::chrono::milliseconds(reader.u16());
    if (what % 4 == 0) {
      timeline.set_reports(reports_of(reader));
      continue;
    }
    const std::uint32_t timestamp = reader.u32();
    if (what % 4 < 3) timeline.on_arrival(stream, timestamp, now);
    const LocalTime placed = timeline.time_of(stream, timestamp, now);
    require(placed > now - far_off && placed <= now + far_off);
  }
}
