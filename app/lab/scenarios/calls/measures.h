#pragma once

#include "app/lab/scenarios/calls/case.h"

namespace evenkeel::lab {

// Measures of the controllers for calls. NaN for a run that is shorter than its variant.

/// Media received (IP bytes) relative to what the other flows leave of the link [%], in the measured times.
CallsMeasure calls_use();
/// Media received (IP bytes) relative to the capacity in the rows, for links with a trace [%], in the measured times.
CallsMeasure calls_use_of_rows();
/// Media received (IP bytes) relative to the link [%], in the measured times.
CallsMeasure calls_share();
/// The same from `from` to `to`, by rows; for variants that are longer than `from`.
CallsMeasure calls_use_between(const std::string& column, Duration from, Duration to);
/// Media received (IP bytes) relative to the link [%], by rows within the given times.
CallsMeasure calls_use_within(const std::string& column, std::vector<ActiveTime> (*times)(const CallsVariant&));
/// Queueing time of media packets [ms], of the flow where it is longest, in the measured times.
CallsMeasure calls_queue(int percentile);
CallsMeasure calls_queue_peak();
/// Percentile of the queue in the rows from `from` on, including events [ms].
CallsMeasure calls_queue_of_rows(const std::string& column, double rank, Duration from);
/// Loss of all media packets of the run [%].
CallsMeasure calls_loss();
/// Jain's index of the media rates; the smallest over the measured times with several flows.
CallsMeasure calls_jain();
/// Time from `event` until a mean over 300 ms reaches 80 % of the capacity [s].
CallsMeasure calls_time_to_rate(const std::string& column, Duration event);
/// Time from `event` until the queue stays below `limit_ms` for a second [s]. For variants that are longer than
/// `event`.
CallsMeasure calls_time_to_queue(const std::string& column, Duration event, double limit_ms);
/// Standard deviation over mean of the rate received per second [%], in the measured times.
CallsMeasure calls_oscillation();
/// Queueing time at the sender, by rows [ms], in the measured times.
CallsMeasure calls_sender_queue();

/// The longest continuous time of darc's competition mode [s]. NaN for other controllers.
CallsMeasure calls_competition();

/// Utilisation, three percentiles of the queue, and loss: the first columns of every table.
std::vector<CallsMeasure> calls_basics();

/// Capacity of the bottleneck in bit/s; the mean over the measured times, or over a span.
double calls_capacity(const CallsVariant& variant);
double calls_capacity(const CallsVariant& variant, Duration from, Duration to);

// Oracle: a fluid sender that knows the queue and sends at the link's rate of 100 ms ago less what is queued, or at the
// media's maximum. The buffer is unlimited, the capacity is that of the rows. In the measured times.

CallsMeasure calls_oracle_use();    ///< of the capacity [%]
CallsMeasure calls_oracle_queue();  ///< 95th percentile of its queueing time [ms]

}  // namespace evenkeel::lab
