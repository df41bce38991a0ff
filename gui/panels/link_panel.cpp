#include "gui/panels/link_panel.h"

#include <QCheckBox>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "gui/panels/link_quantities.h"
#include "gui/panels/panel_widgets.h"
#include "gui/panels/quantity_row.h"
#include "gui/theme/theme.h"

namespace evenkeel {
namespace {

const QString usual_schedule = QStringLiteral("0s:2.5Mbps,10s:1Mbps");  // in the form that it is read in, not words

}  // namespace

LinkPanel::LinkPanel(QWidget* parent)
    : QWidget(parent), emulation_(new QCheckBox(tr("Emulate a link in calls"))), state_(small_label({})) {
  show_emulation();
  connect(emulation_, &QCheckBox::toggled, this, [this](bool wanted) {
    wanted_ = wanted;
    show_state();
    emit_emulation();
  });
  controls_ = make_scroll_area(make_controls());
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(6, 6, 6, 0);
  layout->setSpacing(3);
  layout->addWidget(emulation_);
  layout->addWidget(state_);
  layout->addWidget(controls_, 1);
  layout->addStretch();
  hold_.setSingleShot(true);
  hold_.setInterval(500);
  connect(&hold_, &QTimer::timeout, this, &LinkPanel::show_reported);
  show_reported();
  show_program({});
}

QWidget* LinkPanel::make_controls() {
  auto* controls = new QWidget;
  auto* layout = new QVBoxLayout(controls);
  layout->setContentsMargins(0, 6, 0, 6);
  layout->setSpacing(3);
  make_rows(*layout);
  layout->addSpacing(4);
  layout->addWidget(title_label(tr("Capacity in one step")));
  layout->addWidget(make_steps());
  layout->addSpacing(4);
  layout->addWidget(title_label(tr("Capacity over time")));
  programs_ = make_programs();
  layout->addWidget(programs_);
  layout->addStretch();
  return controls;
}

void LinkPanel::make_rows(QVBoxLayout& layout) {
  capacity_ = make_row(layout, capacity_quantity());
  delay_ = make_row(layout, delay_quantity());
  buffer_ = make_row(layout, buffer_quantity());
  loss_ = make_row(layout, loss_quantity());
  jitter_ = make_row(layout, jitter_quantity());
  int width = 0;
  for (QuantityRow* row : {capacity_, delay_, buffer_, loss_, jitter_}) width = std::max(width, row->symbol_width());
  for (QuantityRow* row : {capacity_, delay_, buffer_, loss_, jitter_}) row->set_symbol_width(width);
}

QuantityRow* LinkPanel::make_row(QVBoxLayout& layout, const QuantityInfo& info) {
  auto* row = new QuantityRow(info);
  row->remove_reset();
  connect(row, &QuantityRow::edited, this, [this, row](const QString& text) { edit(*row, text); });
  layout.addWidget(row);
  return row;
}

QWidget* LinkPanel::make_steps() {
  auto* box = new QWidget;
  auto* grid = new QGridLayout(box);
  grid->setContentsMargins(0, 0, 0, 0);
  grid->setSpacing(3);
  add_step(*grid, 0, tr("× 1/2"), 0.5, 0);
  add_step(*grid, 1, tr("× 2"), 2, 0);
  back_ = text_button(tr("Back"), tr("Set the capacity back to what it was before the last step"));
  back_->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  back_->setEnabled(false);
  connect(back_, &QToolButton::clicked, this, &LinkPanel::step_back);
  grid->addWidget(back_, 0, 2);
  add_step(*grid, 3, tr("1 Mbit/s"), 0, 1e6);
  add_step(*grid, 4, tr("2.5 Mbit/s"), 0, 2.5e6);
  add_step(*grid, 5, tr("5 Mbit/s"), 0, 5e6);
  return box;
}

void LinkPanel::add_step(QGridLayout& grid, int place, const QString& text, double factor, double bps) {
  const QString tip =
      factor > 0 ? tr("Multiply the capacity by %1").arg(factor) : tr("Set the capacity to %1").arg(text);
  QToolButton* button = text_button(text, tip);
  button->setAccessibleName(tip);
  button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  connect(button, &QToolButton::clicked, this,
          [this, factor, bps] { step_to(factor > 0 ? capacity_->value() * factor : bps); });
  grid.addWidget(button, place / 3, place % 3);
}

QWidget* LinkPanel::make_programs() {
  schedule_ = new QLineEdit;
  schedule_->setPlaceholderText(usual_schedule);
  schedule_->setAccessibleName(tr("Schedule of the capacity"));
  schedule_->setToolTip(tr("Steps of the capacity, as TIME:RATE with commas between; times count from now on"));
  InputGuard::protect(schedule_);
  QToolButton* run = text_button(tr("Run"), tr("Run this schedule from now on"));
  run->setAccessibleName(tr("Run the schedule"));
  QToolButton* trace = text_button(tr("Trace…"), tr("Run a recorded link from a file in mahimahi's format"));
  schedule_error_ = small_label({});
  program_ = small_label({});
  connect(schedule_, &QLineEdit::returnPressed, this, &LinkPanel::run_schedule);
  connect(schedule_, &QLineEdit::textEdited, schedule_error_, &QWidget::hide);
  connect(run, &QToolButton::clicked, this, &LinkPanel::run_schedule);
  connect(trace, &QToolButton::clicked, this, &LinkPanel::trace_requested);

  auto* box = new QWidget;
  auto* grid = new QGridLayout(box);
  grid->setContentsMargins(0, 0, 0, 0);
  grid->setSpacing(3);
  grid->addWidget(schedule_, 0, 0);
  grid->addWidget(run, 0, 1);
  grid->addWidget(trace, 0, 2);
  grid->addWidget(schedule_error_, 1, 0, 1, 3);
  grid->addWidget(program_, 2, 0, 1, 3);
  schedule_error_->hide();
  return box;
}

void LinkPanel::set_has_link(bool has_link, bool in_call) {
  if (has_link == has_link_ && in_call == in_call_) return;
  has_link_ = has_link;
  in_call_ = in_call;
  show_state();
}

void LinkPanel::set_demo(bool demo) {
  if (demo == demo_) return;
  demo_ = demo;
  show_emulation();
}

void LinkPanel::show_emulation() {
  const QSignalBlocker quiet(emulation_);
  emulation_->setChecked(demo_ || wanted_);
  emulation_->setEnabled(!demo_);
  emulation_->setToolTip(
      demo_ ? tr("A demo always sends over the link below. For other calls this is chosen in one, or while you wait.")
            : tr("From the next call on, what you send goes over the link below before it leaves."));
}

/// Schedules and traces count from now on, and so need a link that is there.
void LinkPanel::show_state() {
  const bool planned = wanted_;
  const QString real = tr("This call runs over the real network: there is no emulated link to change.");
  state_->setText(has_link_  ? QString()
                  : planned  ? tr("Emulated from the next call on.")
                  : in_call_ ? real
                             : QString());
  state_->setVisible(!state_->text().isEmpty());
  controls_->setVisible(has_link_ || planned);
  programs_->setEnabled(has_link_);
}

void LinkPanel::emit_emulation() { Q_EMIT emulation_changed(wanted_ ? std::optional(settings()) : std::nullopt); }

void LinkPanel::set_link(const LinkSettings& settings, const QString& program) {
  if (!has_link_) return;
  show_program(program);
  if (settings == reported_) return;
  reported_ = settings;
  if (!hold_.isActive()) show_reported();
}

void LinkPanel::show_reported() {
  capacity_->show_value(reported_.capacity.bps());
  delay_->show_value(to_seconds(reported_.delay));
  buffer_->show_value(to_seconds(reported_.buffer));
  loss_->show_value(reported_.loss);
  jitter_->show_value(to_seconds(reported_.jitter));
}

void LinkPanel::show_program(const QString& program) {
  const QString words = program.isEmpty() ? tr("The capacity is constant.")
                                          : tr("Running: %1. Setting the capacity ends it.").arg(program);
  if (program_->text() != words) program_->setText(words);
}

LinkSettings LinkPanel::settings() const {
  LinkSettings settings;
  settings.capacity = bits_per_second(capacity_->value());
  settings.delay = from_seconds(delay_->value());
  settings.buffer = from_seconds(buffer_->value());
  settings.loss = loss_->value();
  settings.jitter = from_seconds(jitter_->value());
  return settings;
}

void LinkPanel::edit(QuantityRow& row, const QString& text) {
  const auto value = parse_quantity(row.info(), text);
  if (!value) {
    row.show_error(QString::fromStdString(value.error));
    return;
  }
  row.show_value(*value);
  send();
}

/// A link may have a higher capacity than the slider's maximum: it can be halved, and doubling never lowers it.
void LinkPanel::step_to(double bps) {
  const double now = capacity_->value();
  const double limited = std::clamp(bps, capacity_->info().minimum, std::max(capacity_->info().maximum, now));
  if (limited == now) return;
  before_steps_.push_back(now);
  back_->setEnabled(true);
  capacity_->show_value(limited);
  send();
}

void LinkPanel::step_back() {
  if (before_steps_.empty()) return;
  capacity_->show_value(before_steps_.back());
  before_steps_.pop_back();
  back_->setEnabled(!before_steps_.empty());
  send();
}

/// Without a link nobody reports what the next call shall have.
void LinkPanel::send() {
  if (wanted_) emit_emulation();
  if (!has_link_) {
    reported_ = settings();
    return;
  }
  hold_.start();
  Q_EMIT link_changed(settings());
}

void LinkPanel::run_schedule() {
  const QString text = schedule_->text().isEmpty() ? schedule_->placeholderText() : schedule_->text().remove(' ');
  const QString error = check_schedule(text);
  schedule_error_->setText(error);
  schedule_error_->setVisible(!error.isEmpty());
  set_text_color(schedule_error_, theme_of(palette()).danger);
  if (error.isEmpty()) Q_EMIT schedule_chosen(text);
}

}  // namespace evenkeel
