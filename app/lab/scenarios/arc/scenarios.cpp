#include "app/lab/scenarios/arc/list.h"
#include "app/lab/scenarios/catalogue.h"

namespace evenkeel::lab {

std::vector<Scenario> arc_scenarios() {
  return {arc_fig3(), arc_fig4(), arc_fig5(), arc_fig7a(), arc_fig7b(), arc_fig7c(), arc_fig7d()};
}

}  // namespace evenkeel::lab
