#include "app/window/window_services.h"

#include <cstdlib>

#include "app/cli/algorithm_catalog.h"
#include "app/cli/call_place.h"
#include "app/cli/config_file.h"
#include "app/window/preparation.h"
#include "app/window/run_reader.h"

namespace evenkeel {
namespace {

constexpr int default_port = 5004;

std::string save(const CallService& calls, const std::string& path, const Configuration& shown) {
  CallOptions options = calls.options();
  apply_tuning(shown.tuning, options);
  if (shown.source) options.source = shown.source;
  if (shown.audio) options.audio = device_option(*shown.audio);
  if (shown.speaker) options.speaker = device_option(*shown.speaker);
  return write_config_file(path, options);
}

/// Applies the file to the program's own options, not to those of a file loaded before, whose other settings must not
/// stay. The tuning comes from the file alone, as with --config.
Parsed<Configuration> load(CallService& calls, CallOptions options, const std::string& path) {
  apply_tuning({}, options);
  if (const std::string error = read_config_file(path, options); !error.empty()) return {std::nullopt, error};
  if (const std::string error = check_options(options); !error.empty()) {
    return {std::nullopt, "In the configuration '" + path + "': " + error};
  }
  calls.set_options(options);
  return {Configuration{tuning_of(options), options.source, port_of(options), options.audio, options.speaker}, ""};
}

}  // namespace

WindowServices make_window_services(CallService& calls, const AlgorithmCatalog& catalog) {
  return {
      calls,
      catalog,
      read_run,
      [&calls](const std::string& path, const Configuration& shown) { return save(calls, path, shown); },
      [&calls, told = calls.options()](const std::string& path) { return load(calls, told, path); },
      own_addresses,
      [&calls](const std::string& callee) { return check_callee(callee, calls.options()); },
  };
}

int port_of(const CallOptions& options) {
  const auto colon = options.bind.ends_with(']') ? std::string::npos : options.bind.rfind(':');
  const int port = colon == std::string::npos ? 0 : std::atoi(options.bind.c_str() + colon + 1);
  return port > 0 ? port : default_port;
}

}  // namespace evenkeel
