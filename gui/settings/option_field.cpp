#include "gui/settings/option_field.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QToolButton>
#include <QVBoxLayout>

#include "gui/panels/panel_widgets.h"
#include "gui/settings/option_words.h"
#include "gui/settings/settings_rows.h"

namespace evenkeel {
namespace {

/// A default that is one of the choices has their words.
QString with_words_of_default(const OptionInfo& info, const QString& help) {
  static const QString mark = QStringLiteral("default: ");
  const qsizetype at = help.indexOf(mark);
  if (at < 0) return help;
  const QString words = choice_words(QString::fromStdString(info.name), help.mid(at + mark.size()));
  return help.left(at) + OptionField::tr("default: %1").arg(words);
}

QString help_of(const OptionInfo& info) {
  QString help = with_words_of_default(info, option_words(OptionField::tr(info.help.c_str()), OptionPlace::settings));
  if (!help.isEmpty()) help[0] = help[0].toUpper();
  return help;
}

/// What the help says of an option that was not given, "listen serves it"; otherwise the form of its value. A default
/// that is one of the choices has their words.
QString without_value(const OptionInfo& info) {
  static const std::string mark = "default: ";
  const auto at = info.help.find(mark);
  if (at != std::string::npos) {
    const QString words = option_words(OptionField::tr(info.help.c_str() + at + mark.size()), OptionPlace::settings);
    return OptionField::tr("Default: %1").arg(choice_words(QString::fromStdString(info.name), words));
  }
  return OptionField::tr("None, or %1").arg(QString::fromStdString(info.placeholder));
}

bool is_list_of_words(const QString& placeholder) {
  return placeholder.contains('|') && placeholder == placeholder.toLower();
}

QBoxLayout* make_layout(QWidget* field, QBoxLayout::Direction direction) {
  auto* layout = new QBoxLayout(direction, field);
  layout->setContentsMargins(0, 0, 0, 0);
  return layout;
}

/// Any text; the placeholder is what holds without one.
class TextField final : public OptionField {
 public:
  explicit TextField(const OptionInfo& info) : OptionField(info), edit_(new QLineEdit) {
    const QString form = QString::fromStdString(info.placeholder);
    edit_->setPlaceholderText(info.base ? base() : without_value(info));
    edit_->setClearButtonEnabled(true);
    auto* row = make_layout(this, QBoxLayout::LeftToRight);
    row->addWidget(edit_, 1);
    set_control(edit_);
    edit_->setToolTip(edit_->placeholderText() + '\n' + edit_->toolTip());  // it may be longer than the field
    InputGuard::protect(edit_);
    connect(edit_, &QLineEdit::textChanged, this, &OptionField::changed);
    if (form != "FILE" && form != "DIR") return;
    browse_ = text_button(tr("Choose…"), form == "DIR" ? tr("Choose a folder") : tr("Choose a file"));
    row->addWidget(browse_);
    connect(browse_, &QToolButton::clicked, this, &OptionField::browse_requested);
  }
  QString text() const override { return edit_->text().trimmed(); }
  void set_text(const QString& text) override {
    const QSignalBlocker quiet(edit_);
    edit_->setText(text);
  }
  void set_words(const QString& words) override {
    edit_->setAccessibleName(words);
    if (browse_ != nullptr) browse_->setAccessibleName(tr("Choose: %1").arg(words));
  }

 private:
  QLineEdit* edit_;
  QToolButton* browse_ = nullptr;
};

/// A flag, or what is on or off.
class SwitchField final : public OptionField {
 public:
  explicit SwitchField(const OptionInfo& info)
      : OptionField(info),
        on_(info.placeholder.empty() ? "true" : "on"),
        off_(info.placeholder.empty() ? "false" : "off"),
        box_(new QCheckBox) {
    make_layout(this, QBoxLayout::LeftToRight)->addWidget(box_);
    set_control(box_);
    set_text({});
    connect(box_, &QCheckBox::toggled, this, &OptionField::changed);
  }
  QString text() const override {
    const QString now = box_->isChecked() ? on_ : off_;
    return now == base() ? QString() : now;
  }
  void set_text(const QString& text) override {
    const QSignalBlocker quiet(box_);
    box_->setChecked((text.isEmpty() ? base() : text) == on_);
  }
  bool has_words() const override { return true; }
  void set_words(const QString& words) override { box_->setText(words); }

