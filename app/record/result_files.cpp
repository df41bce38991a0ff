#include "app/record/result_files.h"

#include <sys/utsname.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <thread>

#include "app/version.h"
#include "core/base/quantity.h"

namespace evenkeel {
namespace {

using Json = nlohmann::ordered_json;

Json host() {
  utsname name{};
  uname(&name);
  return {{"name", name.nodename},
          {"system", std::string(name.sysname) + ' ' + name.release},
          {"machine", name.machine},
          {"processors", std::thread::hardware_concurrency()}};
}

double rounded(double value) { return std::round(value * 1e6) / 1e6; }

Json column_json(const ColumnSummary& c) {
  Json json;
  if (!c.column->unit.empty()) json["unit"] = std::string(c.column->unit);
  if (c.column->kind == ColumnKind::counter) {
    json["total"] = rounded(c.total);
    return json;
  }
  json["mean"] = rounded(c.mean);
  json["p50"] = rounded(c.p50);
  json["p95"] = rounded(c.p95);
  json["p99"] = rounded(c.p99);
  json["min"] = rounded(c.min);
  json["max"] = rounded(c.max);
  return json;
}

Json span_json(const SpanSummary& span) {
  Json json = Json::object();
  for (const ColumnSummary& c : span) json[std::string(c.column->name)] = column_json(c);
  return json;
}

Json delays_json(const QuantileSketch& delays) {
  return {{"unit", "ms"},
          {"pictures", delays.count()},
          {"mean", rounded(delays.mean())},
          {"p50", rounded(delays.quantile(0.5))},
          {"p95", rounded(delays.quantile(0.95))},
          {"p99", rounded(delays.quantile(0.99))},
          {"min", rounded(delays.min())},
          {"max", rounded(delays.max())}};
}

double total_of(const SpanSummary& span, std::string_view name) {
  const auto* c = find_column(span, name);
  return c == nullptr ? 0 : c->total;
}

// Of less, rates and percentiles say nothing.
constexpr double least_time = 0.5;  // s in the call
constexpr double least_samples = least_time * 48000;
constexpr std::size_t least_pictures = 10;
constexpr double pictures_are_due = 2;  // s in the call, by when the first one has come

/// How losses were mended, and what they cost the viewer; only what there was. A receiver in another process than the
/// sender knows what it asked for, not what was sent again.
void add_recovery(const SpanSummary& span, std::vector<std::string>& facts) {
  const auto add_packets = [&](std::string_view name, const char* fate) {
    if (total_of(span, name) > 0) facts.push_back(format_number(total_of(span, name)) + fate);
  };
  add_packets("evenkeelPacketsRepaired", " repaired");
  const bool sends = find_column(span, "retransmittedPacketsSent") != nullptr;
  add_packets(sends ? "retransmittedPacketsSent" : "nackCount", sends ? " sent again" : " asked for again");
  const double freezes = total_of(span, "freezeCount");
  if (freezes <= 0) return;
  facts.push_back(format_number(freezes) + (freezes == 1 ? " freeze (" : " freezes (") +
                  format_number(total_of(span, "totalFreezesDuration"), 3) + " s)");
}

void add_sound(const SpanSummary& span, std::vector<std::string>& facts) {
  const double played = total_of(span, "totalSamplesReceived");
  if (played < least_samples) return;
  std::string text = "sound ";
  if (const auto* delay = find_column(span, "evenkeelSoundDelay"))
    text += format_number(delay->mean, 3) + " ms from capture to ear, ";
  const auto share = [&](std::string_view name) { return format_number(100 * total_of(span, name) / played, 2); };
  text += share("concealedSamples") + " % concealed";
  if (total_of(span, "concealedSamples") > 0) text += " (" + share("evenkeelConcealedSpeechSamples") + " % in words)";
  facts.push_back(text);
}

std::string flow_facts(const SpanSummary& span, double seconds) {
  std::vector<std::string> facts;
  const auto of = [&](std::string_view name) { return find_column(span, name); };
  double in_call = 0;  // s; a listener may have waited before, and stayed after a goodbye
  const auto time_of = [&](const ColumnSummary* c) { return c == nullptr ? 0 : c->coverage * seconds; };
  const auto add_rate = [&](const char* what, std::string_view name) {
    const auto* c = of(name);
    if (time_of(c) < least_time) return;
    facts.push_back(what + format_rate(bits_per_second(c->mean), 3));
    in_call = time_of(c);
  };
  add_rate("sent ", "sendBitrate");
  add_rate("received ", "receiveBitrate");
  const bool had_call = of("sendBitrate") != nullptr || of("receiveBitrate") != nullptr;
  if (facts.empty()) return had_call ? "too short to be measured" : "";
  if (const auto* c = of("oneWayDelay"); time_of(c) >= least_time) {
    facts.push_back("one-way delay " + format_number(c->mean, 3) + " ms (p95 " + format_number(c->p95, 3) + ")");
  }
  if (const auto* c = of("packetsLost")) facts.push_back("lost " + format_number(c->total));
  add_recovery(span, facts);
  const auto* pictures = of("framesDecoded");
  if (pictures != nullptr && (pictures->total > 0 || in_call >= pictures_are_due)) {
    facts.push_back(format_number(pictures->total / in_call, 3) + " pictures/s");
  }
  add_sound(span, facts);
  std::string text;
  for (const std::string& fact : facts) text += (text.empty() ? "" : ", ") + fact;
  return text;
}

std::string delay_facts(const QuantileSketch& delays) {
  return ", capture to display p50 " + format_number(delays.quantile(0.5), 3) + " ms, p95 " +
         format_number(delays.quantile(0.95), 3) + " ms";
}

}  // namespace

Json describe_program(std::string_view program, std::string_view commit, const std::vector<std::string>& command_line) {
  Json json{{"program", program}, {"version", version}};
  if (!commit.empty()) json["commit"] = commit;
  json["commandLine"] = command_line;
  json["host"] = host();
  return json;
}

Json describe_summary(const RunSummary& summary, const PictureDelays& delays) {
  Json json;
  json["duration"] = {{"unit", "s"}, {"value", to_seconds(summary.duration)}};
  for (const FlowSummary& flow : summary.flows) {
    const std::string name(flow.flow.view());
    Json& entry = json["flows"][name];
    entry["run"] = span_json(flow.run);
    entry["lastHalf"] = span_json(flow.last_half);
    const auto found = delays.find(name);
    if (found == delays.end() || found->second.count() < 2) continue;
    entry["run"]["endToEndDelay"] = delays_json(found->second.whole());
    entry["lastHalf"]["endToEndDelay"] = delays_json(found->second.last_half());
  }
  if (summary.jain_index_run) json["jainIndex"]["run"] = rounded(*summary.jain_index_run);
  if (summary.jain_index_last_half) json["jainIndex"]["lastHalf"] = rounded(*summary.jain_index_last_half);
  return json;
}

std::string summary_text(const RunSummary& summary, const PictureDelays& delays) {
  std::string text;
  for (const FlowSummary& flow : summary.flows) {
    std::string facts = flow_facts(flow.last_half, to_seconds(summary.duration) / 2);
    if (facts.empty()) continue;  // nothing went this way
    const auto found = delays.find(std::string(flow.flow.view()));
    if (found != delays.end() && found->second.last_half().count() >= least_pictures)
      facts += delay_facts(found->second.last_half());
    text += std::string(flow.flow.view()) + ", last half: " + facts + '\n';
  }
  return text;
}

}  // namespace evenkeel
