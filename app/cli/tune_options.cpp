#include "app/cli/tune_options.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>

#include "core/base/quantity.h"

namespace evenkeel {
namespace {

constexpr int most_evaluations = 100'000;

std::string set_text(std::optional<std::string>& value, const std::string& text) {
  if (text.empty()) return "an empty value means nothing here.";
  value = text;
  return {};
}

std::string set_least_use(TuneOptions& o, const std::string& text) {
  const auto share = parse_ratio(text);
  if (!share || *share <= 0 || *share > 1) return "'" + text + "' is not a share of the link: write it as 90%.";
  o.least_use = *share;
  return {};
}

std::string set_longest_queue(TuneOptions& o, const std::string& text) {
  const auto queue = parse_duration(text);
  if (queue) o.longest_queue = *queue;
  return queue.error;
}

std::string set_evaluations(TuneOptions& o, const std::string& text) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), o.evaluations);
  const bool number = error == std::errc() && end == text.data() + text.size();
  if (number && o.evaluations >= 1 && o.evaluations <= most_evaluations) return {};
  return "'" + text + "' is not a number of sets to try: write a whole number from 1 to 100000.";
}

std::string add_search(TuneOptions& o, const std::string& text) {
  if (std::ranges::count(o.search, text) > 0) return "'" + text + "' is given more than once: leave one out.";
  o.search.push_back(text);
  return {};
}

std::vector<TuneOption> make_options() {
  std::vector<TuneOption> all;
  all.push_back({"flow", "NAME", "of a recorded run, the flow whose path is taken; default: the first that sends",
                 false, [](TuneOptions& o, const std::string& text) { return set_text(o.flow, text); }});
  all.push_back({"goal", "balanced|delay|rate",
                 "what is minimized, with the use of the link and q, the p95 of its queue: balanced, (1 - use) + q/200 "
                 "ms; delay, the shortest queue that uses as much of the link as now; rate, the most use with a queue "
                 "no longer than now [balanced]",
                 false, [](TuneOptions& o, const std::string& text) { return o.goal = text, std::string(); }});
  all.push_back({"least-use", "PERCENT", "for --goal delay: so much of the link, instead of what it is now", false,
                 set_least_use});
  all.push_back({"longest-queue", "TIME", "for --goal rate: the p95 of the queue, instead of what it is now", false,
                 set_longest_queue});
  all.push_back(
      {"search", "PARAMETER", "a parameter to be searched, others stay; repeatable; default: all", true, add_search});
  all.push_back(
      {"evaluations", "NUMBER", "sets of parameters that are tried, each in four calls [200]", false, set_evaluations});
  all.push_back({"write", "FILE.toml", "where the found parameters go, for --config, if they are better", false,
                 [](TuneOptions& o, const std::string& text) { return set_text(o.write, text); }});
  return all;
}

std::vector<OptionSpec> make_call_options() {
  constexpr std::array<std::string_view, 12> names{"controller",  "send-loop",   "set",       "start-bitrate",
                                                   "min-bitrate", "max-bitrate", "link",      "link-schedule",
                                                   "link-trace",  "out",         "overwrite", "seed"};
  std::vector<OptionSpec> all;
  for (const OptionSpec& spec : option_specs()) {
    if (std::find(names.begin(), names.end(), spec.name) != names.end()) all.push_back(spec);
    if (spec.name != "duration") continue;
    all.push_back(spec);
    all.back().help =
        "length of each call in virtual time; of a recorded run, its last part; default: 120s, 60s of a run";
  }
  return all;
}

}  // namespace

const std::vector<TuneOption>& tune_options() {
  static const std::vector<TuneOption> options = make_options();
  return options;
}

const std::vector<OptionSpec>& tune_call_options() {
  static const std::vector<OptionSpec> options = make_call_options();
  return options;
}

std::string check_tune_options(const TuneOptions& tune, const CallOptions& options) {
  if (tune.run && (options.link || options.link_schedule || options.link_trace)) {
    return "A recorded run and --link, --link-schedule or --link-trace exclude each other: both describe the path.";
  }
  if (tune.flow && !tune.run) return "--flow names a flow of a recorded run: give its folder too.";
  if (tune.least_use && tune.goal != "delay") return "--least-use is for --goal delay.";
  if (tune.longest_queue && tune.goal != "rate") return "--longest-queue is for --goal rate.";
  if (options.duration && *options.duration < std::chrono::seconds(5)) return "--duration: a call takes 5 s at least.";
  return {};
}

}  // namespace evenkeel
