#include "app/lab/sim/network/tcp_statistics.h"

#include <algorithm>

namespace evenkeel::sim {

void TcpStatistics::watch(ns3::TcpSocketBase& socket) {
  socket.TraceConnectWithoutContext("CongState", ns3::MakeCallback(&TcpStatistics::on_state, this));
  socket.TraceConnectWithoutContext("RTO", ns3::MakeCallback(&TcpStatistics::on_timeout_interval, this));
  socket.TraceConnectWithoutContext("RTT", ns3::MakeCallback(&TcpStatistics::on_round_trip_time, this));
}

void TcpStatistics::settle() {
  fast_retransmits_ = timeouts_ = rows_ = 0;
  round_trip_time_sum_ = 0;
}

void TcpStatistics::on_state(ns3::TcpSocketState::TcpCongState_t, ns3::TcpSocketState::TcpCongState_t after) {
  if (after == ns3::TcpSocketState::CA_RECOVERY) ++fast_retransmits_;
}

// ns-3 reports only the first timeout, as a change of state; but each timeout doubles the interval (RFC 6298, 5.5), up
// to a minute. A measured interval that is exactly double is practically impossible.
void TcpStatistics::on_timeout_interval(ns3::Time before, ns3::Time after) {
  if (measured_ && after > before && after == std::min(before + before, ns3::Seconds(60))) ++timeouts_;
}

void TcpStatistics::on_round_trip_time(ns3::Time, ns3::Time after) {
  measured_ = true;
  round_trip_time_ = Duration(after.GetNanoSeconds());
}

void TcpStatistics::on_row() {
  if (!measured_) return;
  round_trip_time_sum_ += to_seconds(round_trip_time_);
  ++rows_;
}

std::optional<Duration> TcpStatistics::round_trip_time() const {
  return measured_ ? std::optional(round_trip_time_) : std::nullopt;
}

std::optional<Duration> TcpStatistics::mean_round_trip_time() const {
  if (rows_ == 0) return std::nullopt;
  return from_seconds(round_trip_time_sum_ / static_cast<double>(rows_));
}

}  // namespace evenkeel::sim
