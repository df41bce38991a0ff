#pragma once

#include "core/pacing/mismatch.h"
#include "core/pacing/packet_queue.h"
#include "core/pacing/send_loop.h"

namespace evenkeel {

struct RmcParameters {
  double k_r = 1;                      ///< gain of the mismatch, per iteration; stable in (0, 2), deadbeat at 1
  int n = 20;                          ///< N: iterations per round trip
  Duration t_s_min = 1ms;              ///< T_s,min: no iteration sooner than this after the last
  DataSize idle_credit = bytes(3000);  ///< of c_max: what an idle sender may send at once, 2 MTU
  Duration burst_limit = 50ms;  ///< of B_max: what a late sender makes up for; 0 means all of it, as in the paper
  Duration burst_floor = 10ms;  ///< of B_max: made up for however short the round trip is

  void visit(ParameterVisitor& visitor);
};

/// The Rate Mismatch Controller of De Cicco and Mascolo, "A Mismatch Controller for Implementing High-Speed Rate-based
/// Transport Protocols", eqs 8-10 and Algorithms 2 and 3.
///
/// An iteration begins with the first poll() at least T_s = max(RTT_min / N, T_s,min) after the last one began, and
/// may send y = k_r (d_c - d_e) bytes. Without packets there are no iterations.
///
/// Added to the paper is what a sender that is not always busy or not always awake needs, the anti-windup:
/// * While the queue is empty, d_c - d_e stays at or below c_max = max(idle_credit, r_c T_s).
/// * In an iteration it is cut to r_c B_max, and the cut is counted as forgiven:
///   B_max = max(2 T_s, burst_floor, min(RTT_min, burst_limit)). So a disturbance is rejected (Proposition 2) unless
///   one stall lasts longer than B_max, or the rate falls while more is owed. For slow senders at least c_max stays,
///   and what the next packet needs.
class Rmc final : public SendLoop {
 public:
  Rmc() = default;
  explicit Rmc(const RmcParameters& parameters) : parameters_(parameters) {}

  std::string_view name() const override { return "rmc"; }
  std::string_view summary() const override { return "Rate Mismatch Controller (De Cicco and Mascolo)"; }
  void visit_parameters(ParameterVisitor& visitor) override { parameters_.visit(visitor); }

  void enqueue(PacketRef packet, LocalTime now) override;
  void set_rate(DataRate rate, LocalTime now) override { mismatch_.set_rate(rate, now); }
  void set_min_round_trip_time(Duration rtt) override { min_rtt_ = rtt; }
  std::size_t poll_batch(LocalTime now, std::span<PacketRef> out) override;
  void on_batch_sent(std::size_t count, LocalTime now) override;
  std::optional<PacketRef> discard() override;
  std::optional<LocalTime> next_wake() const override;
  void reset(LocalTime now) override;

  DataSize queued() const override { return queue_.size(); }
  std::size_t queued_packets() const override { return queue_.packets(); }
  SendLoopState state(LocalTime now) const override;
  std::vector<Prediction> predictions(const PathConditions& path) const override;

 private:
  Duration sampling_time() const;
  double bytes_in(Duration time) const;
  double idle_credit() const;
  double largest_mismatch() const;
  bool iteration_due(LocalTime now) const;
  void begin_iteration(LocalTime now);
  bool fits(DataSize sum) const;
  void take_head();

  RmcParameters parameters_;
  Mismatch mismatch_;
  PacketQueue queue_;
  std::optional<Duration> min_rtt_;
  std::optional<LocalTime> iteration_;  // t_k: when the last one began
  LocalTime head_since_;                // when the queue was empty last
  double budget_ = 0;                   // what is left of y
  double forgiven_ = 0;
};

}  // namespace evenkeel
