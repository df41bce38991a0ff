#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/base/time.h"
#include "core/telemetry/flow_name.h"

namespace evenkeel {

/// Something that happened during a run: a row of events.csv and a marker on the plots. Key frames and loss events are
/// not among them: the counters of telemetry.csv have them.
struct RunEvent {
  enum class Kind {
    parameter,  ///< one was changed; the text is "ldcc.T_r = 80ms"
    algorithm,  ///< controller or send loop was replaced
    link,       ///< the emulated link was changed
    camera,     ///< the source was lost or came back
    sound,      ///< a microphone or a loudspeaker was lost, came back, or was replaced
    call,       ///< the peer: connected, silent, returned, left
    note,       ///< a marker that the user set
    problem,    ///< something failed and the call went on
  };
  Duration time{};  ///< from the start of the run
  Kind kind = Kind::note;
  FlowName flow;     ///< empty: concerns all
  std::string text;  ///< one line, for people
};

std::string_view to_string(RunEvent::Kind kind);
std::optional<RunEvent::Kind> run_event_kind(std::string_view name);

/// The first line of events.csv, and a line of it; each ends with a newline. Text is quoted as RFC 4180 says.
std::string event_csv_header();
std::string event_csv_row(const RunEvent& event);

}  // namespace evenkeel
