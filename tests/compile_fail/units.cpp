// Each #ifdef holds one line that must not compile and, beside it, the one that says the same and does.

#include "core/base/data_rate.h"
#include "core/link/link.h"

using namespace evenkeel;

void snippets(LocalTime local, LocalTime earlier, RemoteTime remote, RemoteTime remote_earlier, Duration time,
              DataRate rate, DataSize size, PacketRef packet) {
#ifdef LOCAL_TIME_MINUS_REMOTE_TIME
  [[maybe_unused]] const Duration between = local - remote;
#else
  [[maybe_unused]] const Duration between = local - earlier;
#endif

#ifdef REMOTE_TIME_MINUS_LOCAL_TIME
  [[maybe_unused]] const Duration remote_between = remote - local;
#else
  [[maybe_unused]] const Duration remote_between = remote - remote_earlier;
#endif

#ifdef LOCAL_TIME_COMPARED_WITH_REMOTE_TIME
  [[maybe_unused]] const bool before = local < remote;
#else
  [[maybe_unused]] const bool before = local < earlier;
#endif

#ifdef LOCAL_TIME_FROM_REMOTE_TIME
  [[maybe_unused]] const LocalTime copied = remote;
#else
  [[maybe_unused]] const LocalTime copied = local;
#endif

#ifdef LOCAL_TIME_PLUS_LOCAL_TIME
  [[maybe_unused]] const auto later = local + earlier;
#else
  [[maybe_unused]] const auto later = local + time;
#endif

#ifdef CLOCK_THAT_READS_THE_TIME
  [[maybe_unused]] const LocalTime read = LocalClock::now();
#else
  [[maybe_unused]] const LocalTime read = local;
#endif

#ifdef DURATION_FROM_BARE_NUMBER
  [[maybe_unused]] const Duration pause = 50;
#else
  [[maybe_unused]] const Duration pause = 50ms;
#endif

#ifdef RATE_PLUS_SIZE
  [[maybe_unused]] const auto sum = rate + size;
#else
  [[maybe_unused]] const auto sum = rate + size / time;
#endif

#ifdef DURATION_PLUS_RATE
  [[maybe_unused]] const auto duration_sum = time + rate;
#else
  [[maybe_unused]] const auto duration_sum = time + size / rate;
#endif

#ifdef SIZE_PLUS_NUMBER
  [[maybe_unused]] const auto larger = size + 12;
#else
  [[maybe_unused]] const auto larger = size + bytes(12);
#endif

#ifdef SIZE_TIMES_SIZE
  [[maybe_unused]] const auto square = size * size;
#else
  [[maybe_unused]] const auto square = size * 2;
#endif

#ifdef RATE_FROM_BARE_NUMBER
  [[maybe_unused]] const DataRate target = 2500.0;
#else
  [[maybe_unused]] const DataRate target = kilobits_per_second(2500.0);
#endif

#ifdef RATE_CONSTRUCTED_FROM_BARE_NUMBER
  [[maybe_unused]] const DataRate constructed(2500.0);
#else
  [[maybe_unused]] const DataRate constructed(kilobits_per_second(2500.0));
#endif

#ifdef SIZE_FROM_BARE_NUMBER
  [[maybe_unused]] const DataSize payload = 1200;
#else
  [[maybe_unused]] const DataSize payload = bytes(1200);
#endif

#ifdef RATE_TIMES_RATE
  [[maybe_unused]] const auto rate_square = rate * rate;
#else
  [[maybe_unused]] const auto rate_square = rate * 2;
#endif

#ifdef RATE_TIMES_SIZE
  [[maybe_unused]] const auto product = rate * size;
#else
  [[maybe_unused]] const auto product = rate * time;
#endif

#ifdef RATE_AS_NUMBER
  [[maybe_unused]] const double number = rate;
#else
  [[maybe_unused]] const double number = rate.bps();
#endif

#ifdef RATE_COMPARED_WITH_NUMBER
  [[maybe_unused]] const bool slow = rate < 300.0;
#else
  [[maybe_unused]] const bool slow = rate < kilobits_per_second(300.0);
#endif

#ifdef RATE_COMPARED_WITH_SIZE
  [[maybe_unused]] const bool fits = rate > size;
#else
  [[maybe_unused]] const bool fits = rate * time > size;
#endif

#ifdef DURATION_OVER_SIZE
  [[maybe_unused]] const auto inverse = time / size;
#else
  [[maybe_unused]] const auto inverse = size / time;
#endif

#ifdef RATE_OVER_SIZE
  [[maybe_unused]] const auto frequency = rate / size;
#else
  [[maybe_unused]] const auto frequency = size / rate;
#endif

#ifdef PACKET_SIZE_AS_NUMBER
  [[maybe_unused]] const long length = packet.size;
#else
  [[maybe_unused]] const long length = packet.size.bytes();
#endif
}
