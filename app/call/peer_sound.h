#pragma once

#include <optional>

#include "core/base/time.h"

namespace evenkeel {

/// Whether sound comes from the other end of a call, and whether it takes any. Neither is known as the call begins:
/// sound may be on its way, and a peer tells what it understands by its first report.
class PeerSound {
 public:
  static constexpr Duration patience = std::chrono::seconds(3);
  enum class Sends { unknown, none, muted, heard };
  /// At one moment.
  struct Seen {
    bool over = false;            ///< nobody is there: what comes later is another call
    bool in_call = false;         ///< otherwise nothing can be said
    bool comes = false;           ///< sound does
    bool taken = false;           ///< the peer understands sound, and wants it
    bool listens = true;          ///< we would play what comes
    bool speaks = true;           ///< we have something to send
    std::optional<bool> muted{};  ///< as the peer says; nullopt where it has not yet, as also after a silence
  };
  /// What is new: that the peer sends or takes no sound, where somebody misses it, once in a call; that it mutes itself
  /// (true) or no longer does, each time.
  struct News {
    bool sends_none = false, takes_none = false;
    std::optional<bool> mutes{};
  };

  News step(const Seen& seen, LocalTime now);
  Sends sends() const { return sends_; }
  bool takes_none() const { return takes_none_; }
  /// What was told of the last call.
  const News& told() const { return told_; }

 private:
  std::optional<LocalTime> since_;  // in a call that has not fallen silent
  Sends sends_ = Sends::unknown;
  bool takes_none_ = false;
  bool over_ = true;
  bool muted_ = false;  // the last that was told of it
  News told_;
};

}  // namespace evenkeel
