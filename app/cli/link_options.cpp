#include "app/cli/link_options.h"

#include <algorithm>
#include <array>
#include <vector>

#include "app/files/untrusted_file.h"
#include "core/base/quantity.h"

namespace evenkeel {
namespace {

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    const auto end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

/// Keys parsed so far; loss and burst together make the loss model.
struct LossOptions {
  double loss = 0;
  double burst = 1;
  bool given = false;
};

LossModel loss_model(const LossOptions& options) {
  if (options.loss <= 0) return NoLoss{};
  if (options.burst <= 1) return IndependentLoss{options.loss};
  GilbertElliottLoss model;  // all is lost in the bad state, which lasts `burst` packets on the average
  model.bad_to_good = 1 / options.burst;
  model.good_to_bad = std::min(1.0, options.loss / (options.burst * (1 - options.loss)));
  return model;
}

std::string set_buffer(std::string_view text, BufferLimit& buffer) {
  if (const auto size = parse_size(text)) {
    buffer = *size;
    return {};
  }
  const auto time = parse_duration(text);
  if (!time) return "'" + std::string(text) + "' is not a buffer: write a time as 300ms or a size as 90kB.";
  buffer = *time;
  return {};
}

std::string set_loss(std::string_view text, LossOptions& options) {
  options.given = true;
  std::string error = assign(parse_ratio(text), options.loss);
  if (error.empty() && options.loss >= 1) error = "loss must be below 100%.";
  return error;
}

std::string set_burst(std::string_view text, LossOptions& options) {
  options.given = true;
  std::string error = assign(parse_number(text), options.burst);
  if (error.empty() && options.burst < 1) error = "burst, the packets lost in a row, must be at least 1.";
  return error;
}

std::string set_capacity(std::string_view text, Capacity& capacity) {
  const auto rate = parse_rate(text);
  if (rate && rate.value->bps() <= 0) return "the capacity of a link must be above 0.";
  if (rate) capacity = Capacity::constant(*rate);
  return rate.error;
}

std::string set_mark(std::string_view text, std::optional<Duration>& mark_above) {
  const auto time = parse_duration(text);
  if (time) mark_above = *time;
  return time.error;
}

std::string set_mtu(std::string_view text, std::optional<DataSize>& mtu) {
  constexpr DataSize minimum = bytes(576);  // RFC 791, section 3.1: what every path carries
  const auto size = parse_size(text);
  if (size && *size < minimum) return "mtu, the largest IP packet, must be at least 576B.";
  if (size) mtu = *size;
  return size.error;
}

std::string set_share(std::string_view text, double& share) {
  const std::string error = assign(parse_ratio(text), share);
  return error.empty() && share > 1 ? "'" + std::string(text) + "' is more than 100%." : error;
}

struct LinkKey {
  std::string_view name;
  std::string (*set)(std::string_view value, LinkConfig& link, LossOptions& loss);
};

using Text = std::string_view;
constexpr std::array link_keys{
    LinkKey{"capacity", [](Text t, LinkConfig& link, LossOptions&) { return set_capacity(t, link.capacity); }},
    LinkKey{"delay",
            [](Text t, LinkConfig& link, LossOptions&) { return assign(parse_duration(t), link.propagation_delay); }},
    LinkKey{"buffer", [](Text t, LinkConfig& link, LossOptions&) { return set_buffer(t, link.buffer); }},
    LinkKey{"loss", [](Text t, LinkConfig&, LossOptions& loss) { return set_loss(t, loss); }},
    LinkKey{"burst", [](Text t, LinkConfig&, LossOptions& loss) { return set_burst(t, loss); }},
    LinkKey{"jitter",
            [](Text t, LinkConfig& link, LossOptions&) { return assign(parse_duration(t), link.jitter_sigma); }},
    LinkKey{"mark", [](Text t, LinkConfig& link, LossOptions&) { return set_mark(t, link.mark_above); }},
    LinkKey{"scatter",
            [](Text t, LinkConfig& link, LossOptions&) { return assign(parse_duration(t), link.reordering.scatter); }},
    LinkKey{"late", [](Text t, LinkConfig& link, LossOptions&) { return set_share(t, link.reordering.late_share); }},
    LinkKey{"late-by",
            [](Text t, LinkConfig& link, LossOptions&) { return assign(parse_duration(t), link.reordering.late_by); }},
    LinkKey{"duplicates", [](Text t, LinkConfig& link, LossOptions&) { return set_share(t, link.duplicates); }},
    LinkKey{"dip", [](Text t, LinkConfig& link, LossOptions&) { return assign(parse_duration(t), link.dips.delay); }},
    LinkKey{"dip-every",
            [](Text t, LinkConfig& link, LossOptions&) { return assign(parse_duration(t), link.dips.every); }},
    LinkKey{"dip-length",
            [](Text t, LinkConfig& link, LossOptions&) { return assign(parse_duration(t), link.dips.length); }},
    LinkKey{"mtu", [](Text t, LinkConfig& link, LossOptions&) { return set_mtu(t, link.mtu); }},
    LinkKey{"rebind",
            [](Text t, LinkConfig& link, LossOptions&) { return assign(parse_duration(t), link.rebind_every); }},
};

std::string set_key(std::string_view key, std::string_view value, LinkConfig& link, LossOptions& loss) {
  const auto known = std::ranges::find(link_keys, key, &LinkKey::name);
  if (known != link_keys.end()) return known->set(value, link, loss);
  std::string names;
  for (const LinkKey& k : link_keys) names += (names.empty() ? "" : ", ") + std::string(k.name);
  return "A link has no '" + std::string(key) + "': it takes " + names + ".";
}

/// What says nothing without another key.
std::string check_company(const std::vector<std::string_view>& given) {
  const auto has = [&](std::string_view key) { return std::ranges::count(given, key) > 0; };
  if (has("burst") && !has("loss")) return "burst needs a loss: write loss=1%,burst=4.";
  if (has("late-by") && !has("late")) return "late-by needs a share of late packets: write late=1%,late-by=10ms.";
  const bool dips = has("dip") && has("dip-every") && has("dip-length");
  if (!dips && (has("dip") || has("dip-every") || has("dip-length")))
    return "a dip needs its delay, its interval and its length: write dip=12ms,dip-every=15s,dip-length=30ms.";
  return {};
}

Parsed<CapacityStep> parse_step(std::string_view text) {
  const auto colon = text.find(':');
  if (colon == std::string_view::npos) {
    return {std::nullopt, "'" + std::string(text) + "' is not TIME:RATE: write a schedule as 0s:2.5Mbps,40s:1Mbps."};
  }
  const auto at = parse_duration(text.substr(0, colon));
  if (!at) return {std::nullopt, at.error};
  const auto rate = parse_rate(text.substr(colon + 1));
  if (!rate) return {std::nullopt, rate.error};
  return {CapacityStep{*at, *rate}, ""};
}

/// A step out of order is more likely mistyped than meant.
std::string check_order(const std::vector<CapacityStep>& before, const CapacityStep& step) {
  if (before.empty() || before.back().at < step.at) return {};
  const std::string time = format_duration(step.at);
  const bool twice = std::ranges::count(before, step.at, &CapacityStep::at) > 0;
  if (twice) return "the schedule has two rates for " + time + ": leave one out.";
  return "the schedule has " + time + " after " + format_duration(before.back().at) + ": put the times in order.";
}

/// A comma within the number of `part`, which `text` has; what follows it is no key then.
bool has_decimal_comma(std::string_view text, std::string_view part) {
  const auto end = static_cast<std::size_t>(part.data() - text.data()) + part.size();
  const auto is_digit = [&](std::size_t at) { return at < text.size() && text[at] >= '0' && text[at] <= '9'; };
  return end > 0 && is_digit(end - 1) && is_digit(end + 1);
}

}  // namespace

LinkConfig default_link() {
  LinkConfig link;
  link.capacity = Capacity::constant(kilobits_per_second(2500));
  link.propagation_delay = 50ms;
  link.buffer = Duration(300ms);
  return link;
}

Parsed<LinkConfig> parse_link(std::string_view text, const LinkConfig& defaults) {
  LinkConfig link = defaults;
  LossOptions loss;
  std::vector<std::string_view> given;
  for (const std::string_view part : split(text, ',')) {
    const auto equals = part.find('=');
    if (equals == std::string_view::npos) {
      return {std::nullopt,
              "'" + std::string(part) + "' is not KEY=VALUE: write a link as capacity=2.5Mbps,delay=50ms."};
    }
    if (has_decimal_comma(text, part)) {
      return {std::nullopt, "'" + std::string(part) + "' is followed by a comma where a point belongs: write 2.5Mbps."};
    }
    const std::string_view key = part.substr(0, equals);
    const std::string error = set_key(key, part.substr(equals + 1), link, loss);
    if (!error.empty()) return {std::nullopt, error};
    if (std::ranges::count(given, key) > 0) {
      return {std::nullopt, "'" + std::string(key) + "' is given more than once: leave one out."};
    }
    given.push_back(key);
  }
  if (std::string error = check_company(given); !error.empty()) return {std::nullopt, error};
  if (loss.given) link.loss = loss_model(loss);
  return {link, ""};
}

std::string link_text(const LinkSettings& link) {
  return "capacity=" + format_rate(link.capacity) + ",delay=" + format_duration(link.delay) +
         ",buffer=" + format_duration(link.buffer) + ",loss=" + format_ratio(link.loss) +
         ",jitter=" + format_duration(link.jitter);
}

Parsed<Capacity> parse_schedule(std::string_view text) {
  std::vector<CapacityStep> steps;
  for (const std::string_view part : split(text, ',')) {
    const auto step = parse_step(part);
    if (!step) return {std::nullopt, step.error};
    if (std::string error = check_order(steps, *step); !error.empty()) return {std::nullopt, error};
    steps.push_back(*step);
  }
  return {Capacity::schedule(std::move(steps)), ""};
}

std::string unreadable_trace_text(const std::string& path, const std::string& reason) {
  return "Cannot read the link trace '" + path + "': " + reason + "; give a file in mahimahi's format.";
}

Parsed<Capacity> read_trace(const std::string& path) {
  const auto text = read_text(path, max_mahimahi_text);
  if (!text) return {std::nullopt, unreadable_trace_text(path, text.error)};
  auto parsed = parse_mahimahi(*text);
  if (const auto* error = std::get_if<std::string>(&parsed)) {
    return {std::nullopt, "'" + path + "' is not a link trace: " + *error + "."};
  }
  return {Capacity::trace(std::get<MahimahiTrace>(std::move(parsed))), ""};
}

}  // namespace evenkeel
