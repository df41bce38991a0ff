#pragma once

#include <cstdint>
#include <random>
#include <variant>

#include "core/base/time.h"

namespace evenkeel {

/// Equal seeds give equal sequences with every standard library, unlike its distributions.
class Chance {
 public:
  explicit Chance(std::uint64_t seed) : random_(seed) {}

  /// Uniform in [0, 1).
  double draw() { return static_cast<double>(random_() >> 11) * 0x1p-53; }
  bool happens(double probability) { return draw() < probability; }

 private:
  std::mt19937_64 random_;
};

/// Random extra delay of one packet after the other: |max(min(N(0, sigma^2), 3 sigma), -3 sigma)|, the formula of
/// RFC 8868, 4.5.3, taken literally. Its absolute value makes the jitter one-sided, in 0..3 sigma with a mean of
/// 0.797 sigma (4 ms at the recommended 5 ms), although the text around it calls it zero-mean: a packet is then never
/// faster than the propagation delay, which is what a minimum filter on the path should find.
class Jitter {
 public:
  Jitter(Duration sigma, std::uint64_t seed) : sigma_(sigma), random_(seed) {}

  /// A negative sigma counts as zero, which means no jitter. The random sequence goes on.
  void set_sigma(Duration sigma) { sigma_ = sigma; }

  Duration next();

 private:
  Duration sigma_;
  std::mt19937_64 random_;
  std::normal_distribution<double> gaussian_;
};

struct NoLoss {};

/// Each packet is lost with the same probability, independently of the others (RFC 8868, 4.2).
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
  LossProcess(const LossModel& model, std::uint64_t seed) : model_(model), chance_(seed) {}

  /// The random sequence goes on, a Gilbert-Elliott chain starts in the good state again.
  void set_model(const LossModel& model);

  /// Whether the next packet is lost.
  bool next();

 private:
  bool judge(const NoLoss&) { return false; }
  bool judge(const IndependentLoss& model) { return chance_.happens(model.probability); }
  bool judge(const GilbertElliottLoss& model);

  LossModel model_;
  Chance chance_;
  bool bad_ = false;
};

/// Extra delays by which packets overtake one another, on top of a path that keeps their order.
struct Reordering {
  Duration scatter{};       ///< each packet takes 0 to this longer, uniformly; 0: none
  double late_share = 0;    ///< of the packets, each by chance, that take `late_by` longer; 0..1
  Duration late_by = 10ms;  ///< not negative

  bool exists() const { return scatter > Duration::zero() || late_share > 0; }
};

/// Draws the extra delay of one packet after the other; equal configurations and seeds give equal delays.
class ReorderingProcess {
 public:
  ReorderingProcess(const Reordering& reordering, std::uint64_t seed) : reordering_(reordering), chance_(seed) {}

  bool exists() const { return reordering_.exists(); }
  Duration next();

 private:
  Reordering reordering_;
  Chance chance_;
};

/// A path that takes another way for a moment, again and again, as satellite links do at each handover and mobile links
/// with some of their grants: the packets of these moments have another propagation delay.
struct DelayDips {
  Duration every{};   ///< from one beginning to the next; the first comes after so long; 0: none
  Duration length{};  ///< of each
  Duration delay{};   ///< the whole propagation delay in a dip; may also be longer than the usual one

  bool cover(Duration since_start) const {
    return every > Duration::zero() && since_start >= every && since_start % every < length;
  }
};

}  // namespace evenkeel
