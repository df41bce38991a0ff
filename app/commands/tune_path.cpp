#include "app/commands/tune_path.h"

#include "app/cli/link_options.h"
#include "app/commands/recorded_flow.h"
#include "core/base/quantity.h"

namespace evenkeel {
namespace {

constexpr Duration usual_span = 120s;
constexpr Duration last_part = 60s;  // of a recorded run

using Found = Parsed<PathToTune>;

Found path_of_run(const std::string& folder, const TuneOptions& tune, const CallOptions& options) {
  const auto flow = read_flow(folder, tune.flow);
  if (!flow) return {std::nullopt, flow.error};
  auto path = tuning::recorded_path((*flow).recorded, options.limits, options.duration.value_or(last_part));
  if (!path) return {std::nullopt, path.error};
  return {PathToTune{std::move(*path.value), "flow " + std::string((*flow).name.view()) + " of '" + folder + "': "},
          ""};
}

std::string text_of(const CallOptions& options, const LinkConfig& link) {
  const std::string rate = format_rate(link.capacity.rate_at(Duration::zero()), 3);
  const std::string capacity = options.link_trace      ? "the trace '" + *options.link_trace + "'"
                               : options.link_schedule ? rate + " at first"
                                                       : rate;
  return capacity + ", " + format_duration(link.propagation_delay) + " each way";
}

}  // namespace

Found tune_path(const TuneOptions& tune, const CallOptions& options) {
  if (tune.run) return path_of_run(*tune.run, tune, options);
  const auto link = link_of(options, default_link());
  if (!link) return {std::nullopt, link.error};
  tuning::RecordedPath found;
  found.path.link = **link;
  found.path.backward_delay = (**link).propagation_delay;
  found.path.limits = options.limits;
  found.path.span = options.duration.value_or(usual_span);
  found.text = text_of(options, **link);
  return {PathToTune{std::move(found), ""}, ""};
}

}  // namespace evenkeel
