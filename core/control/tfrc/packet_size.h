#pragma once

#include <algorithm>

#include "core/units/data_size.h"

namespace evenkeel {

/// The mean size of the packets sent, over about the last 256, and the largest one (MSS). RFC 5348, section 4.1, wants
/// the mean over the last four loss intervals, or longer ones.
class TfrcPacketSize {
 public:
  void on_sent(DataSize size) {
    count_ = std::min(count_ + 1, memory);
    mean_ += (static_cast<double>(size.bytes()) - mean_) / count_;
    largest_ = std::max(largest_, size);
  }
  /// In bytes; those of a full packet before any was sent.
  double mean() const { return count_ > 0 ? std::max(mean_, 1.0) : usual; }
  double largest() const { return count_ > 0 ? std::max(static_cast<double>(largest_.bytes()), 1.0) : usual; }

 private:
  static constexpr int memory = 256;
  static constexpr double usual = 1228;
  double mean_ = 0;
  int count_ = 0;
  DataSize largest_;
};

}  // namespace evenkeel
