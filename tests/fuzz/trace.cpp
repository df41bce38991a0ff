// A trace of a link: whatever is taken for one can be followed.
#include "core/link/capacity.h"
#include "core/link/mahimahi.h"
#include "tests/fuzz/fuzz.h"

void fuzz(std::span<const std::uint8_t> input) {
  using namespace evenkeel;
  auto parsed = parse_mahimahi({reinterpret_cast<const char*>(input.data()), input.size()});
  if (const auto* error = std::get_if<std::string>(&parsed)) return require(!error->empty() && error->size() < 200);
  const auto& trace = std::get<MahimahiTrace>(parsed);
  require(trace.period() > Duration::zero());
  std::int64_t before = 0;
  for (const Duration t : {Duration(), trace.period() - 1ns, trace.period(), 3 * trace.period() + 1ms}) {
    const std::int64_t count = trace.opportunities_until(t);
    require(count >= before);
    require(count == 0 || trace.time_of(count - 1) <= t);
    require(trace.time_of(count) > t);
    before = count;
  }
  const Capacity capacity = Capacity::trace(trace);
  (void)capacity.rate_at(trace.period() / 2);
}
