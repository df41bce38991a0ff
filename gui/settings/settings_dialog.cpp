#include "gui/settings/settings_dialog.h"

#include <QDialogButtonBox>
#include <QEvent>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QTabWidget>
#include <QVBoxLayout>
#include <algorithm>

#include "gui/panels/panel_widgets.h"
#include "gui/panels/preset_choice.h"
#include "gui/settings/option_words.h"
#include "gui/store/event_words.h"
#include "gui/theme/theme.h"

namespace evenkeel {
namespace {

QLabel* sentence_label() {
  auto* label = new QLabel;
  label->setWordWrap(true);
  label->setTextFormat(Qt::PlainText);
  label->hide();
  return label;
}

QString in_words(const std::string& sentence) {
  return option_words(QString::fromStdString(sentence), OptionPlace::settings);
}

}  // namespace

SettingsDialog::SettingsDialog(OptionStore& store, const AlgorithmCatalog& catalog, TuningModel& tuning,
                               QWidget* parent)
    : QDialog(parent),
      store_(store),
      tuning_(tuning),
      tabs_(new QTabWidget),
      in_call_(sentence_label()),
      problem_(sentence_label()) {
  setWindowTitle(tr("Settings"));
  tabs_->setAccessibleName(tr("Pages of the settings"));
  tabs_->setToolTip(tr("The pages of the settings; the arrow keys change between them."));
  build_pages(catalog);
  in_call_->setText(tr("A call runs: what you change here acts from the next call on, a preset at once."));
  problem_->setAccessibleName(tr("What does not fit"));
  auto* column = new QVBoxLayout(this);
  column->addWidget(tabs_, 1);
  column->addWidget(in_call_);
  column->addWidget(problem_);
  column->addWidget(make_buttons());
  order_buttons();
  color();
  for (Row& row : rows_) check(row);
  resize(680, 540);
}

void SettingsDialog::build_pages(const AlgorithmCatalog& catalog) {
  const std::vector<OptionInfo> options = store_.options();
  std::map<SettingsPage, QFormLayout*> pages;
  QString group;
  for (const SettingsRow& row : settings_rows()) {
    const auto info = std::ranges::find(options, row.option.toStdString(), &OptionInfo::name);
    if (info == options.end()) continue;
    QFormLayout*& form = pages[row.page];
    if (form == nullptr) form = add_page(row.page);
    if (form->rowCount() == 0 && row.page == SettingsPage::controller) {
      preset_ = new PresetChoice(catalog, tuning_.state(), PresetChoice::Meaning::below);
      form->addRow(tr("&Preset"), preset_);
      connect(preset_, &PresetChoice::chosen, this, [this] { preset_chosen_ = true; });
    }
    if (row.group != group && !row.group.isEmpty()) form->addRow(title_label(row.group));
    group = row.group;
    add_row(*form, row, *info);
  }
}

QFormLayout* SettingsDialog::add_page(SettingsPage page) {
  auto* content = new QWidget;
  auto* form = new QFormLayout(content);
  form->setContentsMargins(14, 14, 14, 14);
  form->setVerticalSpacing(10);
  form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
  tabs_->addTab(make_scroll_area(content), page_title(page));
  return form;
}

void SettingsDialog::add_row(QFormLayout& form, const SettingsRow& row, const OptionInfo& info) {
  OptionField* const field = make_option_field(info);
  field->set_words(row.words);
  const auto chosen = store_.chosen().find(info.name);
  if (chosen != store_.chosen().end()) field->set_text(QString::fromStdString(chosen->second));
  auto* const error = sentence_label();
  auto* const box = new QWidget;
  auto* const column = new QVBoxLayout(box);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(2);
  column->addWidget(field);
  column->addWidget(error);
  auto* const label = new QLabel(field->has_words() ? QString() : row.words);
  label->setBuddy(field);
  form.addRow(label, box);
  rows_.push_back({row.words, field, error});
  connect(field, &OptionField::changed, this, [this, at = rows_.size() - 1] { check(rows_[at]); });
  connect(field, &OptionField::browse_requested, this, [this, field] { Q_EMIT browse_requested(field); });
}

QWidget* SettingsDialog::make_buttons() {
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
  ok_ = buttons->button(QDialogButtonBox::Ok);
  ok_->setToolTip(tr("Take these settings, for this start of the program and the next ones."));
  buttons->button(QDialogButtonBox::Cancel)->setToolTip(tr("Leave everything as it was."));
  auto* defaults = buttons->addButton(tr("&Defaults"), QDialogButtonBox::ResetRole);
  defaults->setToolTip(tr("Empty every field: as on the command line, or as the program comes."));
  connect(buttons, &QDialogButtonBox::accepted, this, &SettingsDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &SettingsDialog::reject);
  connect(defaults, &QPushButton::clicked, this, &SettingsDialog::go_to_defaults);
  return buttons;
}

/// In the order of their places, which the style chooses: the box hands the focus to the first of them, from which Tab
/// would leave out those that were made before it.
void SettingsDialog::order_buttons() {
  const QLayout& row = *findChild<QDialogButtonBox*>()->layout();
  QWidget* before = nullptr;
  for (int i = 0; i < row.count(); ++i) {
    QWidget* const button = row.itemAt(i)->widget();
    if (button == nullptr) continue;
    if (before != nullptr) setTabOrder(before, button);
    before = button;
  }
}

void SettingsDialog::set_devices(const QString& option, const QComboBox& list, bool with_empty, const QString& chosen) {
  OptionField* const found = field(option);
  if (found == nullptr) return;
  found->take_entries(list, with_empty);
  found->set_text(chosen);
  devices_[option] = chosen;
}

void SettingsDialog::offer_devices(const QString& option, const QComboBox& list) {
  if (OptionField* const found = field(option)) found->take_entries(list, false);
}

std::optional<QString> SettingsDialog::new_device(const QString& option) const {
  const OptionField* const found = field(option);
  const auto before = devices_.find(option);
  if (found == nullptr || before == devices_.end() || found->text() == before->second) return std::nullopt;
  return found->text();
}

std::optional<TuningState> SettingsDialog::preset() const { return preset_chosen_ ? preset_->tuning() : std::nullopt; }

void SettingsDialog::set_in_call(bool in_call) { in_call_->setVisible(in_call); }

OptionField* SettingsDialog::field(const QString& option) const {
  const auto found = std::ranges::find_if(rows_, [&](const Row& row) { return row.field->option() == option; });
  return found == rows_.end() ? nullptr : found->field;
}

void SettingsDialog::show_page(SettingsPage page) { tabs_->setCurrentIndex(static_cast<int>(page)); }

/// A device's text comes from a list, and is taken by the start page.
void SettingsDialog::check(Row& row) {
  const QString text = row.field->text();
  const bool free = text.isEmpty() || is_device(row.field->option());
  const std::string wrong = free ? "" : store_.check(row.field->info().name, text.toStdString());
  QString sentence = in_words(wrong);
  if (!sentence.isEmpty()) sentence[0] = sentence[0].toUpper();
  row.error->setText(sentence);
  row.error->setVisible(!sentence.isEmpty());
  row.field->set_error(sentence);
  update_buttons();
}

/// A row that is wrong may be on another page.
void SettingsDialog::update_buttons() {
  QStringList wrong;
  for (const Row& row : rows_) {
    if (!row.error->text().isEmpty()) wrong << tr("“%1”").arg(row.words);
  }
  ok_->setEnabled(wrong.isEmpty());
  show_problem(wrong.isEmpty() ? QString() : tr("Not right yet: %1.").arg(wrong.join(", ")));
}

/// The devices and the preset stay: they are no deviation from a default.
void SettingsDialog::go_to_defaults() {
  for (Row& row : rows_) {
    if (is_device(row.field->option())) continue;
    row.field->set_text({});
    check(row);
  }
}

void SettingsDialog::show_problem(const QString& sentence) {
  problem_->setText(sentence);
  problem_->setVisible(!sentence.isEmpty());
}

OptionTexts SettingsDialog::texts() const {
  OptionTexts all;
  for (const Row& row : rows_) {
    const QString text = row.field->text();
    if (!text.isEmpty() && !is_device(row.field->option())) all[row.field->info().name] = text.toStdString();
  }
  return all;
}

void SettingsDialog::accept() {
  if (!ok_->isEnabled()) return;
  const std::string wrong = store_.choose(texts());
  if (!wrong.empty()) return show_problem(in_words(event_words(wrong)));
  if (preset_ != nullptr) preset_->apply_to(tuning_);
  QDialog::accept();
}

void SettingsDialog::color() {
  const Theme& theme = theme_of(palette());
  set_text_color(problem_, theme.danger);
  set_text_color(in_call_, theme.warning);
  for (const Row& row : rows_) set_text_color(row.error, theme.danger);
}

void SettingsDialog::changeEvent(QEvent* event) {
  if (event->type() == QEvent::PaletteChange) color();
  QDialog::changeEvent(event);
}

}  // namespace evenkeel
