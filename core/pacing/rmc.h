#pragma once

#include "core/pacing/pacer.h"

namespace evenkeel {

struct RmcParameters {
  double k_r = 1;                      ///< gain of the mismatch, per iteration; stable in (0, 2), deadbeat at 1
  int n = 20;                          ///< N: iterations per round trip, at least
  Duration t_s_min = 500us;            ///< T_s,min: no iteration sooner than this after the last
  double packets_gathered = 0.5;       ///< b; 0: T_s by the round trip alone, an iteration each T_s, as published
  DataSize idle_credit = bytes(3000);  ///< of c_max: what an idle sender may send at once, 2 MTU
  Duration burst_limit = 50ms;  ///< of B_max: what a late sender makes up for; 0 means all of it, as in the paper
  Duration burst_floor = 10ms;  ///< of B_max: made up for however short the round trip is

  void visit(ParameterVisitor& visitor);
};

/// T_s = max(T_s,min, min(RTT_min/N, b P/r_c)), of which a late timer makes more. An unknown round trip counts as zero;
/// a rate or a packet of zero, and b = 0, leave b P/r_c out: the published T_s.
Duration rmc_sampling_time(const RmcParameters& parameters, std::optional<Duration> min_round_trip_time, DataRate rate,
                           DataSize packet);

/// The Rate Mismatch Controller of De Cicco and Mascolo, "A Mismatch Controller for Implementing High-Speed Rate-based
/// Transport Protocols", eqs 8-10 and Algorithms 2 and 3.
///
/// An iteration begins with the first due() at least T_s after the last one began, and may send y = k_r (d_c - d_e)
/// bytes. Without packets there are no iterations, nor while y is less than the packet at the head: such an iteration
/// sends nothing and leaves d_e as it is, and d_c is an integral that does not depend on how often it is looked at. So
/// to leave it out, and to wake when y reaches the head instead of every T_s, leaves eqs 8-10 as they are at the
/// instants that remain; these are then no multiples of T_s, and a packet goes when it is due and not up to T_s later.
///
/// T_s = max(T_s,min, min(RTT_min/N, b P/r_c)), P the size of the packet at the head. The paper has no b; with it an
/// iteration gathers no more packets than b allows, and T_s is T_s,min at high rates whatever the round trip. b = 1/2
/// rather than 1, because at 1 T_s is the very time between two packets: each late wake-up would put off all that
/// follow, until two leave as one (p99 of the lateness at 2.5 Mbit/s, RTT 100 ms, timers 0.05 to 0.15 ms late: 4 ms;
/// with 1/2 0.15 ms). Where P/r_c is less than T_s,min a packet still waits up to T_s,min: those of 1228 bytes from 20
/// Mbit/s up.
///
/// Added to the paper is what a sender that is not always busy or not always awake needs, the anti-windup:
/// * While the queue is empty, d_c - d_e stays at or below c_max = max(idle_credit, r_c T_s), where limit_idle() leaves
///   that much of idle_credit.
/// * In an iteration it is cut to r_c B_max, and the cut is counted as forgiven:
///   B_max = max(2 T_s, burst_floor, min(RTT_min, burst_limit)). So a disturbance is rejected (Proposition 2) unless
///   one stall lasts longer than B_max, or the rate falls while more is owed. For slow senders at least c_max stays,
///   and what the next packet needs.
class Rmc final : public Pacer {
 public:
  explicit Rmc(const RmcParameters& parameters = {})
      : Pacer({"rmc", "Rate Mismatch Controller (De Cicco and Mascolo)"}), parameters_(parameters) {}

  void visit_parameters(ParameterVisitor& visitor) override { parameters_.visit(visitor); }

  const RmcParameters& parameters() const { return parameters_; }

  void set_rate(DataRate rate, LocalTime now) override;
  void on_queue(std::optional<DataSize> head, LocalTime now) override;
  std::size_t due(std::span<const DataSize> waiting, LocalTime now) override;
  void on_sent(DataSize size, std::optional<DataSize> next, LocalTime now) override;
  std::optional<LocalTime> next_wake(DataSize head) const override;
  void reset(LocalTime now) override;

  /// T_s with the packet at the head, or where none waits the last one.
  Duration sampling_time() const { return sampling_time(packet_); }
  /// What the anti-windup dropped since the start.
  DataSize forgiven() const;

 private:
  Duration sampling_time(DataSize packet) const;
  double bytes_in(Duration time) const;
  double idle_credit() const;
  double largest_mismatch() const;
  bool iteration_due(LocalTime now) const;
  void begin_iteration(LocalTime now);
  bool iterates_each_sampling_time() const;
  double allowed(double mismatch) const;
  bool fits(DataSize sum) const;

  RmcParameters parameters_;
  std::optional<LocalTime> iteration_;  // t_k: when the last one began
  DataSize packet_;                     // size of the one at the head, or of the last one
  LocalTime head_since_;                // when the queue was empty last
  double budget_ = 0;                   // what is left of y
  double forgiven_ = 0;
};

}  // namespace evenkeel
