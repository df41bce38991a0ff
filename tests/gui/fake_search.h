#pragma once

#include <memory>
#include <vector>

#include "gui/backend/parameter_search.h"

namespace evenkeel::test {

/// What searches were asked for, and what they answer.
struct SearchRecord {
  std::vector<SearchPath> read;
  std::vector<OptionTexts> limits;  ///< of read
  std::vector<SearchRequest> started;
  int stopped = 0;
  int alive = 0;
  SearchUpdates next;  ///< for the next poll
};

/// Searches nothing.
class FakeSearch : public ParameterSearch {
 public:
  explicit FakeSearch(std::shared_ptr<SearchRecord> record) : record_(std::move(record)) { ++record_->alive; }
  ~FakeSearch() override { --record_->alive; }

  void read(const SearchPath& path, const OptionTexts& limits) override {
    record_->read.push_back(path);
    record_->limits.push_back(limits);
  }
  void start(const SearchRequest& request) override { record_->started.push_back(request); }
  void stop() override { ++record_->stopped; }
  SearchUpdates poll() override { return std::exchange(record_->next, {}); }

 private:
  std::shared_ptr<SearchRecord> record_;
};

}  // namespace evenkeel::test
