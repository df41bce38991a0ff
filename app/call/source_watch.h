#pragma once

#include <optional>
#include <string>
#include <utility>

#include "app/capture/video_source.h"

namespace evenkeel {

/// What of the state of a camera, a microphone or a loudspeaker people are to be told, each once.
class SourceWatch {
 public:
  struct News {
    std::string text;
    bool of_note = false;  ///< it was lost, or came back; the first start is no event
  };

  /// That it is missing at the start has been told.
  void know_loss() { loss_is_known_ = true; }

  std::optional<News> step(const SourceState& state) {
    if (state.text.empty() || state.text == text_) return std::nullopt;
    const bool is_known = was_lost_ || loss_is_known_;
    if (is_known && state.kind == SourceState::Kind::starting) return std::nullopt;  // it is not back yet
    text_ = state.text;
    const bool lost = state.kind == SourceState::Kind::lost;
    if (state.kind == SourceState::Kind::running) loss_is_known_ = false;
    const bool of_note = lost || was_lost_;
    was_lost_ = lost;
    return lost && loss_is_known_ ? std::nullopt : std::optional(News{text_, of_note});
  }

 private:
  std::string text_;
  bool was_lost_ = false;
  bool loss_is_known_ = false;
};

}  // namespace evenkeel
