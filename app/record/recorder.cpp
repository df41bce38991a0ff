#include "app/record/recorder.h"

namespace evenkeel {

template <class Record>
void Recorder::drain(const std::vector<SpscRing<Record>*>& rings) {
  for (auto* ring : rings) {
    while (const auto record = ring->pop()) {
      if (folder_ != nullptr) folder_->write(*record);
    }
  }
}

void Recorder::drain(LocalTime now) {
  for (SampleRing* ring : rings_) {
    while (const auto sample = ring->pop()) {
      rows_.add(*sample);
      if (on_sample_) on_sample_(*sample);
    }
  }
  drain(packet_rings_);
  drain(picture_rings_);
  const Duration time = now == LocalTime::max() ? Duration::max() : now - run_start_;
  while (const auto row = rows_.poll(time)) {
    if (folder_ != nullptr) folder_->write(*row);
    Sample in_folder = *row;
    in_folder.time -= origin_;
    if (in_folder.time >= Duration::zero()) summary_.add(in_folder);
    if (on_row_) on_row_(*row);
  }
  if (folder_ != nullptr) folder_->flush();
}

}  // namespace evenkeel
