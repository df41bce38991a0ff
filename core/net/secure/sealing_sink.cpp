#include "core/net/secure/sealing_sink.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "core/session/paced_queue.h"

namespace evenkeel {
namespace {

using Datagram = DatagramSink::Datagram;
using Datagrams = std::span<const Datagram>;

constexpr std::size_t max_batch = PacedQueue::largest_batch;

// How many in front are sealed and sent together.
std::size_t run_length(Datagrams datagrams) {
  if (is_rtcp_by_type(datagrams.front())) return 1;
  const auto most = datagrams.first(std::min(datagrams.size(), max_batch));
  return static_cast<std::size_t>(std::ranges::find_if(most, is_rtcp_by_type) - most.begin());
}

// Memory that grows to the largest datagram that came, and stays.
class Memory {
 public:
  std::span<std::uint8_t> reserve(std::size_t size) {
    if (bytes_.size() < size) bytes_.resize(size);
    return std::span(bytes_).first(size);
  }
  void set_size(std::size_t size) { size_ = size; }
  Datagram view() const { return Datagram(bytes_).first(size_); }

 private:
  std::vector<std::uint8_t> bytes_;
  std::size_t size_ = 0;
};

struct Slot {
  Memory sealed;  // empty where libsrtp refused: lost
  Memory plain;   // of what is kept, to know it again

  void seal(SrtpSealer& sealer, Datagram datagram) {
    sealed.set_size(sealer.seal(datagram, sealed.reserve(datagram.size() + srtp_max_growth)));
  }
  void keep(Datagram datagram) {
    std::ranges::copy(datagram, plain.reserve(datagram.size()).begin());
    plain.set_size(datagram.size());
  }
  bool holds(Datagram datagram) const { return std::ranges::equal(plain.view(), datagram); }
};

}  // namespace

// The first `kept` slots have what was refused, in its order. The datagrams of a batch have slots of the same indices:
// those that are kept and offered again already are where they should be.
struct SealingSink::Kept {
  DatagramSink& behind;
  std::array<Slot, max_batch> slots;
  std::size_t kept = 0;
  Slot report;
  std::array<Datagram, max_batch> batch;      // of what can be sent
  std::array<std::size_t, max_batch> origin;  // its places among the datagrams

  explicit Kept(DatagramSink& sink) : behind(sink) {}

  // A report that was refused is written anew by its sender, and libsrtp counts the index that makes its nonce.
  std::size_t send_report(SrtpSealer& sealer, Datagram datagram, const Route& to, std::uint8_t ecn) {
    report.seal(sealer, datagram);
    const Datagram sealed = report.sealed.view();
    return sealed.empty() ? 1 : behind.send_batch({&sealed, 1}, to, ecn);
  }

  std::size_t send_media(SrtpSealer& sealer, Datagrams datagrams, const Route& to, std::uint8_t ecn) {
    drop_given_up(datagrams.front());
    const std::size_t known = count_known(datagrams);
    if (known < datagrams.size()) kept = known;
    for (std::size_t i = known; i < datagrams.size(); ++i) slots[i].seal(sealer, datagrams[i]);
    const std::size_t taken = pass_on(datagrams.size(), to, ecn);
    for (std::size_t i = std::max(known, taken); i < datagrams.size(); ++i) slots[i].keep(datagrams[i]);
    kept = std::max(kept, datagrams.size());
    drop(taken);
    return taken;
  }

  // What was kept before the first that is offered again, its sender has given up.
  void drop_given_up(Datagram first) {
    std::size_t given_up = 0;
    while (given_up < kept && !slots[given_up].holds(first)) ++given_up;
    drop(given_up);
  }

  void drop(std::size_t count) {
    const auto at = [this](std::size_t index) { return slots.begin() + static_cast<std::ptrdiff_t>(index); };
    if (count < kept) std::rotate(at(0), at(count), at(kept));
    kept -= count;
  }

  std::size_t count_known(Datagrams datagrams) const {
    const std::size_t most = std::min(kept, datagrams.size());
    std::size_t known = 0;
    while (known < most && slots[known].holds(datagrams[known])) ++known;
    return known;
  }

  // How many of the first `count` slots are done with: those before the first that was refused.
  std::size_t pass_on(std::size_t count, const Route& to, std::uint8_t ecn) {
    std::size_t size = 0;
    for (std::size_t i = 0; i < count; ++i) {
      if (slots[i].sealed.view().empty()) continue;
      batch[size] = slots[i].sealed.view();
      origin[size++] = i;
    }
    const std::size_t taken = size == 0 ? 0 : behind.send_batch(Datagrams(batch).first(size), to, ecn);
    return taken < size ? origin[taken] : count;
  }
};

SealingSink::SealingSink(DatagramSink& behind) : kept_(std::make_unique<Kept>(behind)) {}
SealingSink::~SealingSink() = default;

void SealingSink::set_sealer(std::unique_ptr<SrtpSealer> sealer) {
  sealer_ = std::move(sealer);
  kept_->kept = 0;
}

bool SealingSink::send(Datagram datagram, const Route& to, std::uint8_t ecn) {
  return send_batch({&datagram, 1}, to, ecn) == 1;
}

std::size_t SealingSink::send_batch(std::span<const Datagram> datagrams, const Route& to, std::uint8_t ecn) {
  if (!sealer_) return datagrams.size();
  std::size_t taken = 0;
  while (taken < datagrams.size()) {
    const auto rest = datagrams.subspan(taken);
    const std::size_t run = run_length(rest);
    const std::size_t went = is_rtcp_by_type(rest.front()) ? kept_->send_report(*sealer_, rest.front(), to, ecn)
                                                           : kept_->send_media(*sealer_, rest.first(run), to, ecn);
    taken += went;
    if (went < run) break;
  }
  return taken;
}

}  // namespace evenkeel
