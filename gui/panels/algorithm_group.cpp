#include "gui/panels/algorithm_group.h"

#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>
#include <algorithm>

#include "gui/panels/panel_widgets.h"
#include "gui/panels/quantity_row.h"
#include "gui/theme/theme.h"

namespace evenkeel {
namespace {

QString text(std::string_view view) { return QString::fromUtf8(view.data(), static_cast<qsizetype>(view.size())); }

QuantityInfo info_of(const QString& algorithm, const ParameterValue& parameter) {
  QuantityInfo info;
  info.symbol = text(parameter.info.symbol);
  info.name = QuantityRow::tr("%1 of %2").arg(text(parameter.info.name), algorithm);
  info.meaning = text(parameter.info.meaning);
  info.kind = parameter.kind;
  info.unit = text(parameter.info.unit);
  info.minimum = parameter.info.minimum;
  info.maximum = parameter.info.maximum;
  info.typical = parameter.value;
  return info;
}

}  // namespace

AlgorithmGroup::AlgorithmGroup(const QString& title, std::span<const AlgorithmDescription> algorithms,
                               TuningModel& model)
    : algorithms_(algorithms), model_(model) {
  build(title);
  connect(choice_, &QComboBox::textActivated, this, &AlgorithmGroup::chosen);
}

void AlgorithmGroup::build(const QString& title) {
  choice_ = new QComboBox;
  for (const AlgorithmDescription& algorithm : algorithms_) {
    choice_->addItem(QString::fromStdString(algorithm.name));
    choice_->setItemData(choice_->count() - 1, QString::fromStdString(algorithm.summary), Qt::ToolTipRole);
  }
  choice_->setAccessibleName(title);
  InputGuard::protect(choice_);
  summary_ = small_label({});
  set_text_color(summary_, theme_of(palette()).faint_text);

  auto* heading = new QHBoxLayout;
  heading->addWidget(title_label(title));
  heading->addWidget(choice_, 1);
  if (algorithms_.size() < 2) choice_->hide();
  layout_ = new QVBoxLayout(this);
  layout_->setContentsMargins(0, 0, 0, 0);
  layout_->setSpacing(3);
  layout_->addLayout(heading);
  layout_->addWidget(summary_);
}

void AlgorithmGroup::show_algorithm(const QString& name) {
  const auto found = std::ranges::find(algorithms_, name.toStdString(), &AlgorithmDescription::name);
  if (found == algorithms_.end() || name == shown_) return;
  shown_ = name;
  choice_->setCurrentText(name);
  const QString summary = QString::fromStdString(found->summary);
  choice_->setToolTip(summary);
  choice_->setAccessibleDescription(summary);
  summary_->setText(summary);
  make_rows(*found);
  Q_EMIT rows_changed();
}

void AlgorithmGroup::make_rows(const AlgorithmDescription& algorithm) {
  rows_.clear();
  if (rows_box_ != nullptr) {
    // Undo may be triggered by a key in one of these rows, so they must outlive the event.
    layout_->removeWidget(rows_box_);
    rows_box_->setParent(nullptr);
    rows_box_->deleteLater();
  }
  rows_box_ = new QWidget;
  auto* layout = new QVBoxLayout(rows_box_);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(3);
  for (const ParameterValue& parameter : algorithm.parameters) layout->addWidget(make_row(algorithm, parameter));
  layout_->addWidget(rows_box_);
  align_symbols();
}

QuantityRow* AlgorithmGroup::make_row(const AlgorithmDescription& algorithm, const ParameterValue& parameter) {
  const QString name = QString::fromStdString(algorithm.name);
  const QString key = name + "." + text(parameter.info.name);
  auto* row = new QuantityRow(info_of(name, parameter));
  row->setObjectName(key);
  rows_.emplace_back(key, row);
  connect(row, &QuantityRow::edited, this, [this, key, row](const QString& typed, int drag) {
    const QString error = model_.set(key, typed, drag);
    error.isEmpty() ? show_parameter(key) : row->show_error(error);
  });
  connect(row, &QuantityRow::reset_requested, this, [this, key] { model_.reset(key); });
  connect(row, &QuantityRow::entered, this, [this, key, row] { Q_EMIT explained(explanation(key, *row)); });
  show_parameter(key);
  return row;
}

void AlgorithmGroup::show_parameter(const QString& key) {
  for (const auto& [name, row] : rows_) {
    if (name != key) continue;
    row->show_value(model_.value_of(key));
    const QString back = tr("Reset to the default %1").arg(for_people(model_.default_text_of(key)));
    row->show_reset(model_.is_default(key) ? QString() : back);
  }
}

void AlgorithmGroup::align_symbols() {
  // Aligns the sliders of all groups, unless a symbol is unusually long.
  int width = fontMetrics().horizontalAdvance("k RTT_");
  for (const auto& row : rows_) width = std::max(width, row.second->symbol_width());
  for (const auto& row : rows_) row.second->set_symbol_width(width);
}

QString AlgorithmGroup::explanation(const QString& key, const QuantityRow& row) const {
  return tr("<b>%1</b> %2. Range %3; default: %4.")
      .arg(symbol_markup(row.info().symbol), row.info().meaning.toHtmlEscaped(), range_text(row.info()).toHtmlEscaped(),
           for_people(model_.default_text_of(key)).toHtmlEscaped());
}

QWidget* AlgorithmGroup::follow_in_tab_order(QWidget* previous) {
  if (previous != nullptr) setTabOrder(previous, choice_);
  previous = choice_;
  for (const auto& row : rows_) previous = row.second->follow_in_tab_order(previous);
  return previous;
}

void AlgorithmGroup::changeEvent(QEvent* event) {
  if (event->type() == QEvent::PaletteChange) set_text_color(summary_, theme_of(palette()).faint_text);
  QWidget::changeEvent(event);
}

}  // namespace evenkeel
