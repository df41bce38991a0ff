#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/base/data_size.h"
#include "core/base/time.h"
#include "core/telemetry/flow_name.h"

namespace evenkeel {

/// One row of packets.csv: the fate of one packet. Times count from the start of the run. A packet that counted as lost
/// and came late has a second row, with its arrival.
struct PacketRecord {
  FlowName flow;
  std::int64_t sequence = 0;  ///< unwrapped
  DataSize size;              ///< of the IP packet
  Duration send_time{};
  std::optional<Duration> arrival_time;  ///< nothing where it was lost
  std::optional<Duration> one_way_delay;
};

/// The first line of packets.csv; ends with a newline.
std::string packet_csv_header();
/// One line of packets.csv; ends with a newline.
std::string packet_csv_row(const PacketRecord& record);

}  // namespace evenkeel
