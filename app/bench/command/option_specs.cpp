#include "app/bench/command/option_specs.h"

#include <algorithm>
#include <thread>

#include "app/bench/planned_loop.h"
#include "app/bench/studies/study.h"
#include "core/base/quantity.h"
#include "core/net/udp_socket.h"
#include "core/pacing/pacer_factory.h"
#include "core/parameters/parameter_list.h"

namespace evenkeel::bench {
namespace {

constexpr DataRate highest_rate = megabits_per_second(100'000);
constexpr Duration longest_run = 1h;
constexpr Duration longest_spin = 10ms;

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::size_t from = 0;
  for (std::size_t at = 0; at != std::string::npos; from = at + 1) {
    at = text.find(separator, from);
    parts.push_back(text.substr(from, at - from));
  }
  return parts;
}

std::string joined(const std::vector<std::string>& names) {
  std::string text;
  for (const auto& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

std::string set_names(std::vector<std::string>& out, const std::string& text, const std::vector<std::string>& known,
                      const std::string& kind) {
  for (const std::string& name : split(text, ',')) {
    if (std::find(known.begin(), known.end(), name) == known.end()) {
      return "there is no " + kind + " '" + name + "': known are " + joined(known) + ".";
    }
    out.push_back(name);
  }
  return {};
}

std::string read_rate(const std::string& text, DataRate& rate) {
  const auto parsed = parse_rate(text);
  if (!parsed) return parsed.error;
  if (*parsed.value < kilobits_per_second(10) || *parsed.value > highest_rate) {
    return "'" + text + "' is not between 10kbps and 100Gbps.";
  }
  rate = *parsed.value;
  return {};
}

std::string read_duration(const std::string& text, Duration& duration) {
  const auto parsed = parse_duration(text);
  if (!parsed) return parsed.error;
  if (*parsed.value < Duration::zero() || *parsed.value > longest_run)
    return "'" + text + "' is not between 0s and 1h.";
  duration = *parsed.value;
  return {};
}

std::string set_rates(BenchOptions& options, const std::string& text) {
  for (const std::string& part : split(text, ',')) {
    const std::string error = read_rate(part, options.rates.emplace_back());
    if (!error.empty()) return error;
  }
  return {};
}

std::string set_gains(BenchOptions& options, const std::string& text) {
  for (const std::string& part : split(text, ',')) {
    const auto gain = parse_number(part);
    if (!gain) return gain.error;
    if (*gain.value < 0.01 || *gain.value > 1.99) {
      return "'" + part + "' is not between 0.01 and 1.99; the loop is stable between 0 and 2.";
    }
    options.gains.push_back(*gain.value);
  }
  return {};
}

std::string set_steps(BenchOptions& options, const std::string& text) {
  for (const std::string& part : split(text, ',')) {
    const auto colon = part.find(':');
    if (colon == std::string::npos) return "'" + part + "' is not of the form 10s:50Mbps.";
    RateStep step;
    std::string error = read_duration(part.substr(0, colon), step.at);
    if (error.empty()) error = read_rate(part.substr(colon + 1), step.rate);
    if (!error.empty()) return error;
    if (!options.steps.empty() && step.at <= options.steps.back().at) return "the times must grow from step to step.";
    options.steps.push_back(step);
  }
  if (options.steps.front().at != Duration::zero()) return "the first step must be at 0s: the rate to start with.";
  return options.steps.size() < 2 ? "there must be a step after the one at 0s." : "";
}

std::string set_count(int& out, const std::string& text, int maximum) {
  const auto number = parse_number(text);
  if (!number) return number.error;
  if (*number.value < 0 || *number.value > maximum || *number.value != static_cast<int>(*number.value)) {
    return "'" + text + "' is not a whole number from 0 to " + std::to_string(maximum) + ".";
  }
  out = static_cast<int>(*number.value);
  return {};
}

std::string set_busy_time(BenchOptions& options, const std::string& text) {
  const auto dash = text.find('-');
  if (dash == std::string::npos) return "'" + text + "' is not of the form 20s-40s.";
  std::string error = read_duration(text.substr(0, dash), options.busy_from);
  if (error.empty()) error = read_duration(text.substr(dash + 1), options.busy_to);
  options.busy_time_given = true;
  if (error.empty() && options.busy_to <= options.busy_from) return "'" + text + "' ends before it begins.";
  return error;
}

std::string set_packet_size(BenchOptions& options, const std::string& text) {
  const auto size = parse_size(text);
  if (!size) return size.error;
  if (*size.value < bytes(60) || *size.value > bytes(1500)) return "'" + text + "' is not between 60B and 1500B.";
  options.packet = *size.value;
  return {};
}

std::string set_setting(BenchOptions& options, const std::string& text) {
  const auto equals = text.find('=');
  const auto dot = text.find('.');
  if (equals == std::string::npos || dot > equals) return "'" + text + "' is not of the form rmc.T_s_min=2ms.";
  const std::string loop = text.substr(0, dot);
  const std::string name = text.substr(dot + 1, equals - dot - 1);
  const std::string value = text.substr(equals + 1);
  const auto made = make_pacer(loop);
  if (!made) return "there is no send loop '" + loop + "' to set.";
  const std::string error = set_parameter(*made, name, value);
  if (!error.empty()) return error;
  const std::string key = loop + "." + name;
  if (std::ranges::any_of(options.settings, [&](const auto& setting) { return setting.first == key; })) {
    return "'" + key + "' is given more than once: leave one out.";
  }
  options.settings.emplace_back(key, value);
  return {};
}

std::string set_address(BenchOptions& options, const std::string& text) {
  options.to = text;
  return check_address(text);
}

std::string set_run_duration(BenchOptions& options, const std::string& text) {
  options.duration_given = true;
  return read_duration(text, options.duration);
}

std::string set_call_duration(BenchOptions& options, const std::string& text) {
  const std::string error = set_run_duration(options, text);
  if (!error.empty() || options.duration >= 1s) return error;
  return "'" + text + "' is not between 1s and 1h.";
}

std::string set_flag(bool& flag) {
  flag = true;
  return {};
}

std::string set_out(BenchOptions& options, const std::string& text) {
  options.out = text;
  return text.empty() ? "the name of the folder is empty." : "";
}

std::vector<BenchOption> make_options() {
  return {
      {"loops", "NAMES", "send loops of the table of errors: " + joined(bench_loop_names()), false,
       [](BenchOptions& o, const std::string& t) { return set_names(o.loops, t, bench_loop_names(), "send loop"); }},
      {"rates", "RATES", "of the table of errors [1Mbps,10Mbps,100Mbps,200Mbps,400Mbps,500Mbps,600Mbps,1Gbps,2Gbps]",
       false, set_rates},
      {"duration", "TIME", "of each run of the table of errors [60s]", false, set_run_duration},
      {"packet-size", "SIZE", "the IP packet [1500B]", false, set_packet_size},
      {"busy", "N", "busy-wait processes on the sender's processor [5]", false,
       [](BenchOptions& o, const std::string& t) { return set_count(o.busy_processes, t, 64); }},
      {"busy-time", "FROM-TO", "when they run [the middle third]", false, set_busy_time},
      {"k-r", "GAINS", "gains of the step responses, between 0.01 and 1.99 [0.2 to 1.8]", false, set_gains},
      {"rate-steps", "STEPS", "of the step responses: 0s:500Mbps,10s:50Mbps,20s:500Mbps", false, set_steps},
      {"set", "NAME.PARAMETER=VALUE", "of a send loop, in the table of errors; see 'evenkeel controllers'", true,
       set_setting},
      {"realtime", "", "SCHED_FIFO also in the table of errors, where the papers had none", false,
       [](BenchOptions& o, const std::string&) { return set_flag(o.realtime); }},
      {"spin", "TIME", "in the table of errors: busy-wait this long before each deadline, at most 10ms [0s]", false,
       [](BenchOptions& o, const std::string& t) { return read_duration(t, o.spin); }},
      {"cpu", "N", "processor of the sender and the busy processes [0]", false,
       [](BenchOptions& o, const std::string& t) { return set_count(o.cpu, t, 1023); }},
      {"to", "ADDRESS", "another machine, where 'evenkeel bench receive' runs; default: this one, over loopback", false,
       set_address},
      {"studies", "NAMES", "only these: " + joined(study_names()), false,
       [](BenchOptions& o, const std::string& t) { return set_names(o.studies, t, study_names(), "study"); }},
      {"short", "", "under a minute: fewer and shorter runs", false,
       [](BenchOptions& o, const std::string&) { return set_flag(o.brief); }},
      {"check", "", "exit status 1 if a claim breaks that does not depend on the machine", false,
       [](BenchOptions& o, const std::string&) { return set_flag(o.check); }},
      {"out", "DIR", "folder for tables (CSV) and figures (PNG, PDF)", false, set_out},
  };
}

}  // namespace

const std::vector<BenchOption>& bench_options() {
  static const std::vector<BenchOption> options = make_options();
  return options;
}

const std::vector<BenchOption>& recovery_options() {
  static const std::vector<BenchOption> options{
      {"duration", "TIME", "of each call, 1s to 1h [60s]", false, set_call_duration},
      {"out", "DIR", "folder for the table (recovery.csv)", false, set_out},
      {"overwrite", "", "replace the table of an earlier run; otherwise a new one goes to DIR-2", false,
       [](BenchOptions& o, const std::string&) { return set_flag(o.overwrite); }},
  };
  return options;
}

std::string check_bench_options(const BenchOptions& options) {
  const auto processors = static_cast<int>(std::thread::hardware_concurrency());
  if (options.cpu >= processors) {
    return "--cpu: this machine has processors 0 to " + std::to_string(processors - 1) + ".";
  }
  if (options.duration < 1s) return "--duration: a run of less than 1s is too short.";
  if (options.spin > longest_spin) return "--spin: busy-waiting for more than 10ms only wastes processor time.";
  if (options.brief && (options.duration_given || options.busy_time_given)) {
    return "--short has its own durations: leave out --duration and --busy-time.";
  }
  if (options.busy_time_given && options.busy_to > options.duration) {
    return "--busy-time: the runs end after " + format_duration(options.duration) + " (--duration), before that.";
  }
  return {};
}

void complete_bench_options(BenchOptions& options) {
  if (options.busy_time_given) return;
  options.busy_from = options.duration / 3;
  options.busy_to = options.duration * 2 / 3;
}

}  // namespace evenkeel::bench
