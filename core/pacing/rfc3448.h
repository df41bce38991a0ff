#pragma once

#include "core/pacing/pacer.h"

namespace evenkeel {

enum class Rfc3448Variant {
  paper,    ///< Algorithm 1 of the RMC paper: the next packet is due t_ipi after the last one was sent
  burst,    ///< the same, with a burst of r_c t_g bytes every t_g where t_ipi is below t_g (section V)
  nominal,  ///< RFC 3448 and RFC 5348 themselves: t_ipi after the last one was due (4.6 and 8.3)
};

struct Rfc3448Parameters {
  Duration t_g = 1ms;  ///< the granularity the loop takes the timer to have

  void visit(ParameterVisitor& visitor);
};

/// The send loops that RMC is compared with. A packet goes out when now > t_i - delta, delta = min(t_ipi, t_g)/2, and
/// the three differ in what t_i counts from. Anchored on the actual time, as the paper writes it, every lateness of the
/// timer lowers the rate for good; anchored on the nominal time, as RFC 3448 has it, it is made up for by up to one
/// round trip's worth of packets in one burst, and the rate is as exact as RMC's.
///
/// due() allows what may leave at one time: the rest of a burst, or all packets whose nominal times have come. The
/// paper's form without bursts allows one packet, since the next is due t_ipi after this one has left.
///
/// t_ipi is (size of the last packet) / (rate of now), so that a change of rate takes effect at once. Until the round
/// trip is known it counts as 100 ms. Read the paper's "t_ipi = min(p/r_c, t_g)" of the burst variant as max: it says
/// that t_ipi is raised to t_g.
class Rfc3448 final : public Pacer {
 public:
  explicit Rfc3448(Rfc3448Variant variant, const Rfc3448Parameters& parameters = {});

  void visit_parameters(ParameterVisitor& visitor) override { parameters_.visit(visitor); }

  Rfc3448Variant variant() const { return variant_; }
  const Rfc3448Parameters& parameters() const { return parameters_; }

  void set_rate(DataRate rate, LocalTime now) override { mismatch_.set_rate(rate, now); }
  void on_queue(std::optional<DataSize> head, LocalTime now) override;
  std::size_t due(std::span<const DataSize> waiting, LocalTime now) override;
  void on_sent(DataSize size, std::optional<DataSize> next, LocalTime now) override;
  std::optional<LocalTime> next_wake(DataSize head) const override;
  void reset(LocalTime now) override;

 private:
  // What the send time of the next packet counts from.
  struct Anchor {
    LocalTime at;
    DataSize size;  // of the packet that was sent then
  };

  bool may_send(LocalTime now);
  Anchor next(const std::optional<Anchor>& anchor, DataSize sent, LocalTime now) const;
  Duration interval(const Anchor& anchor) const;
  Duration tolerance(const std::optional<Anchor>& anchor) const;
  LocalTime due(const std::optional<Anchor>& anchor) const;
  bool is_due(const std::optional<Anchor>& anchor, LocalTime now) const;
  double burst_bytes() const;
  Duration round_trip_time() const { return min_rtt_.value_or(100ms); }

  Rfc3448Variant variant_;
  Rfc3448Parameters parameters_;
  std::optional<Anchor> anchor_;  // nothing: the next packet is the first
  LocalTime head_since_;          // when the queue was empty last
  double burst_left_ = 0;         // bytes
};

}  // namespace evenkeel
