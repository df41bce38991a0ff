#include "app/window/window_services.h"

#include "app/algorithm_catalog.h"
#include "app/config_file.h"
#include "app/config_writer.h"
#include "app/run_reader.h"

namespace evenkeel {

WindowServices make_window_services(CallBackend& calls, const AlgorithmCatalog& catalog) {
  return {calls, catalog, read_run, write_config_file, [](const std::string& path) -> Parsed<TuningState> {
            CallOptions options;
            if (const std::string error = read_config_file(path, options); !error.empty()) return {{}, error};
            return {tuning_of(options), ""};
          }};
}

}  // namespace evenkeel
