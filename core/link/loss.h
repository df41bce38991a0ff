#pragma once

#include <cstdint>
#include <random>
#include <variant>

namespace evenkeel {

struct NoLoss {};

/// Each packet is lost with the same probability, whatever happened to the others (RFC 8868, 4.2).
struct IndependentLoss {
  double probability = 0;  ///< 0..1
};

/// Losses in bursts: a chain of a good and a bad state that takes one step per packet, before the packet is judged.
/// Starts in the good state. Stays in the bad one for 1/bad_to_good packets on average and is there for
/// good_to_bad / (good_to_bad + bad_to_good) of all packets. All fields are probabilities, 0..1.
struct GilbertElliottLoss {
  double good_to_bad = 0;
  double bad_to_good = 1;
  double loss_in_good = 0;
  double loss_in_bad = 1;
};

using LossModel = std::variant<NoLoss, IndependentLoss, GilbertElliottLoss>;

/// Judges packets one after the other; equal models and seeds give equal verdicts.
class LossProcess {
 public:
  LossProcess(const LossModel& model, std::uint64_t seed) : model_(model), random_(seed) {}

  /// The random sequence goes on, a Gilbert-Elliott chain starts in the good state again.
  void set_model(const LossModel& model);

  /// Whether the next packet is lost.
  bool next();

 private:
  bool happens(double probability);
  bool judge(const NoLoss&) { return false; }
  bool judge(const IndependentLoss& model) { return happens(model.probability); }
  bool judge(const GilbertElliottLoss& model);

  LossModel model_;
  std::mt19937_64 random_;
  bool bad_ = false;
};

}  // namespace evenkeel
