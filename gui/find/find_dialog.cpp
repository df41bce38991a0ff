#include "gui/find/find_dialog.h"

#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QSpinBox>
#include <QSplitter>
#include <algorithm>

#include "gui/find/comparison_rows.h"
#include "gui/find/find_words.h"
#include "gui/find/front_plot.h"
#include "gui/panels/panel_widgets.h"
#include "gui/theme/theme.h"

namespace evenkeel {
namespace {

constexpr int poll_ms = 100;
constexpr int max_trials = 5000;  // some hours; `evenkeel tune` takes more

QLabel* sentence_label(const QString& name) {
  auto* label = new QLabel;
  label->setWordWrap(true);
  label->setTextFormat(Qt::PlainText);
  label->setAccessibleName(name);
  return label;
}

}  // namespace

FindDialog::FindDialog(std::unique_ptr<ParameterSearch> search, const AlgorithmCatalog& catalog, FindSubject subject,
                       QWidget* parent)
    : QDialog(parent),
      search_(std::move(search)),
      catalog_(catalog),
      subject_(std::move(subject)),
      today_(subject_.tuning()) {
  setWindowTitle(tr("Find parameters of %1").arg(QString::fromStdString(today_.controller)));
  build();
  set_state(State::reading);
  search_->read(subject_.path, subject_.limits);
  connect(&timer_, &QTimer::timeout, this, &FindDialog::poll);
  timer_.start(poll_ms);
}

FindDialog::~FindDialog() = default;

void FindDialog::build() {
  path_ = sentence_label(tr("Path"));
  path_->setText(tr("Reading the path of %1…").arg(subject_.source));
  progress_ = new QProgressBar;
  progress_->setAccessibleName(tr("Sets tried"));
  progress_->setFormat(tr("%v of %m sets tried"));
  words_ = sentence_label(tr("Result"));
  told_ = sentence_label(tr("Applied"));
  told_->hide();
  auto* column = new QVBoxLayout(this);
  column->addWidget(path_);
  column->addLayout(make_choices());
  column->addWidget(progress_);
  column->addWidget(make_results(), 1);
  column->addWidget(words_);
  column->addWidget(told_);
  column->addLayout(make_buttons());
  resize(900, 600);
}

QLayout* FindDialog::make_choices() {
  goal_ = new QComboBox;
  goal_->setAccessibleName(tr("Goal"));
  goal_->setToolTip(tr("What the best set is best for."));
  goal_->addItem(tr("Balanced: 10 ms of queue weigh as much as 5 % of the link"), QString("balanced"));
  goal_->addItem(subject_.recorded ? tr("Delay: the shortest queue, with as much of the link as the run's own")
                                   : tr("Delay: the shortest queue, with as much of the link as today"),
                 QString("delay"));
  goal_->addItem(subject_.recorded ? tr("Rate: the most of the link, with no longer a queue than the run's own")
                                   : tr("Rate: the most of the link, with no longer a queue than today"),
                 QString("rate"));
  trials_ = new QSpinBox;
  trials_->setAccessibleName(tr("Sets to try"));
  trials_->setToolTip(tr("Each set of parameters makes four calls in virtual time."));
  trials_->setRange(10, max_trials);
  trials_->setSingleStep(50);
  trials_->setValue(default_trials);
  find_ = new QPushButton;
  find_->setDefault(true);
  connect(find_, &QPushButton::clicked, this, &FindDialog::toggle);
  auto* row = new QHBoxLayout;
  for (const auto& [text, field] : {std::pair<QString, QWidget*>{tr("&Goal"), goal_}, {tr("Sets to &try"), trials_}}) {
    auto* label = new QLabel(text);
    label->setBuddy(field);
    row->addWidget(label);
    row->addWidget(field, field == goal_ ? 1 : 0);
  }
  row->addWidget(find_);
  return row;
}

QWidget* FindDialog::make_results() {
  plot_ = new FrontPlot;
  if (subject_.recorded) plot_->name_first(tr("the run's own"));
  table_ = new ReadingTable;
  table_->setAccessibleName(subject_.recorded ? tr("The chosen set beside the run's own")
                                              : tr("The chosen set beside today's"));
  table_->setToolTip(tr("The set that is marked in the plot; Ctrl+C copies selected rows."));
  auto* results = new QSplitter;
  results->addWidget(plot_);
  results->addWidget(table_);
  results->setStretchFactor(0, 1);
  results->setSizes({560, 320});
  results->setChildrenCollapsible(false);
  connect(plot_, &FrontPlot::chosen, this, [this](std::size_t set) {
    chosen_by_hand_ = true;
    choose(set);
  });
  return results;
}

QLayout* FindDialog::make_buttons() {
  apply_ = new QPushButton(tr("&Apply"));
  apply_->setToolTip(tr("Use the parameters of the marked point; one undo takes them back."));
  apply_->setAutoDefault(false);
  auto* close = new QPushButton(tr("Close"));
  close->setToolTip(tr("Close; a search that runs ends."));
  close->setAutoDefault(false);
  connect(apply_, &QPushButton::clicked, this, &FindDialog::apply);
  connect(close, &QPushButton::clicked, this, &QDialog::reject);
  auto* row = new QHBoxLayout;
  row->addStretch();
  row->addWidget(apply_);
  row->addWidget(close);
  return row;
}

void FindDialog::toggle() { state_ == State::searching ? cancel() : start(); }

void FindDialog::start() {
  sets_.clear();
  chosen_.reset();
  chosen_by_hand_ = compares_ = false;
  today_ = subject_.tuning();
  setWindowTitle(tr("Find parameters of %1").arg(QString::fromStdString(today_.controller)));
  progress_->setRange(0, trials_->value());
  progress_->setValue(0);
  search_->start({today_, goal_->currentData().toString().toStdString(), trials_->value(), subject_.limits});
  set_state(State::searching);
  tell({});
  say(progress_words(sets_, false, baseline()));
  show_sets();
}

void FindDialog::cancel() {
  search_->stop();
  set_state(State::over);
  say(cancelled_words(sets_));
}

void FindDialog::poll() {
  if (state_ == State::reading || state_ == State::searching) take(search_->poll());
}

void FindDialog::take(const SearchUpdates& updates) {
  if (state_ == State::reading && updates.path) {
    path_->setText(
        tr("The path, from %1: %2.").arg(subject_.source, path_words(QString::fromStdString(*updates.path))));
    set_state(State::ready);
  }
  if (updates.planned) progress_->setRange(0, *updates.planned);
  compares_ = compares_ || updates.compares;
  if (!updates.tried.empty()) {
    sets_.add(updates.tried);
    progress_->setValue(std::min(static_cast<int>(sets_.all().size()), progress_->maximum()));
    if (!chosen_by_hand_) chosen_ = sets_.best();
    show_sets();
  }
  if (state_ == State::searching) say(progress_words(sets_, compares_, baseline()));
  if (updates.verdict) {
    progress_->setValue(progress_->maximum());
    set_state(State::over);
    say(verdict_words(sets_, *updates.verdict, baseline()));
  } else if (!updates.failed.empty()) {
    if (state_ == State::reading) path_->setText(tr("The path, from %1, cannot be used.").arg(subject_.source));
    if (state_ == State::searching) set_state(State::over);
    say(QString::fromStdString(updates.failed), true);
  }
}

void FindDialog::choose(std::size_t set) {
  chosen_ = set;
  tell({});
  show_sets();
}

void FindDialog::show_sets() {
  plot_->show_sets(sets_, chosen_);
  table_->show_rows(
      chosen_ ? comparison_rows(sets_.all()[FoundSets::today], sets_.all()[*chosen_], controller(), subject_.recorded)
              : std::vector<ReadingTable::Row>());
  apply_->setEnabled(chosen_ && chosen_ != FoundSets::today);
}

void FindDialog::apply() {
  TuningState tuning = today_;
  for (const auto& [name, text] : sets_.all()[*chosen_].parameters)
    tuning.settings[today_.controller + '.' + name] = text;
  Q_EMIT applied(tuning);
}

void FindDialog::set_state(State state) {
  state_ = state;
  const bool searching = state == State::searching;
  find_->setText(searching ? tr("&Cancel") : tr("&Find"));
  find_->setToolTip(searching           ? tr("End the search with what was found so far.")
                    : subject_.recorded ? tr("Search in the background.")
                                        : tr("Search in the background; the call goes on."));
  find_->setEnabled(state != State::reading);
  for (QWidget* choice : std::initializer_list<QWidget*>{goal_, trials_}) choice->setEnabled(!searching);
  if (state == State::reading) apply_->setEnabled(false);
}

void FindDialog::say(const QString& text, bool problem) {
  words_->setText(text);
  problem_ = problem;
  set_text_color(words_, problem ? theme_of(palette()).warning : palette().color(QPalette::WindowText));
}

void FindDialog::tell(const QString& sentence, bool problem) {
  told_->setText(sentence);
  told_->setVisible(!sentence.isEmpty());
  told_problem_ = problem;
  set_text_color(told_, problem ? theme_of(palette()).warning : palette().color(QPalette::WindowText));
}

const AlgorithmDescription& FindDialog::controller() const {
  const auto& all = catalog_.controllers();
  const auto found = std::ranges::find(all, today_.controller, &AlgorithmDescription::name);
  return found == all.end() ? all.front() : *found;
}

Baseline FindDialog::baseline() const {
  if (subject_.recorded) return Baseline::run;
  const bool tuned = std::ranges::any_of(
      today_.settings, [&](const auto& setting) { return setting.first.starts_with(today_.controller + '.'); });
  return tuned ? Baseline::today : Baseline::defaults;
}

void FindDialog::changeEvent(QEvent* event) {
  QDialog::changeEvent(event);
  if (event->type() != QEvent::PaletteChange || told_ == nullptr) return;
  say(words_->text(), problem_);
  tell(told_->text(), told_problem_);
}

}  // namespace evenkeel
