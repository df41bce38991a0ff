#include "app/recorder.h"

namespace evenkeel {

void Recorder::drain(LocalTime now) {
  for (SampleRing* ring : rings_) {
    while (const auto sample = ring->pop()) {
      rows_.add(*sample);
      if (on_sample_) on_sample_(*sample);
    }
  }
  for (auto* ring : packet_rings_) {
    while (const auto record = ring->pop()) {
      if (folder_ != nullptr) folder_->write(*record);
    }
  }
  const Duration time = now == LocalTime::max() ? Duration::max() : now - run_start_;
  while (const auto row = rows_.poll(time)) {
    summary_.add(*row);
    if (folder_ != nullptr) write_row(*row);
    if (on_row_) on_row_(*row);
  }
  if (folder_ != nullptr) folder_->flush();
}

void Recorder::write_row(Sample row) {
  folder_->write(row);
  row.time -= origin_;
  if (row.time >= Duration::zero()) folder_summary_.add(row);
}

}  // namespace evenkeel
