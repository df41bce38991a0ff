#pragma once

#include <array>
#include <cstdint>

#include "core/frames/picture.h"

namespace evenkeel {

/// Whether the pictures that come show the same, one after the other, as the notice of an other side whose video is
/// muted. A picture that stands still since none comes is none of these.
class StillWatch {
 public:
  /// So many alike: half a second of the usual ones.
  static constexpr int enough = 15;

  /// To be called with each picture that comes.
  void look(const Picture& picture);
  bool is_still() const { return alike_ >= enough; }
  void forget() { alike_ = 0; }

 private:
  static constexpr int columns = 32, rows = 18;
  using Places = std::array<std::uint8_t, static_cast<std::size_t>(columns* rows)>;

  static Places luma_at_places(const Picture& picture);

  Places before_{};
  int alike_ = 0;
};

}  // namespace evenkeel
