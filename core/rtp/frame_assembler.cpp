#include "core/rtp/frame_assembler.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <utility>

#include "core/rtp/extensions.h"
#include "core/rtp/frame_descriptor.h"
#include "core/rtp/vp8_payload.h"

namespace evenkeel {
namespace {

constexpr std::size_t seen_size = 4096;
constexpr std::int64_t nothing_seen = std::numeric_limits<std::int64_t>::min();

}  // namespace

FrameAssembler::FrameAssembler(const FrameAssemblerConfig& config) : config_(config), seen_(seen_size, nothing_seen) {
  config_.max_packets = std::max<std::size_t>(config_.max_packets, 1);
}

void FrameAssembler::reset() {
  begin_anew();
  std::ranges::fill(seen_, nothing_seen);
}

void FrameAssembler::begin_anew() {
  packets_.clear();
  next_.reset();
  chain_.restart();
  dependencies_.clear();
  has_descriptors_ = given_up_ = false;
}

void FrameAssembler::on_packet(const RtpPacketView& packet, const std::optional<TrackedSequence>& sequence,
                               LocalTime arrival, PacketOrigin origin) {
  if (sequence && sequence->restarted) begin_anew();
  auto read_packet = read(packet);
  if (!sequence || !read_packet) {
    ++stats_.malformed;
  } else if (seen_slot(sequence->number) == sequence->number) {
    ++stats_.duplicates;
  } else {
    seen_slot(sequence->number) = sequence->number;
    if (next_ && sequence->number < *next_) {
      ++stats_.late;
    } else {
      read_packet->arrival = arrival;
      read_packet->origin = origin;
      store(sequence->number, std::move(*read_packet));
    }
  }
}

std::int64_t& FrameAssembler::seen_slot(std::int64_t sequence) {
  return seen_[static_cast<std::uint64_t>(sequence) % seen_size];
}

std::optional<FrameAssembler::Packet> FrameAssembler::read(const RtpPacketView& packet) {
  Packet result;
  result.frame.timestamp = packet.header.timestamp;
  result.marker = packet.header.marker;
  if (packet.payload.empty()) return result;
  const auto payload = parse_vp8_payload(packet.payload);
  if (!payload) return std::nullopt;
  const Vp8Descriptor& descriptor = payload->descriptor;
  if (descriptor.picture_id) {
    result.frame.picture_id = PictureId{*descriptor.picture_id, descriptor.picture_id_is_15_bit};
  }
  result.frame.non_reference = descriptor.non_reference;
  result.starts_frame = descriptor.starts_frame();
  result.data.assign(payload->data.begin(), payload->data.end());
  result.starts_key_frame = result.starts_frame && is_vp8_key_frame(result.data).value_or(false);
  if (!read_extensions(packet, result)) return std::nullopt;
  return result;
}

// False where the frame descriptor is wrong: what the frame needs is unknown, it is as good as lost.
bool FrameAssembler::read_extensions(const RtpPacketView& packet, Packet& result) {
  if (const auto element = packet.extension(abs_capture_time_id)) result.capture_ntp = decode_capture_time(*element);
  const auto descriptor = packet.extension(frame_descriptor_id);
  if (!descriptor || !result.starts_frame) return true;
  result.dependency = decode_frame_descriptor(*descriptor);
  return result.dependency.has_value();
}

// Where there are too many, the oldest are given up: they have waited for the longest time.
void FrameAssembler::store(std::int64_t sequence, Packet&& packet) {
  if (packet.dependency && chain_.needs_key_frame()) has_descriptors_ = true;
  if (!packets_.insert(sequence, std::move(packet))) {  // seen_ has forgotten it
    ++stats_.duplicates;
    return;
  }
  while (packets_.size() > config_.max_packets || (packets_.bytes() > config_.max_bytes && packets_.size() > 1)) {
    discard_front();
    given_up_ = true;
  }
}

std::optional<ReceivedFrame> FrameAssembler::poll(LocalTime now) {
  while (!packets_.empty()) {
    if (auto frame = take_by_references()) return frame;
    const Position front = packets_.begin();
    if (!front_is_next()) {
      if (!pass_hole(now, front)) return std::nullopt;
    } else if (!front->second.starts_frame) {
      discard_front();
    } else if (const Run run = packets_.run_from(front); run.state == Run::cut_short) {
      discard_until(run.end);
    } else if (run.state == Run::open) {
      if (!pass_hole(now, run.end)) return std::nullopt;
    } else if (front_waits_for_references()) {
      if (!give_up_undecodable(now, run.end)) return std::nullopt;
    } else if (auto frame = take_frame(run.end)) {
      return frame;
    }
  }
  return std::nullopt;
}

std::optional<LocalTime> FrameAssembler::next_wake() const {
  const Position behind = front_waits_for_references() ? packets_.begin() : behind_first_hole();
  if (behind == packets_.end()) return std::nullopt;
  return deadline(behind);
}

bool FrameAssembler::needs_key_frame() const {
  return has_descriptors_ ? given_up_ || !newest_given_out() : chain_.needs_key_frame();
}

std::optional<LocalTime> FrameAssembler::key_frame_arriving() const { return packets_.key_frame_arrival(); }

std::optional<FrameAssembler::Waiting> FrameAssembler::waiting() const {
  const auto newest = newest_given_out();
  if (!newest || packets_.empty()) return std::nullopt;
  const Position behind = front_waits_for_references() ? packets_.begin() : behind_first_hole();
  if (behind == packets_.end()) return std::nullopt;  // it is on its way
  return Waiting{static_cast<std::uint16_t>(*newest + 1), packets_.first_arrival(behind)};
}

std::optional<std::int64_t> FrameAssembler::first_needed() const {
  if (next_ || packets_.empty()) return next_;
  return packets_.begin()->first;
}

// The stream begins with whatever comes first in the first moment, or with a key frame at once.
bool FrameAssembler::front_is_next() const {
  const auto& [sequence, packet] = *packets_.begin();
  return next_ ? sequence == *next_ : packet.starts_key_frame;
}

// What stands in front may carry nothing: the first piece of a frame tells what the holes before it held.
bool FrameAssembler::hole_before_front_is_harmless() const {
  const Position front = packets_.first_with_data();
  if (!next_ || front == packets_.end()) return false;
  const auto& [sequence, packet] = *front;
  return packet.starts_frame ? chain_.is_next_frame(packet.frame, sequence - *next_)
                             : chain_.is_of_abandoned(packet.frame);
}

// Open where none begins there.
FrameAssembler::Run FrameAssembler::frame_at_front() const {
  const Position front = packets_.begin();
  return front != packets_.end() && front->second.starts_frame ? packets_.run_from(front) : Run{front, Run::open};
}

FrameAssembler::Position FrameAssembler::behind_first_hole() const {
  return packets_.empty() || !front_is_next() ? packets_.begin() : packets_.behind_first_hole();
}

LocalTime FrameAssembler::deadline(Position behind_hole) const {
  return packets_.first_arrival(behind_hole) + (has_descriptors_ ? config_.max_wait : config_.reordering_wait);
}

// By its descriptor the decoder can go on with this frame, whatever is missing before it.
bool FrameAssembler::can_follow(const Packet& first) const {
  if (first.starts_key_frame) return true;
  return first.starts_frame && first.dependency && dependencies_.can_follow(*first.dependency);
}

// Complete, in its turn, and with a descriptor by which it cannot be decoded.
bool FrameAssembler::front_waits_for_references() const {
  return has_descriptors_ && frame_at_front().state == Run::complete && front_is_next() &&
         packets_.begin()->second.dependency;
}

std::optional<ReceivedFrame> FrameAssembler::take_by_references() {
  if (!has_descriptors_) return std::nullopt;
  const Position start = packets_.find_wanted([this](const Packet& first) { return can_follow(first); });
  if (start == packets_.end()) return std::nullopt;
  return pass_over_to(start, packets_.run_from(start).end);
}

// To the complete frame that begins here.
std::optional<ReceivedFrame> FrameAssembler::pass_over_to(Position start, Position end) {
  const std::uint64_t before = stats_.frames_lost + stats_.frames_undecodable;
  while (packets_.begin() != start) {
    const Run run = frame_at_front();
    run.state == Run::complete ? drop_frame(run.end) : discard_front();
  }
  go_to_front();
  auto frame = take_frame(end);
  stats_.frames_passed_over += stats_.frames_lost + stats_.frames_undecodable - before;
  return frame;
}

bool FrameAssembler::give_up_undecodable(LocalTime now, Position end) {
  if (now < deadline(packets_.begin())) return false;
  drop_frame(end);
  given_up_ = true;
  return true;
}

// Gives up what stands before `behind_hole`, or says false where it is worth waiting.
bool FrameAssembler::pass_hole(LocalTime now, Position behind_hole) {
  if (behind_hole == packets_.end()) return false;
  const bool harmless = behind_hole == packets_.begin() && hole_before_front_is_harmless();
  if (harmless || now >= deadline(behind_hole)) {
    discard_until(behind_hole);
    given_up_ = given_up_ || !harmless;
  } else if (const Position key = packets_.complete_key_frame(behind_hole); key != packets_.end()) {
    discard_until(key);
  } else {
    return false;
  }
  go_to_front();
  return true;
}

void FrameAssembler::go_to_front() {
  const std::int64_t sequence = packets_.begin()->first;
  if (next_) chain_.pass_hole(sequence - *next_);
  next_ = sequence;
}

std::optional<ReceivedFrame> FrameAssembler::take_frame(Position end) {
  const Packet& first = packets_.begin()->second;
  const bool by_references = has_descriptors_ && can_follow(first);
  const bool in_chain = chain_.complete(first.frame, first.starts_key_frame);
  stats_.frames_lost = chain_.frames_lost();
  std::optional<ReceivedFrame> frame;
  if (by_references || in_chain) frame = join(end);
  ++(frame ? stats_.frames_completed : stats_.frames_undecodable);
  given_up_ = !frame;
  if (frame) note_given_out(first);
  while (packets_.begin() != end) remove_front();
  return frame;
}

// A complete frame that cannot be decoded.
void FrameAssembler::drop_frame(Position end) {
  go_to_front();
  chain_.drop(packets_.begin()->second.frame);
  stats_.frames_lost = chain_.frames_lost();
  ++stats_.frames_undecodable;
  while (packets_.begin() != end) remove_front();
}

void FrameAssembler::note_given_out(const Packet& first) {
  packets_.forget_answers();  // others can follow now
  has_descriptors_ = first.dependency.has_value();
  if (!first.dependency) {
    dependencies_.clear();
  } else if (first.starts_key_frame) {
    dependencies_.begin(first.dependency->id);
  } else if (dependencies_.newest()) {
    dependencies_.on_given(first.dependency->id);
  } else {
    dependencies_.join(first.dependency->id);
  }
}

ReceivedFrame FrameAssembler::join(Position end) const {
  const Packet& first = packets_.begin()->second;
  ReceivedFrame frame{
      {}, first.starts_key_frame, first.frame.timestamp, first.arrival, first.arrival, first.capture_ntp, {}};
  if (first.dependency) frame.id = first.dependency->id;
  std::size_t size = 0;
  for (Position p = packets_.begin(); p != end; ++p) size += p->second.data.size();
  frame.data.reserve(size);
  for (Position p = packets_.begin(); p != end; ++p) {
    const Packet& packet = p->second;
    frame.data.insert(frame.data.end(), packet.data.begin(), packet.data.end());
    frame.first_arrival = std::min(frame.first_arrival, packet.arrival);
    frame.completed = std::max(frame.completed, packet.arrival);
    frame.recovered = frame.recovered || packet.origin != PacketOrigin::wire;
  }
  return frame;
}

void FrameAssembler::discard_until(Position end) {
  while (packets_.begin() != end) discard_front();
}

void FrameAssembler::discard_front() {
  go_to_front();
  const Packet& packet = packets_.begin()->second;
  if (!packet.data.empty()) chain_.abandon(packet.frame);
  stats_.frames_lost = chain_.frames_lost();
  remove_front();
}

void FrameAssembler::remove_front() {
  next_ = packets_.begin()->first + 1;
  packets_.remove_front();
}

}  // namespace evenkeel
