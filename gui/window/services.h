#pragma once

#include <QStringList>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/parsed.h"
#include "gui/backend/algorithm_catalog.h"
#include "gui/backend/call_backend.h"
#include "gui/backend/option_store.h"
#include "gui/backend/parameter_search.h"
#include "gui/backend/shadow_replay.h"
#include "gui/store/run_data.h"

namespace evenkeel {

/// The addresses of this machine for other machines, IPv4 first; the loopback address if there is no other. Asks the
/// system, so do not call it for every picture.
QStringList own_addresses();

/// The addresses that a caller can type to reach a listener: for "0.0.0.0:5004" the IPv4 addresses with that port; for
/// "[::]:5004" all addresses ("[2001:db8::7]:5004"); otherwise the listener's own.
QStringList addresses_to_call(const QString& listener, const QStringList& own);

/// The part of a configuration that the window shows; WindowServices keeps the rest.
struct Configuration {
  TuningState tuning;
  std::optional<std::string> source = std::nullopt;   ///< as for --source; nullopt: none
  int port = 5004;                                    ///< the port to listen on
  std::optional<std::string> audio = std::nullopt;    ///< as for --audio; nullopt: none
  std::optional<std::string> speaker = std::nullopt;  ///< as for --speaker
  Direction direction = Direction::both;              ///< for the file that is written
  /// Names of the shadow controllers; nullopt in a file that is written: as on the command line.
  std::optional<std::vector<std::string>> shadows = std::nullopt;
  bool tuning_only = false;  ///< of a loaded file: nothing but tuning and shadows is taken from it
  std::string notice = {};   ///< of a loaded file: the keys that were left out, in sentences; empty: none
};

/// An option of calls that a file changes, in words of the command line.
struct ConfigurationChange {
  std::string name;
  std::string before;  ///< empty: none
  std::string after;
};
/// What of a file the user takes.
enum class ConfigurationPart { nothing, tuning, everything };
/// Asked before anything is taken, where a file changes how calls are made.
using AskForPart = std::function<ConfigurationPart(const std::vector<ConfigurationChange>&)>;

/// What the window needs from the rest of the program. Both references must outlive the window.
struct WindowServices {
  CallBackend& calls;
  const AlgorithmCatalog& catalog;
  std::shared_ptr<OptionStore> options;  ///< not null
  /// Reads a run folder, from any thread; `notice` says what could not be read. Neither a run nor an error where
  /// `progress` gave it up.
  std::function<Parsed<RunData>(const std::string& folder, std::string& notice, const RunProgress& progress)> read_run;
  /// Writes a file for --config: the options from the command line or a loaded file, with what is shown now. Returns
  /// what failed, or an empty string.
  std::function<std::string(const std::string& path, const Configuration& shown)> save_configuration;
  /// Loads a file for the calls from the next one on, but for keys that are not known and those that a file may not
  /// set; the window applies the tuning itself. Where the user takes nothing, neither a value nor an error.
  std::function<Parsed<Configuration>(const std::string& path, const AskForPart& ask)> load_configuration;
  /// Neither gives null.
  std::function<std::unique_ptr<ParameterSearch>()> make_search;
  std::function<std::unique_ptr<ShadowReplay>()> make_replay;
  /// See own_addresses(); tests replace it.
  std::function<QStringList()> own_addresses = evenkeel::own_addresses;
  /// Why that cannot be called, in a sentence, or nothing; without asking anybody.
  std::function<std::string(const std::string& callee)> check_callee = [](const std::string&) { return ""; };
};

struct OpenedRun {
  std::string folder;
  RunData data;
  std::string notice;  ///< what of it could not be read
};

/// What the window starts with.
struct Launch {
  std::optional<StartCall> call = std::nullopt;  ///< nullopt: the start page
  std::vector<OpenedRun> runs = {};
  std::optional<std::string> source = std::nullopt;  ///< from the command line
  int port = 5004;                                   ///< to listen on
  bool close_when_over = false;                      ///< a --duration was given
  bool insecure_rtp = false;                         ///< calls go to addresses, not to links
  std::optional<std::string> audio = std::nullopt;   ///< as for --audio, from the command line
  std::optional<std::string> speaker = std::nullopt;
  Direction direction = Direction::both;
};

}  // namespace evenkeel
