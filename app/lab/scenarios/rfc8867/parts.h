#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/lab/scenarios/rfc8867/case.h"

namespace evenkeel::lab {

/// A hop of RFC 8867, section 4: drop tail, the same delay both ways.
HopPlan rfc8867_hop(std::vector<CapacityStep> forward, std::vector<CapacityStep> backward, Duration delay,
                    Duration queue);
/// The same, with a constant way back at the highest forward rate.
HopPlan rfc8867_hop(std::vector<CapacityStep> forward, Duration delay, Duration queue);

/// UDP at constant rates, one flow per step ("udp1", "udp2", ...), that leaves on the link what `left` says.
/// `backward`: from router 1 to 0.
std::vector<FlowPlan> rfc8867_background(DataRate link, const std::vector<CapacityStep>& left, Duration duration,
                                         bool backward = false);

/// The phases between the steps, until `end`, with the same flows.
std::vector<Rfc8867Phase> rfc8867_phases(const std::vector<CapacityStep>& steps, Duration end,
                                         std::vector<std::string> flows);

/// Sections 4.3 and 4.4: the media under test, and the audio beside it ("s1" and "s1 audio").
FlowPlan rfc8867_video(const Rfc8867Case::Media& media, const std::string& controller);
FlowPlan rfc8867_audio(const Rfc8867Case::Media& media);

/// The name of the run of a single greedy flow, for comparison with closed forms.
std::string rfc8867_greedy_run(const std::string& controller, std::optional<DataRate> rate);
/// The capacities at which equilibria are judged.
constexpr DataRate rfc8867_equilibrium_rates[]{kilobits_per_second(600), kilobits_per_second(1000)};

/// Standard deviation of each link's delay, cut off at three deviations (RFC 8868, 4.5.3): within the 30 ms of section
/// 4.1.
constexpr Duration rfc8867_jitter = 5ms;
/// The rate of one audio flow, in IP packets.
constexpr DataRate rfc8867_audio_rate = kilobits_per_second(20);
constexpr DataRate rfc8867_max_media = kilobits_per_second(1500);

}  // namespace evenkeel::lab
