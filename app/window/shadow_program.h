#pragma once

#include <memory>

#include "app/window/background_program.h"
#include "gui/backend/shadow_replay.h"

namespace evenkeel {

/// Has `evenkeel shadow` do it.
class ShadowProgram final : public ShadowReplay {
 public:
  void start(const ReplayRequest& request) override;
  ReplayUpdates poll() override;

 private:
  std::size_t controllers_ = 0;
  std::vector<ReplayRow> rows_;
  std::unique_ptr<BackgroundProgram> program_;
};

}  // namespace evenkeel
