#pragma once

#include "app/lab/scenarios/calls/case.h"

namespace evenkeel::lab {

// Parts that the cases of the controller for calls share.

/// The link of case a: 2.5 Mbit/s, 50 ms each way. The way back is the same.
constexpr DataRate calls_rate = megabits_per_second(2.5);
constexpr Duration calls_delay = 50ms;
constexpr Duration calls_buffer = 300ms;
/// Time after an event that is not measured.
constexpr Duration calls_settling = 10s;

/// One flow alone for `length` on a drop tail link; measured from 10 s on.
CallsVariant calls_alone(std::string name, Duration length, DataRate rate, Duration delay,
                         Duration buffer = calls_buffer);
/// The same on the link of case a.
CallsVariant calls_alone(std::string name, Duration length);

/// The bottleneck in the direction of the media.
LinkPlan& forward_of(CallsVariant& variant);
const LinkPlan& forward_of(const CallsVariant& variant);

/// A long TCP flow as is common today: segments of 1500 bytes, SACK, delayed acknowledgements.
TcpPlan calls_tcp(TcpVariant variant);

/// A media flow: 1 Mbit/s at the start, at least 50 kbit/s; encoder of RFC 8593; IP packets of 1200 bytes; estimated
/// delay.
FlowPlan calls_media(const CallsVariant& variant, const CallsVariant::Media& media, const std::string& controller);

}  // namespace evenkeel::lab
