#pragma once

namespace evenkeel {

/// Whether a sound service listens where libpulse looks for it, or may do so somewhere else (PULSE_SERVER names another
/// machine). Each question that nobody answers costs the process descriptors for good: in GStreamer 1.22 the list of
/// devices keeps the connection that failed, and devices that are missing are looked for once a second.
bool sound_service_listens();

}  // namespace evenkeel
