#pragma once

#include <QString>
#include <vector>

#include "gui/backend/call_backend.h"
#include "gui/store/run_data.h"

namespace evenkeel {

/// Without the port, which tells nobody who it is: "10.0.0.2", "2001:db8::7".
QString host_of(const QString& peer);

/// What is going on, for a title: "Call with 10.0.0.2", "Demo", "Waiting for a call"; empty where there is no call.
QString call_title(const CallStatus& status);

/// The name of the one that is shown; of several, how many.
QString runs_title(const std::vector<const RunData*>& runs);

/// With the program's name behind it; empty: the name alone.
QString window_title(const QString& what);

}  // namespace evenkeel
