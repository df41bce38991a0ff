#include "app/lab/sim/network/path.h"

#include <algorithm>

#include "app/lab/sim/network/link_device.h"

namespace evenkeel::sim {

Duration Path::propagation() const {
  Duration sum = access;
  for (const LinkDevice* link : forward) sum += link->propagation();
  return sum;
}

Duration Path::queue_delay() const {
  Duration sum{};
  for (const LinkDevice* link : forward) sum += link->queue_delay();
  return sum;
}

Duration Path::backward_delay() const {
  Duration sum = access;
  for (const LinkDevice* link : backward) sum += link->propagation() + link->queue_delay();
  return sum;
}

DataRate Path::capacity(Duration time) const {
  DataRate minimum = DataRate::unlimited();
  for (const LinkDevice* link : forward) minimum = std::min(minimum, link->rate_of_last(time));
  return minimum;
}

}  // namespace evenkeel::sim
