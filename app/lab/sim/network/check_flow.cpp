#include "app/lab/sim/network/check_flow.h"

#include <cmath>

#include "app/lab/sim/network/media_algorithms.h"
#include "app/lab/sim/network/tcp_socket.h"

namespace evenkeel::sim {
namespace {

constexpr DataSize smallest_packet = bytes(100);
constexpr DataSize largest_packet = bytes(9000);

bool good_packet(DataSize packet) { return packet >= smallest_packet && packet <= largest_packet; }
bool good_rate(DataRate rate) { return rate >= bits_per_second(1) && rate <= megabits_per_second(100'000); }
bool good_time(Duration time) { return time > Duration::zero() && time <= 24h; }

const std::string wrong_packet = "its packets are not of 100 to 9000 bytes";
const std::string wrong_rate = "its rate is not within 1 bit/s and 100 Gbit/s";

std::string check(const lab::MediaPlan& plan) {
  if (!good_packet(plan.packet)) return wrong_packet;
  const RateLimits& limits = plan.limits;
  const bool in_order = limits.minimum <= limits.start && limits.start <= limits.maximum;
  if (!good_rate(limits.minimum) || !good_rate(limits.maximum) || !in_order) {
    return "its rates are not in order: the least, that at the start, the highest";
  }
  if (!(std::abs(plan.clock_skew) <= 0.1)) return "its clock's skew is not within -0.1 and 0.1";
  if (!(plan.most_media > DataRate())) return "its encoder can use no rate";
  if (!(plan.frames_per_second >= 1 && plan.frames_per_second <= 1000)) {
    return "its frame rate is not within 1 and 1000";
  }
  return {};
}

std::string check(const lab::TcpPlan& plan) {
  if (!good_packet(plan.segment)) return wrong_packet;
  return good_time(plan.min_rto) ? "" : "its least timeout is not above zero";
}

std::string check(const lab::ShortTcpPlan& plan) {
  const bool sizes = plan.smallest > DataSize() && plan.smallest <= plan.largest && plan.largest < bytes(tcp_buffer);
  if (!sizes) return "its files are not of 1 byte to 4 MB, in order";
  if (!good_time(plan.mean_pause)) return "its pauses are not above zero";
  return check(plan.tcp);
}

std::string check(const lab::CbrPlan& plan) {
  if (!good_packet(plan.packet)) return wrong_packet;
  return good_rate(plan.rate) ? "" : wrong_rate;
}

std::string check(const lab::ParetoPlan& plan) {
  if (!good_packet(plan.packet)) return wrong_packet;
  if (!good_rate(plan.rate)) return wrong_rate;
  if (!good_time(plan.mean_burst) || !good_time(plan.mean_pause)) return "its bursts or pauses are not above zero";
  return plan.shape > 1 ? "" : "its shape is not above 1, so that the bursts have no mean";
}

bool good_route(const lab::FlowPlan& flow, int hops) {
  const auto there = [&](int router) { return router >= 0 && router <= hops; };
  return there(flow.from) && there(flow.to) && flow.from != flow.to;
}

bool good_activity(const std::vector<lab::ActiveTime>& times) {
  Duration last{};
  for (const lab::ActiveTime& time : times) {
    if (time.from < last || time.to <= time.from) return false;
    last = time.to;
  }
  return true;
}

std::string check_ends(const lab::FlowPlan& flow, int hops) {
  if (!good_route(flow, hops)) {
    return "it does not lead from one router of 0 to " + std::to_string(hops) + " to another";
  }
  if (flow.access_delay < Duration::zero() || flow.access_delay > 1h) {
    return "its access delay is not within 0 and an hour";
  }
  return good_activity(flow.active) ? "" : "its times of activity are not in order";
}

}  // namespace

std::string check_flow(const lab::FlowPlan& flow, int hops) {
  std::string wrong = check_ends(flow, hops);
  if (wrong.empty()) wrong = std::visit([](const auto& traffic) { return check(traffic); }, flow.traffic);
  if (!wrong.empty()) return "The flow '" + flow.name + "' cannot be: " + wrong + ".";
  const auto* media = std::get_if<lab::MediaPlan>(&flow.traffic);
  return media ? make_media_algorithms(*media).error : "";
}

}  // namespace evenkeel::sim
