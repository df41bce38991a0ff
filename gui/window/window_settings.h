#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>
#include <optional>

#include "gui/backend/algorithm_catalog.h"
#include "gui/backend/option_store.h"

namespace evenkeel {

/// What the window stores between sessions (QSettings): its layout, the recent addresses, the camera, the settings and
/// the tuning.
/// Invalid values, as after an update, are ignored.
class WindowSettings {
 public:
  QByteArray bytes(const QString& key) const;
  void set_bytes(const QString& key, const QByteArray& value);
  QString text(const QString& key) const;
  void set_text(const QString& key, const QString& value);
  QStringList list(const QString& key) const;
  void set_list(const QString& key, const QStringList& value);

  /// As for --source or --audio. A test source is a choice for now: at the next start nobody would know that it is
  /// sent, so that the one before stays.
  QString source(const QString& key) const;
  void set_source(const QString& key, const QString& source);

  /// The newest first, at most ten.
  QStringList recent_addresses() const { return list("start/recent"); }
  /// Does nothing with a link: no secret is stored.
  void add_recent_address(const QString& address);

  /// Folders, the newest first, at most ten; they need not be there any more.
  QStringList recent_runs() const { return list("start/runs"); }
  void add_recent_run(const QString& folder);

  /// What was chosen in the settings; files of passwords are named, not read.
  OptionTexts options() const;
  void set_options(const OptionTexts& options);

  /// What a start without another tuning begins with.
  std::optional<TuningState> preset() const;
  void set_preset(const TuningState& tuning);

 private:
  void prepend(const QString& key, const QString& text);
};

}  // namespace evenkeel
