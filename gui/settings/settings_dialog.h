#pragma once

#include <QDialog>
#include <map>
#include <optional>
#include <vector>

#include "gui/panels/tuning_model.h"
#include "gui/settings/option_field.h"
#include "gui/settings/settings_rows.h"

class QComboBox;
class QFormLayout;
class QLabel;
class QPushButton;
class QTabWidget;

namespace evenkeel {

class PresetChoice;

/// The options of calls in words, on pages, and the presets of controllers. OK takes effect from the next call on, but
/// for the preset, which is a change of the tuning; it closes the dialog only where all fits.
class SettingsDialog : public QDialog {
  Q_OBJECT
 public:
  /// All must outlive the dialog.
  SettingsDialog(OptionStore& store, const AlgorithmCatalog& catalog, TuningModel& tuning, QWidget* parent = nullptr);

  /// Gives a device's row the entries of the start page's list; `chosen` as for the option.
  void set_devices(const QString& option, const QComboBox& list, bool with_empty, const QString& chosen);
  /// Gives the row of an option that names a device as well the entries of that list.
  void offer_devices(const QString& option, const QComboBox& list);
  /// The text of a device's row where it is another one than at first; nullopt where it is not.
  std::optional<QString> new_device(const QString& option) const;
  /// The preset that was chosen here, for the next start; nullopt where none was. What it shows at first may hold for
  /// this start alone.
  std::optional<TuningState> preset() const;
  /// Says that a call runs, which goes on as it is.
  void set_in_call(bool in_call);
  /// Null where the dialog does not have this option.
  OptionField* field(const QString& option) const;
  void show_page(SettingsPage page);

  void accept() override;

 Q_SIGNALS:
  void browse_requested(evenkeel::OptionField* field);

 protected:
  void changeEvent(QEvent* event) override;

 private:
  struct Row {
    QString words;
    OptionField* field;
    QLabel* error;
  };

  void build_pages(const AlgorithmCatalog& catalog);
  QFormLayout* add_page(SettingsPage page);
  void add_row(QFormLayout& form, const SettingsRow& row, const OptionInfo& info);
  QWidget* make_buttons();
  void order_buttons();
  void check(Row& row);
  void update_buttons();
  void go_to_defaults();
  void show_problem(const QString& sentence);
  OptionTexts texts() const;
  void color();

  OptionStore& store_;
  TuningModel& tuning_;
  std::vector<Row> rows_;
  std::map<QString, QString> devices_;  // as they were at first
  QTabWidget* tabs_;
  PresetChoice* preset_ = nullptr;
  bool preset_chosen_ = false;
  QLabel* in_call_;
  QLabel* problem_;
  QPushButton* ok_ = nullptr;
};

}  // namespace evenkeel
