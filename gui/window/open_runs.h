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

  /// Returns a message if the run is incomplete, or one too many; otherwise an empty string.
  QString add(OpenedRun run);
  /// Why no further run can be opened; empty if one can.
  QString refusal(const QString& folder) const;
  void clear();
  /// Null where there is none.
  RunData* at(int run) {
    return run < 0 || run >= folders_.size() ? nullptr : runs_[static_cast<std::size_t>(run)].get();
  }

  bool empty() const { return runs_.empty(); }
  std::vector<const RunData*> runs() const;
  const QStringList& folders() const { return folders_; }

 private:
  std::vector<std::unique_ptr<RunData>> runs_;
  QStringList folders_;
};

}  // namespace evenkeel
