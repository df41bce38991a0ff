#include <algorithm>
#include <cstdio>

#include "app/commands/commands.h"
#include "app/commands/recorded_flow.h"
#include "app/commands/settings_notice.h"
#include "app/process/program_end.h"
#include "core/session/shadow_replay.h"
#include "core/telemetry/csv.h"

namespace evenkeel {
namespace {

/// The median of what a round trip has more than the one-way delay; nothing where no row tells both.
std::optional<Duration> backward_delay(const std::vector<Sample>& rows) {
  std::vector<double> delays;
  for (const Sample& row : rows) {
    if (row.round_trip_time_ms && row.one_way_delay_ms) {
      delays.push_back(*row.round_trip_time_ms - *row.one_way_delay_ms);
    }
  }
  if (delays.empty()) return std::nullopt;
  const auto middle = delays.begin() + static_cast<std::ptrdiff_t>(delays.size() / 2);
  std::nth_element(delays.begin(), middle, delays.end());
  return from_seconds(std::max(0.0, *middle) / 1e3);
}

/// The target of the controller that ran, as of the last row up to that time.
std::optional<double> target_at(const std::vector<Sample>& rows, Duration time) {
  const auto after =
      std::upper_bound(rows.begin(), rows.end(), time, [](Duration t, const Sample& r) { return t < r.time; });
  return after == rows.begin() ? std::nullopt : std::prev(after)->target_bitrate_bps;
}

void print(const std::vector<ShadowRow>& replayed, const ShadowControllers& shadows, const std::vector<Sample>& rows) {
  std::string line = "time [s],targetBitrate [bit/s]";
  for (std::size_t i = 0; i < shadows.size(); ++i) {
    line += ',';
    append_csv_name(line, shadows.name(i), "bit/s");
  }
  std::printf("%s\n", line.c_str());
  for (const ShadowRow& row : replayed) {
    line.clear();
    append_csv_number(line, to_seconds(row.time), 3);
    line += ',';
    append_csv_number(line, target_at(rows, row.time), 0);
    for (std::size_t i = 0; i < shadows.size(); ++i) {
      line += ',';
      append_csv_number(line, row.targets[i].bps(), 0);
    }
    std::printf("%s\n", line.c_str());
  }
}

}  // namespace

int run_shadow(const std::string& folder, const std::optional<std::string>& flow, const CallOptions& options) {
  auto controllers = make_shadows(options);
  if (!controllers) return refuse(controllers.error);
  const auto found = read_flow(folder, flow);
  if (!found) return refuse(found.error);
  const tuning::RecordedFlow& recorded = (*found).recorded;
  const auto backward = backward_delay(recorded.rows);
  if (recorded.packets.empty() || !backward) {
    return refuse("The run '" + folder + "' has no packets of its flow " + std::string((*found).name.view()) +
                  ": record one with --packets.");
  }
  // Not on standard output, which is CSV.
  const std::string notice = settings_notice(options, shadow_names(options));
  if (!notice.empty()) std::fprintf(stderr, "%s\n", notice.c_str());
  ShadowControllers shadows(std::move(*controllers.value));
  print(replay_shadows(recorded.packets, *backward, options.limits, options.seed, shadows), shadows, recorded.rows);
  return 0;
}

}  // namespace evenkeel
