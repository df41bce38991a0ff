#include "app/lab/scenarios/catalogue.h"
#include "app/lab/scenarios/rmc/parts.h"

namespace evenkeel::lab {

std::vector<Scenario> rmc_scenarios() {
  return {rmc_fig3(), rmc_fig6(), rmc_fig8(), rmc_fig11(), rmc_fig13(), rmc_gain(), rmc_proofs()};
}

}  // namespace evenkeel::lab
