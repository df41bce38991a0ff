#include "core/rtp/frame_pieces.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace evenkeel {
namespace {

std::int64_t number_of(FramePieces::Position position) { return position->first; }

}  // namespace

bool FramePieces::insert(std::int64_t sequence, FramePiece&& piece) {
  const auto [at, is_new] = pieces_.emplace(sequence, std::move(piece));
  if (!is_new) return false;
  bytes_ += at->second.data.size();
  if (Position(at) == begin() && (size() == 1 || std::next(at)->first != sequence + 1)) reach_ = at;
  extend_reach();
  note_data(at);
  note_arrival(at);
  note_key_frame(at);
  note_runs(at);
  return true;
}

void FramePieces::remove_front() {
  const Position front = begin();
  const Position next = std::next(front);
  const std::int64_t sequence = front->first;
  if (reach_ == front) reach_ = next == end() ? std::nullopt : std::optional(next);
  if (first_with_data_ == front) {
    const auto found = std::find_if(next, end(), [](const auto& p) { return !p.second.data.empty(); });
    first_with_data_ = found == end() ? std::nullopt : std::optional(found);
  }
  if (first_arrivals_.front().first == sequence) first_arrivals_.pop_front();
  for (auto* starts : {&key_frames_, &complete_key_frames_})
    if (!starts->empty() && starts->front() == front) starts->pop_front();
  if (!unasked_.empty() && unasked_.front() == sequence) unasked_.pop_front();
  if (front->second.starts_frame) starts_.erase(starts_.begin());
  bytes_ -= front->second.data.size();
  pieces_.erase(front);
  extend_reach();
}

void FramePieces::clear() {
  pieces_.clear();
  bytes_ = 0;
  starts_.clear();
  reach_ = first_with_data_ = std::nullopt;
  first_arrivals_.clear();
  key_frames_.clear();
  complete_key_frames_.clear();
  forget_answers();
}

FramePieces::Run FramePieces::run_from(Position start) const {
  const Start& run = starts_.at(start->first);
  return {std::next(run.last), run.state};
}

LocalTime FramePieces::first_arrival(Position from) const {
  if (from == end()) return LocalTime::max();
  return std::ranges::lower_bound(first_arrivals_, from->first, {}, [](const auto& a) { return a.first; })->second;
}

FramePieces::Position FramePieces::complete_key_frame(Position from) const {
  if (from == end()) return end();
  const auto found = std::ranges::lower_bound(complete_key_frames_, from->first, {}, number_of);
  return found == complete_key_frames_.end() ? end() : *found;
}

std::optional<LocalTime> FramePieces::key_frame_arrival() const {
  return key_frames_.empty() ? std::nullopt : std::optional(key_frame_arrival_);
}

FramePieces::Position FramePieces::find_wanted(const Wanted& wanted) {
  if (asks_all_) {
    for (const auto& [sequence, start] : starts_) {
      if (start.state == Run::complete && wanted(start.first->second)) return start.first;
    }
    asks_all_ = false;
  }
  for (; !unasked_.empty(); unasked_.pop_front()) {
    const Position first = pieces_.find(unasked_.front());
    if (wanted(first->second)) return first;
  }
  return end();
}

void FramePieces::forget_answers() {
  asks_all_ = true;
  unasked_.clear();
}

void FramePieces::extend_reach() {
  if (!reach_) return;
  for (Position next = std::next(*reach_); next != end() && next->first == (*reach_)->first + 1; ++next) reach_ = next;
}

void FramePieces::note_data(Position at) {
  if (at->second.data.empty()) return;
  if (!first_with_data_ || at->first < (*first_with_data_)->first) first_with_data_ = at;
}

void FramePieces::note_arrival(Position at) {
  const LocalTime arrival = at->second.arrival;
  auto behind = std::ranges::lower_bound(first_arrivals_, at->first, {}, [](const auto& a) { return a.first; });
  if (behind != first_arrivals_.end() && behind->second <= arrival) return;
  auto from = behind;
  while (from != first_arrivals_.begin() && std::prev(from)->second >= arrival) --from;
  first_arrivals_.insert(first_arrivals_.erase(from, behind), {at->first, arrival});
}

// What came of the last key frame before its first packet has its timestamp too.
void FramePieces::note_key_frame(Position at) {
  const FramePiece& piece = at->second;
  if (piece.starts_key_frame) {
    const auto place = std::ranges::lower_bound(key_frames_, at->first, {}, number_of);
    const bool is_last = place == key_frames_.end();
    key_frames_.insert(place, at);
    if (!is_last) return;
    key_frame_arrival_ = piece.arrival;
    for (Position p = at; p != end(); ++p) {
      if (p->second.frame.timestamp == piece.frame.timestamp)
        key_frame_arrival_ = std::max(key_frame_arrival_, p->second.arrival);
    }
  } else if (!key_frames_.empty() && at->first > key_frames_.back()->first &&
             piece.frame.timestamp == key_frames_.back()->second.frame.timestamp) {
    key_frame_arrival_ = std::max(key_frame_arrival_, piece.arrival);
  }
}

// Of the frame in which it stands, and of the one that it starts.
void FramePieces::note_runs(Position at) {
  const auto behind = starts_.upper_bound(at->first);
  if (behind != starts_.begin()) extend(std::prev(behind)->second);
  if (!at->second.starts_frame) return;
  Start& own = starts_.emplace_hint(behind, at->first, Start{at, at, Run::open})->second;
  if (at->second.marker) {
    own.state = Run::complete;
    on_complete(own);
  }
  extend(own);
}

void FramePieces::extend(Start& start) {
  for (Position next = std::next(start.last); start.state == Run::open; next = std::next(start.last)) {
    if (next == end() || next->first != start.last->first + 1) return;
    const FramePiece& piece = next->second;
    const bool has_data = !piece.data.empty();
    const bool other_frame = piece.frame.timestamp != start.first->second.frame.timestamp;
    if (has_data && (piece.starts_frame || other_frame)) {
      start.state = Run::cut_short;
      return;
    }
    start.last = next;
    if (!has_data || !piece.marker) continue;
    start.state = Run::complete;
    on_complete(start);
  }
}

void FramePieces::on_complete(const Start& start) {
  const std::int64_t sequence = start.first->first;
  if (start.first->second.starts_key_frame) {
    const auto place = std::ranges::lower_bound(complete_key_frames_, sequence, {}, number_of);
    complete_key_frames_.insert(place, start.first);
  }
  if (asks_all_) return;
  unasked_.insert(std::ranges::lower_bound(unasked_, sequence), sequence);
}

}  // namespace evenkeel
