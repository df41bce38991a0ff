#pragma once

#include <QWidget>

#include "gui/call/call_quality.h"
#include "gui/call/call_words.h"

namespace evenkeel {

class Button;
class NumberLabel;

/// The state of the call: a coloured dot, the state in words, below it how good the call is, what is to know of the
/// sound, if anything, and how far a recording is, and a lock: open without encryption, closed with it, then with the
/// number to compare.
class StatusLine : public QWidget {
  Q_OBJECT
 public:
  explicit StatusLine(QWidget* parent = nullptr);

  void set_status(const CallStatus& status);
  /// Shown with the next status.
  void set_quality(const Quality& quality) { new_quality_ = quality; }
  /// Shown with the next status; empty: no recording runs. Not read out, since it changes all the time.
  void set_recording(const QString& words) { new_recording_words_ = words; }
  const QString& recording_words() const { return recording_words_; }
  const QString& words() const { return words_; }
  const QString& quality_words() const { return quality_words_; }
  const QString& sound_words() const { return sound_words_; }
  /// Below the state: what keeps people from hearing each other, the recording and the quality. The tool tip has the
  /// whole where it does not fit.
  QString second_line() const;
  /// What of it is shown: the reason of the quality gives way first, then the recording, then the sound. The word of
  /// quality stays.
  QString shown_second_line() const { return second_line_in(room_for_words()); }
  /// What is shown of the state: warnings stay, such as that the other side records.
  QString shown_words() const { return words_in(room_for_words()); }
  /// In pixels, of each line.
  int room_for_words() const;
  Button& lock() { return *lock_; }
  const NumberLabel& number() const { return *number_; }
  /// Where there is less, or a warning needs the room, the tool tip of the lock has the number.
  static constexpr int width_with_number = 400;
  bool has_number() const;

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return {180, sizeHint().height()}; }

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  QColor dot() const;
  int width_of(const QString& text) const { return fontMetrics().horizontalAdvance(text); }
  int width_of_words() const;
  int least_for_words() const;
  QString quality_word() const;
  QString words_in(int room) const;
  QString second_line_in(int room) const;
  QStringList lines() const;
  void show_secrecy(const CallStatus& status);
  void place_lock();
  int width_of_lock() const;

  QString words_;
  QString warning_words_;  ///< at the end of these
  QString quality_words_;
  QString sound_words_;
  QString recording_words_, new_recording_words_;
  Quality new_quality_;
  StatusLevel level_ = StatusLevel::quiet;
  Button* lock_;
  NumberLabel* number_;
};

}  // namespace evenkeel
