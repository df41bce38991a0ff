#pragma once

#include <QObject>
#include <QTimer>
#include <memory>

#include "gui/window/open_runs.h"

namespace evenkeel {

/// Has controllers watch an open run, in the background, and puts what they would have sent into its rows.
class RunShadows : public QObject {
  Q_OBJECT

 public:
  /// Both must outlive it.
  RunShadows(const WindowServices& services, OpenRuns& runs, QObject* parent = nullptr);

  /// In place of those that the flow had; none: takes them away. Ends what is under way.
  void watch(int run, const FlowName& flow, const QStringList& controllers);
  void stop();
  /// Those of a flow of a run, or that are to be.
  std::vector<std::string> of(int run, const FlowName& flow) const;

 Q_SIGNALS:
  void done();                           ///< the run has them
  void failed(const QString& sentence);  ///< it has those of before

 private:
  void poll();

  const WindowServices& services_;
  OpenRuns& runs_;
  std::unique_ptr<ShadowReplay> replay_;
  ReplayRequest request_;
  int run_ = 0;
  QTimer timer_;
};

/// Puts the targets into the rows of a flow: into each row the last ones before it. `rows` by time.
void add_shadows(SampleStore& store, const FlowName& flow, const std::vector<ReplayRow>& rows);

}  // namespace evenkeel
