#pragma once

#include "app/lab/scenarios/calls/case.h"

namespace evenkeel::lab {

// What is measured of the controllers for calls. A run that is shorter than its variant has no measures.

/// IP bytes of the media received, of what the others leave of the link [%]; while the variant measures.
CallsMeasure calls_use();
/// IP bytes of the media received, of the capacity in the rows, which a trace may have [%]; while the variant measures.
CallsMeasure calls_use_of_rows();
/// IP bytes of the media received, of the link [%]; while the variant measures.
CallsMeasure calls_share();
/// The same from `from` to `to`, by rows; of variants that are longer than `from`.
CallsMeasure calls_use_between(const std::string& column, Duration from, Duration to);
/// IP bytes of the media received from 10 s after each event, of the link [%]; by rows within the times given.
CallsMeasure calls_use_within(const std::string& column, std::vector<ActiveTime> (*times)(const CallsVariant&));
/// Wait of the media packets at the bottleneck, of the flow whose is the longest [ms]; while the variant measures.
CallsMeasure calls_queue(int percentile);
CallsMeasure calls_queue_peak();
/// Percentile of the queue in the rows from `from` on, events included [ms].
CallsMeasure calls_queue_of_rows(const std::string& column, double rank, Duration from);
/// Of all media packets of the run [%].
CallsMeasure calls_loss();
/// Of the media rates within each of the measured times in which there are several; the least of these.
CallsMeasure calls_jain();
/// From `event` until 80 % of the capacity there is received, the mean over 300 ms that begin then [s].
CallsMeasure calls_time_to_rate(const std::string& column, Duration event);
/// From `event` until the queue is below `limit` for a second [s]. Of variants that are longer than `event`.
CallsMeasure calls_time_to_queue(const std::string& column, Duration event, double limit_ms);
/// Standard deviation over mean of the rate received in each second [%]; while the variant measures.
CallsMeasure calls_oscillation();
/// Wait of what the encoder gave out before it is sent, by rows [ms]; while the variant measures.
CallsMeasure calls_sender_queue();

/// The longest time that darc was in competition without a break [s]. Not-a-number of others.
CallsMeasure calls_competition();

/// Use, three percentiles of the queue, and loss: what every table begins with.
std::vector<CallsMeasure> calls_basics();

/// bit/s of the bottleneck; the mean of the measured times, or of a time.
double calls_capacity(const CallsVariant& variant);
double calls_capacity(const CallsVariant& variant, Duration from, Duration to);

}  // namespace evenkeel::lab
