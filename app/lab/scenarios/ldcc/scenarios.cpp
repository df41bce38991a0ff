#include "app/lab/scenarios/catalogue.h"
#include "app/lab/scenarios/ldcc/parts.h"

namespace evenkeel::lab {

std::vector<Scenario> ldcc_scenarios() {
  return {ldcc_fig2(),  ldcc_fig5(),  ldcc_fig6(),  ldcc_fig7(),  ldcc_fig8(),
          ldcc_fig10(), ldcc_fig11(), ldcc_fig12(), ldcc_fig13(), ldcc_fig14()};
}

}  // namespace evenkeel::lab
