#pragma once

#include <algorithm>
#include <vector>

#include "core/base/cryptography.h"

namespace evenkeel {

/// The newest nonces that were taken: a recorded knock opens no second attempt.
class UsedNonces {
 public:
  static constexpr std::size_t kept = 1024;

  bool contains(const GcmNonce& nonce) const { return std::ranges::find(nonces_, nonce) != nonces_.end(); }
  void add(const GcmNonce& nonce) {
    if (nonces_.size() < kept) {
      nonces_.push_back(nonce);
    } else {
      nonces_[next_] = nonce;
      next_ = (next_ + 1) % kept;
    }
  }

 private:
  std::vector<GcmNonce> nonces_;
  std::size_t next_ = 0;
};

/// What is remembered of the knocks by one link. It belongs to the link and not to who waits by it at the moment: a
/// listener that waits again by the same link takes none of them twice either.
struct KnockMemory {
  UsedNonces taken;
  UsedNonces spent;  ///< of knocks that led to a call, seen from both ends
};

}  // namespace evenkeel
