#include "app/lab/scenarios/catalogue.h"
#include "app/lab/scenarios/tfrc/list.h"

namespace evenkeel::lab {

std::vector<Scenario> tfrc_scenarios() {
  return {tfrc_theorem_4_1(), tfrc_fig1(),  tfrc_fig2(),  tfrc_fig3(), tfrc_fig4(),  tfrc_fig5(),
          tfrc_fig6(),        tfrc_fig7(),  tfrc_fig8(),  tfrc_fig9(), tfrc_fig10(), tfrc_fig11(),
          tfrc_fig12(),       tfrc_fig13(), tfrc_fig14(), tfrc_fig15()};
}

}  // namespace evenkeel::lab
