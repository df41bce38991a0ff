#include "core/control/darc/darc_parameters.h"

namespace evenkeel {

void DarcParameters::visit(ParameterVisitor& v) {
  v.visit({"q_0", "q_0", "", 0, 0.1, "target queue on a fast link"}, q0);
  v.visit({"a", "a", "", 0, 1e5, "target queue a/B that flows share by"}, a);
  v.visit({"T_up", "T_up", "", 0.02, 5, "time in which a queue that is too short is made up for"}, t_up);
  v.visit({"T_down", "T_down", "", 0.02, 5, "time in which a queue that is too long is drained"}, t_down);
  v.visit({"probe", "probe", "", 0, 4, "most that is added to B while the queue is short, times B"}, probe);
  v.visit({"probe_shared", "probe, shared", "", 0, 4, "the same while others share the bottleneck"}, shared_probe);
  v.visit({"rise_shared", "rise, shared", "", 0.01, 1, "of the way to a larger measurement, while others share"},
          shared_rise);
  v.visit({"probe_wait", "probe wait", "", 0, 10, "round trips that the queue is short before more is tried"},
          probe_wait);
  v.visit({"T_probe", "T_probe", "", 0.01, 5, "time in which that is reached"}, probe_rise);
  v.visit({"start_growth", "start growth", "", 1, 4, "of the rate, per report, until a queue is seen"}, start_growth);
  v.visit({"q_start", "q_start", "", 0.001, 0.2, "queue that ends the start"}, start_queue);
  v.visit({"idle", "idle", "", 0.002, 0.2, "of the time in which the sender may be without media: less is more delay"},
          idle);
  v.visit({"padding", "padding", "", 0, 0.2, "of the media's bytes, to probe while the source limits itself"}, padding);
  v.visit({"T_B", "T_B", "", 0.1, 100, "time in which B falls while no queue stands"}, capacity.forgetting);
}

}  // namespace evenkeel
