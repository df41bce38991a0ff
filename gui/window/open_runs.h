#pragma once

#include <QStringList>
#include <memory>
#include <vector>

#include "gui/window/services.h"

namespace evenkeel {

/// The recorded runs that are open, in the order in which they were opened.
class OpenRuns {
 public:
  static constexpr std::size_t max_runs = 6;  ///< as many as the plots can distinguish

  explicit OpenRuns(const WindowServices& services) : services_(services) {}

  /// Returns a message if the run cannot be opened or is incomplete; otherwise an empty string.
  QString open(const QString& folder);
  QString add(OpenedRun run);
  void clear();
  /// Null where there is none.
  RunData* at(int run) {
    return run < 0 || run >= folders_.size() ? nullptr : runs_[static_cast<std::size_t>(run)].get();
  }

  bool empty() const { return runs_.empty(); }
  std::vector<const RunData*> runs() const;
  const QStringList& folders() const { return folders_; }

 private:
  const WindowServices& services_;
  std::vector<std::unique_ptr<RunData>> runs_;
  QStringList folders_;
};

}  // namespace evenkeel
