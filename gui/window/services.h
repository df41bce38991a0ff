#pragma once

#include <QStringList>
#include <functional>
#include <optional>
#include <string>

#include "core/base/parsed.h"
#include "gui/backend/algorithm_catalog.h"
#include "gui/backend/call_backend.h"
#include "gui/store/run_data.h"

namespace evenkeel {

/// The addresses under which another machine may reach this one, those of IPv4 first; that of loopback where there is
/// no other. Asks the system: not for every picture.
QStringList own_addresses();

/// What the other side may type to reach a listener: of "0.0.0.0:5004" the IPv4 addresses with that port, of
/// "[::]:5004" all, "[2001:db8::7]:5004"; any other is an address itself.
QStringList addresses_to_call(const QString& listener, const QStringList& own);

/// What the window shows of a configuration; the rest of it is kept behind WindowServices.
struct Configuration {
  TuningState tuning;
  std::optional<std::string> source = std::nullopt;  ///< as --source takes it; nothing: none is named
  int port = 5004;                                   ///< at which it says to listen
};

/// Everything that the window needs of the rest of the program. Both references outlive the window.
struct WindowServices {
  CallBackend& calls;
  const AlgorithmCatalog& catalog;
  /// Of a folder; `notice` says what of it could not be read.
  std::function<Parsed<RunData>(const std::string& folder, std::string& notice)> read_run;
  /// Writes everything that --config takes: what was told or loaded, with what is shown now. Returns what failed, or
  /// nothing.
  std::function<std::string(const std::string& path, const Configuration& shown)> save_configuration;
  /// Calls follow it from the next one on; what is tuned is for the window to take over.
  std::function<Parsed<Configuration>(const std::string& path)> load_configuration;
  /// Of this machine, as other machines reach it; those of IPv4 first.
  std::function<QStringList()> own_addresses = evenkeel::own_addresses;
};

struct OpenedRun {
  std::string folder;
  RunData data;
  std::string notice;  ///< what of it could not be read
};

/// What the window begins with.
struct Launch {
  std::optional<StartCall> call = std::nullopt;  ///< nothing: the start page
  std::vector<OpenedRun> runs = {};
  std::optional<std::string> source = std::nullopt;  ///< that the program was told to send
  int port = 5004;                                   ///< at which it was told to listen
  bool close_when_over = false;                      ///< a --duration was given
};

}  // namespace evenkeel
