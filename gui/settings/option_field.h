#pragma once

#include <QWidget>

#include "gui/backend/option_store.h"

class QComboBox;

namespace evenkeel {

/// The field of one option, fitted to what it takes. Its text is what OptionStore takes; empty where nothing is chosen
/// over the option's base, which the field shows then.
class OptionField : public QWidget {
  Q_OBJECT
 public:
  explicit OptionField(OptionInfo info);

  const OptionInfo& info() const { return info_; }
  QString option() const { return QString::fromStdString(info_.name); }
  virtual QString text() const = 0;
  /// Does not emit.
  virtual void set_text(const QString& text) = 0;
  /// Whether the field has its words itself, as a check box does.
  virtual bool has_words() const { return false; }
  /// For labels and screen readers; the tool tip is the option's help.
  virtual void set_words(const QString& words) = 0;
  /// A list is replaced by the entries of another one that have a text; `with_empty`: and those without.
  virtual void take_entries(const QComboBox&, bool /*with_empty*/) {}
  /// For screen readers: what is wrong with the text; empty: nothing.
  void set_error(const QString& sentence);

 Q_SIGNALS:
  void changed();
  void browse_requested();  ///< for a file or a folder

 protected:
  QString base() const { return QString::fromStdString(info_.base.value_or("")); }
  /// Takes the focus for the whole field.
  void set_control(QWidget* control);

 private:
  OptionInfo info_;
};

/// The one that fits the option.
OptionField* make_option_field(const OptionInfo& info);

}  // namespace evenkeel
