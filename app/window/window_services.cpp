#include "app/window/window_services.h"

#include "app/cli/algorithm_catalog.h"
#include "app/cli/call_place.h"
#include "app/cli/config_file.h"
#include "app/process/program_end.h"
#include "app/window/preparation.h"
#include "app/window/run_reader.h"
#include "app/window/shadow_program.h"
#include "app/window/tune_search.h"
#include "app/window/window_options.h"

namespace evenkeel {
namespace {

std::string save(const CallService& calls, const std::string& path, const Configuration& shown) {
  CallOptions options = calls.options();
  apply_tuning(shown.tuning, options);
  if (shown.source) options.source = shown.source;
  if (shown.audio) options.audio = device_option(*shown.audio);
  if (shown.speaker) options.speaker = device_option(*shown.speaker);
  if (shown.shadows) set_shadows(*shown.shadows, options);
  options.send_only = shown.direction == Direction::send;
  options.receive_only = shown.direction == Direction::receive;
  return write_config_file(path, options);
}

}  // namespace

WindowServices make_window_services(CallService& calls, const AlgorithmCatalog& catalog, std::set<std::string> named) {
  auto options = std::make_shared<WindowOptions>(calls, std::move(named));
  return {
      calls,
      catalog,
      options,
      [](const std::string& folder, std::string& notice, const RunProgress& progress) {
        const DetachedWork left;  // a thread that a disk holds up is left behind
        return read_run(folder, notice, progress);
      },
      [&calls](const std::string& path, const Configuration& shown) { return save(calls, path, shown); },
      [options](const std::string& path, const AskForPart& ask) { return options->load(path, ask); },
      [] { return std::make_unique<TuneSearch>(); },
      [] { return std::make_unique<ShadowProgram>(); },
      own_addresses,
      [&calls](const std::string& callee) { return check_callee(callee, calls.options()); },
  };
}

}  // namespace evenkeel
