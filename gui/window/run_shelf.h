#pragma once

#include <QStringList>
#include <memory>
#include <vector>

#include "gui/window/services.h"

namespace evenkeel {

/// The recorded runs that are open, in the order in which they were opened.
class RunShelf {
 public:
  static constexpr std::size_t most_runs = 6;  ///< what the plots can tell apart

  explicit RunShelf(const WindowServices& services) : services_(services) {}

  /// Returns what is to be said, or nothing: a run that cannot be opened, or of which parts are missing.
  QString open(const QString& folder);
  QString add(OpenedRun run);
  void clear();

  bool empty() const { return runs_.empty(); }
  std::vector<const RunData*> runs() const;
  const QStringList& folders() const { return folders_; }

 private:
  const WindowServices& services_;
  std::vector<std::unique_ptr<RunData>> runs_;
  QStringList folders_;
};

}  // namespace evenkeel
