#include "app/lab/scenarios/ldcc/oracles.h"

#include "app/lab/scenarios/scenario_math.h"
#include "core/theory/ldcc_theory.h"

namespace evenkeel::lab {
namespace {

constexpr int halvings = 60;

Duration delay_of(const LdccFlow& flow, Duration queue) { return flow.forward + flow.queues * queue; }

DataRate rate_of(const LdccFlow& flow, Duration queue) {
  LdccParameters parameters;
  parameters.t_r = flow.threshold;
  return ldcc_rate_cap(parameters, delay_of(flow, queue), flow.backward).value_or(DataRate::unlimited());
}

DataRate sum_of(const std::vector<LdccFlow>& flows, Duration queue) {
  DataRate sum;
  for (const LdccFlow& flow : flows) sum += rate_of(flow, queue);
  return sum;
}

}  // namespace

LdccShares ldcc_delay_mode(const std::vector<LdccFlow>& flows, DataRate capacity) {
  Duration low{};
  Duration high = 10s;
  for (int i = 0; i < halvings; ++i) {
    const Duration middle = (low + high) / 2;
    (sum_of(flows, middle) > capacity ? low : high) = middle;
  }
  LdccShares shares{high, {}, {}};
  for (const LdccFlow& flow : flows) {
    shares.rates.push_back(rate_of(flow, high));
    shares.delays.push_back(delay_of(flow, high));
  }
  return shares;
}

LdccLossMode ldcc_loss_mode(int flows, DataRate others, DataRate capacity) {
  const DataRate w = LdccParameters{}.w;
  const auto rate_at = [&](double loss) { return w * ((1 - loss) / loss); };
  double low = 1e-9;
  double high = 1 - 1e-9;
  for (int i = 0; i < halvings; ++i) {
    const double middle = (low + high) / 2;
    const DataRate sent = static_cast<double>(flows) * rate_at(middle) + others;
    (sent * (1 - middle) > capacity ? low : high) = middle;
  }
  return {rate_at(high), high};
}

double jain_of(const std::vector<DataRate>& rates) {
  std::vector<double> numbers;
  for (const DataRate rate : rates) numbers.push_back(rate.bps());
  return jain_of(numbers);
}

}  // namespace evenkeel::lab
