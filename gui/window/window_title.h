#pragma once

#include <QString>

#include "gui/backend/call_backend.h"

namespace evenkeel {

/// What is going on, for a title: "Call with 10.0.0.2", "Demo", "Waiting"; empty where there is no call.
QString call_title(const CallStatus& status);

/// With the program's name behind it; empty: the name alone.
QString window_title(const QString& what);

}  // namespace evenkeel
