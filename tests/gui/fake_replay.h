#pragma once

#include <memory>
#include <vector>

#include "gui/backend/shadow_replay.h"

namespace evenkeel::test {

struct ReplayRecord {
  std::vector<ReplayRequest> started;
  int alive = 0;
  ReplayUpdates next;  ///< for the next poll
};

/// Replays nothing.
class FakeReplay : public ShadowReplay {
 public:
  explicit FakeReplay(std::shared_ptr<ReplayRecord> record) : record_(std::move(record)) { ++record_->alive; }
  ~FakeReplay() override { --record_->alive; }

  void start(const ReplayRequest& request) override { record_->started.push_back(request); }
  ReplayUpdates poll() override { return std::exchange(record_->next, {}); }

 private:
  std::shared_ptr<ReplayRecord> record_;
};

}  // namespace evenkeel::test
