#pragma once

#include <optional>
#include <string>
#include <variant>

#include "core/base/data_rate.h"
#include "core/base/time.h"
#include "gui/backend/algorithm_catalog.h"

namespace evenkeel {

enum class CallKind { demo, call, listen };

/// An emulated link, both directions alike.
struct LinkSettings {
  DataRate capacity = kilobits_per_second(2500);
  Duration delay = std::chrono::milliseconds(50);    ///< propagation, one way
  Duration buffer = std::chrono::milliseconds(300);  ///< at the capacity of the moment
  double loss = 0;                                   ///< 0 to below 1
  Duration jitter{};                                 ///< standard deviation

  bool operator==(const LinkSettings&) const = default;
};

/// Ends the call that runs, if any, and begins another.
struct StartCall {
  CallKind kind = CallKind::demo;
  std::string address;                ///< of call: HOST[:PORT]; of listen: ADDRESS:PORT, empty: as the program was told
  std::optional<std::string> source;  ///< as --source takes it; nothing: as the program was told
  TuningState tuning;
};
struct HangUp {};
struct SetParameter {
  std::string key;   ///< "ldcc.T_r"
  std::string text;  ///< "80ms"
};
struct SetController {
  std::string name;  ///< begins with the values of the tuning state that the backend keeps
};
struct SetSendLoop {
  std::string name;
};
/// A capacity other than the last one that was set ends a schedule or trace.
struct SetLink {
  LinkSettings settings;
};
struct SetLinkSchedule {
  std::string text;  ///< "0s:2.5Mbps,10s:1Mbps", from now on
};
struct SetLinkTrace {
  std::string path;
};
/// Sends a still notice instead of the camera's pictures, so that the peer sees that nothing is broken.
struct MuteVideo {
  bool muted = false;
};
/// Records the received pictures (received.ivf) and the run into the folder, from now on.
struct StartRecording {
  std::string folder;
};
struct StopRecording {};
struct AddNote {
  std::string text;
};
/// Shows a source in the own picture without a call; nothing ends the preview.
struct Preview {
  std::optional<std::string> source;
};
/// The list comes with a later poll().
struct ListCameras {};

using CallCommand = std::variant<StartCall, HangUp, SetParameter, SetController, SetSendLoop, SetLink, SetLinkSchedule,
                                 SetLinkTrace, MuteVideo, StartRecording, StopRecording, AddNote, Preview, ListCameras>;

}  // namespace evenkeel
