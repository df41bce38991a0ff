#include "core/rtp/repair_decoder.h"

#include "core/rtp/rtp_packet.h"

namespace evenkeel {
namespace {

std::int64_t nearest(std::int64_t reference, std::uint16_t number) {
  return reference + static_cast<std::int16_t>(number - static_cast<std::uint16_t>(reference));
}

// Packets of such a range are either remembered or missing, none is forgotten.
bool is_within_history(std::int64_t base, std::size_t count, std::int64_t highest) {
  constexpr auto ahead = static_cast<std::int64_t>(RepairRange::max_count);
  constexpr auto back = static_cast<std::int64_t>(RepairDecoder::history) - ahead;
  return base > highest - back && base + static_cast<std::int64_t>(count) - 1 <= highest + ahead;
}

}  // namespace

RepairDecoder::RepairDecoder() : packets_(history) {}

void RepairDecoder::start(std::uint32_t ssrc, std::uint8_t payload_type) {
  reset();
  source_ = {ssrc, payload_type};
}

void RepairDecoder::reset() {
  source_.reset();
  packets_.clear();
  solver_.clear();
}

void RepairDecoder::on_media(std::int64_t sequence, std::span<const std::uint8_t> packet) {
  if (packets_.find(sequence) || !symbol_.set_packet(packet)) return;
  packets_.put(sequence, symbol_);
  if (!solver_.set(sequence, symbol_)) solver_.clear();
}

void RepairDecoder::on_repair(std::span<const std::uint8_t> payload, std::int64_t highest) {
  ++stats_.received;
  const auto repair = parse_repair(payload);
  const bool used = repair && source_ && use(*repair, nearest(highest, repair->range.base), highest);
  ++(used ? stats_.used : stats_.discarded);
}

std::optional<RecoveredPacket> RepairDecoder::poll() {
  while (const auto* solution = solver_.take_solution()) {
    const auto packet = write(*solution);
    if (packet.empty()) {
      ++stats_.implausible;
      solver_.clear();
      return std::nullopt;
    }
    symbol_.set_packet(packet);  // the solution has the size of the largest one that it was combined with
    if (!packets_.put(solution->sequence, symbol_)) continue;
    ++stats_.recovered;
    return RecoveredPacket{solution->sequence, packet};
  }
  return std::nullopt;
}

bool RepairDecoder::use(const RepairPayload& repair, std::int64_t base, std::int64_t highest) {
  if (!is_within_history(base, repair.range.count, highest) || !is_of_use(repair, base)) return false;
  const auto missing = subtract_known(repair, base);
  if (!missing) return false;
  const auto outcome = solver_.add(std::span(missing_).first(*missing), symbol_);
  if (outcome == RepairSolver::Outcome::contradiction) solver_.clear();
  return outcome == RepairSolver::Outcome::added;
}

bool RepairDecoder::is_of_use(const RepairPayload& repair, std::int64_t base) const {
  std::size_t missing = 0;
  for (std::int64_t i = 0; i < repair.range.count; ++i) missing += packets_.find(base + i) ? 0u : 1u;
  return missing >= 1 && missing <= RepairSolver::max_unknowns;
}

// Leaves in symbol_ what the missing packets add up to; they are listed in missing_, and their number is returned.
// Nothing where a packet is larger than the sum of all.
std::optional<std::size_t> RepairDecoder::subtract_known(const RepairPayload& repair, std::int64_t base) {
  std::array<std::uint8_t, RepairRange::max_count> coefficients;
  repair_coefficients(repair.key, std::span(coefficients).first(repair.range.count));
  symbol_.set_bytes(repair.symbol);
  std::size_t missing = 0;
  for (std::size_t i = 0; i < repair.range.count; ++i) {
    const std::int64_t sequence = base + static_cast<std::int64_t>(i);
    const RepairSymbol* known = packets_.find(sequence);
    if (known && known->size() > repair.symbol.size()) return std::nullopt;
    if (known) symbol_.add_multiple(coefficients[i], *known);
    if (!known) missing_[missing++] = {sequence, coefficients[i]};
  }
  return missing;
}

// Empty where it cannot be a media packet of the source.
std::span<const std::uint8_t> RepairDecoder::write(const RepairSolver::Solution& solution) {
  const auto number = static_cast<std::uint16_t>(solution.sequence);
  const std::size_t size = source_ ? solution.symbol.write_packet(number, source_->ssrc, out_) : 0;
  const auto bytes = std::span<const std::uint8_t>(out_).first(size);
  const auto packet = parse_rtp(bytes);
  const bool plausible = packet && packet->header.payload_type == source_->payload_type;
  return plausible ? bytes : std::span<const std::uint8_t>();
}

}  // namespace evenkeel
