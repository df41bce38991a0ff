#pragma once

#include <QString>

#include "gui/backend/call_backend.h"
#include "gui/store/call_conditions.h"

namespace evenkeel {

enum class QualityLevel { unknown, good, fair, poor };

/// How good a call is, in a word, and why it is not better, in plain words: "3 % of packets lost on the way to you".
struct Quality {
  QualityLevel level = QualityLevel::unknown;
  QString reason{};  ///< empty where it is good or unknown
  bool operator==(const Quality&) const = default;
};

/// What else than numbers counts.
struct QualityContext {
  bool in_call = false;       ///< otherwise nothing is said
  bool video_paused = false;  ///< this end sends sound alone
  bool remote_dark = false;   ///< the picture of the other side has no light in it
  bool own_dark = false;
  bool own_muted = false;  ///< this end sends no moving picture, or did not lately: little is asked of the path
  /// This end sends no pictures as a camera does, or did not lately: their number says nothing.
  bool own_irregular = false;
  double own_fps = 0;          ///< of the source of this end, as it was chosen: fewer are not missed; 0: not known
  bool remote_silent = false;  ///< the other side sends no sound, or did not lately: what is missing was not sent
  /// The other side shows a screen, or did lately: its pictures come where something changes.
  bool remote_screen = false;
  bool remote_still = false;  ///< the other side sent what does not move, as a notice: nobody saw it stand still
};

/// The table of docs/window.md. The delays are those at which ITU-T G.107 says that some users are dissatisfied (250
/// ms one way) and G.114 that planning should stop (400 ms).
Quality judge(const CallConditions& conditions, const QualityContext& context);

/// "Good", "Fair: 3 % of packets lost on the way to you"; empty where it is unknown.
QString quality_words(const Quality& quality);

/// Keeps the word from twitching: what gets worse is said at once, what gets better once it has held for a while. Sums
/// up the whole call as well.
class QualityWatch {
 public:
  static constexpr Duration hold = std::chrono::seconds(3);
  /// Its number changes no more often than that.
  static constexpr Duration reason_kept = std::chrono::seconds(1);

  /// `now` on the time axis of the call; a time before the last one begins a new call.
  const Quality& look(Duration now, const Quality& quality);
  const Quality& shown() const { return shown_; }
  void forget() { *this = {}; }
  /// "It was good for 95 % of the time." Empty where nothing was known.
  QString summary() const;

 private:
  Quality shown_;
  Duration worse_until_{};  ///< a level as bad as the one that is shown was last seen
  Duration said_{};         ///< what is shown was taken
  std::optional<Duration> last_;
  Duration known_{};
  Duration good_{};
  Duration poor_{};
};

}  // namespace evenkeel