 private:
  QString on_, off_;
  QCheckBox* box_;
};

/// One of some words, or of the entries of another list.
class ChoiceField final : public OptionField {
 public:
  explicit ChoiceField(const OptionInfo& info) : OptionField(info), box_(new QComboBox) {
    box_->addItem(info.base ? choice_words(option(), base()) : without_value(info), QString());
    if (is_list_of_words(QString::fromStdString(info.placeholder))) {
      for (const QString& word : QString::fromStdString(info.placeholder).split('|')) {
        if (word != base()) box_->addItem(choice_words(option(), word), word);
      }
    }
    box_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box_->setMinimumContentsLength(20);
    make_layout(this, QBoxLayout::LeftToRight)->addWidget(box_, 1);
    set_control(box_);
    InputGuard::protect(box_);
    connect(box_, &QComboBox::currentIndexChanged, this, &OptionField::changed);
  }
  QString text() const override { return box_->currentData().toString(); }
  void set_text(const QString& text) override {
    const QSignalBlocker quiet(box_);
    if (box_->findData(text) < 0) box_->addItem(text, text);
    box_->setCurrentIndex(box_->findData(text));
  }
  void set_words(const QString& words) override { box_->setAccessibleName(words); }
  void take_entries(const QComboBox& list, bool with_empty) override {
    const QSignalBlocker quiet(box_);
    if (with_empty) box_->clear();
    for (int i = 0; i < list.count(); ++i) {
      const QVariant entry = list.itemData(i);
      if (!entry.isValid() || (!with_empty && entry.toString().isEmpty())) continue;
      if (const int known = box_->findData(entry); known >= 0)
        box_->setItemText(known, list.itemText(i));
      else
        box_->addItem(list.itemText(i), entry);
    }
  }

 private:
  QComboBox* box_;
};

/// Some of several parts.
class PartsField final : public OptionField {
 public:
  explicit PartsField(const OptionInfo& info) : OptionField(info), parts_(parts_of(option())) {
    auto* column = make_layout(this, QBoxLayout::TopToBottom);
    for (const OptionPart& part : parts_) {
      auto* box = new QCheckBox(part.words);
      box->setToolTip(help_of(info));
      boxes_.push_back(box);
      column->addWidget(box);
      connect(box, &QCheckBox::toggled, this, &OptionField::changed);
    }
    set_control(boxes_.front());
    set_text({});
  }
  QString text() const override {
    QStringList chosen;
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      if (boxes_[i]->isChecked()) chosen << parts_[i].text;
    }
    const bool all = static_cast<std::size_t>(chosen.size()) == parts_.size();
    const QString now = all ? "all" : chosen.isEmpty() ? "none" : chosen.join(',');
    return now == base() ? QString() : now;
  }
  void set_text(const QString& text) override {
    const QString now = text.isEmpty() ? base() : text;
    const QStringList chosen = now.split(',');
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      const QSignalBlocker quiet(boxes_[i]);
      boxes_[i]->setChecked(now == "all" || chosen.contains(parts_[i].text));
    }
  }
  void set_words(const QString& words) override { setAccessibleName(words); }

 private:
  std::vector<OptionPart> parts_;
  std::vector<QCheckBox*> boxes_;
};

}  // namespace

OptionField::OptionField(OptionInfo info) : info_(std::move(info)) {}

void OptionField::set_control(QWidget* control) {
  setFocusProxy(control);
  control->setToolTip(help_of(info_));
}

void OptionField::set_error(const QString& sentence) { focusProxy()->setAccessibleDescription(sentence); }

OptionField* make_option_field(const OptionInfo& info) {
  const QString form = QString::fromStdString(info.placeholder);
  const QString option = QString::fromStdString(info.name);
  if (form.isEmpty() || form == "on|off") return new SwitchField(info);
  if (!parts_of(option).empty()) return new PartsField(info);
  if (has_device_list(option) || is_list_of_words(form)) return new ChoiceField(info);
  return new TextField(info);
}

}  // namespace evenkeel
