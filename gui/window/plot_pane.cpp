#include "gui/window/plot_pane.h"

#include <QAction>
#include <QDataStream>
#include <QFileInfo>
#include <QVBoxLayout>
#include <utility>

#include "gui/plots/plot_spec.h"
#include "gui/theme/flow_layout.h"
#include "gui/window/named_layouts.h"

namespace evenkeel {
namespace {

constexpr int spans_s[] = {10, 30, 60, 120, 300, 900};
constexpr int first_span = 2;
constexpr int first_in_minutes_s = 120;
constexpr int data_share = 45;  ///< of the height, where it opens first
constexpr int data_version = 1;

QString span_text(int seconds) {
  return seconds < first_in_minutes_s ? PlotPane::tr("%1 s").arg(seconds) : PlotPane::tr("%1 min").arg(seconds / 60);
}

/// As a menu shows it: an ampersand would be a shortcut.
QString escaped(QString name) { return name.replace(QChar('&'), QStringLiteral("&&")); }

QString with_suffix(const QString& path, const QString& suffix) {
  return path.isEmpty() || !QFileInfo(path).suffix().isEmpty() ? path : path + suffix;
}

}  // namespace

PlotPane::PlotPane(const Dialogs& dialogs, QWidget* parent)
    : QWidget(parent), dialogs_(dialogs), flow_(new QComboBox(this)), span_(new QComboBox(this)) {
  splitter_ = new QSplitter(Qt::Vertical, this);
  plots_ = new PlotStack(splitter_);
  data_ = new DataPane(*plots_, splitter_);
  splitter_->setChildrenCollapsible(false);
  splitter_->setStretchFactor(0, 3);
  splitter_->setStretchFactor(1, 2);
  flow_->setAccessibleName(tr("Direction shown"));
  flow_->setToolTip(tr("Direction of the packets shown"));
  flow_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  span_->setAccessibleName(tr("Time shown"));
  span_->setToolTip(tr("Time span of the plots"));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addLayout(make_row());
  layout->addWidget(splitter_, 1);
  data_->hide();
  fill_spans();
  connect(flow_, &QComboBox::currentIndexChanged, this, [this] {
    plots_->set_flow(flow());
    Q_EMIT flow_changed();
  });
  connect(pause_, &QToolButton::clicked, this, &PlotPane::toggle_pause);
  connect(data_button_, &QToolButton::toggled, this, &PlotPane::show_data);
  connect(data_, &DataPane::said, this, &PlotPane::said);
  connect(plots_, &PlotStack::following_changed, this, &PlotPane::show_following);
}

QLayout* PlotPane::make_row() {
  pause_ = make_button(tr("Pause"), tr("Pause the plots"), tr("Pause the plots; the call continues (Space)"));
  auto* all = make_button(tr("All"), tr("Show the whole run"), tr("Show the whole run (Home)"));
  data_button_ = make_button(tr("Data"), tr("Data of the plots"),
                             tr("Columns to drag onto plots, statistics, distributions, events"));
  data_button_->setCheckable(true);
  auto* row = new FlowLayout;
  row->setContentsMargins(6, 2, 6, 2);
  row->setSpacing(4);
  auto* plots =
      make_menu_button(tr("Plots"), tr("Choose plots"), tr("Which plots are shown"), &PlotPane::fill_plots_menu);
  auto* layouts = make_menu_button(tr("Layout"), tr("Layouts"), tr("Keep which plots and curves are shown, by name"),
                                   &PlotPane::fill_layouts_menu);
  auto* exports =
      make_menu_button(tr("Export"), tr("Export"), tr("Save the visible range to a file"), &PlotPane::fill_export_menu);
  // In the order of their creation the plots below would come before the buttons.
  QWidget* before = nullptr;
  for (QWidget* widget :
       std::initializer_list<QWidget*>{flow_, span_, all, pause_, data_button_, plots, layouts, exports}) {
    row->addWidget(widget);
    if (before != nullptr) setTabOrder(before, widget);
    before = widget;
  }
  connect(all, &QToolButton::clicked, plots_, &PlotStack::show_all);
  return row;
}

QToolButton* PlotPane::make_menu_button(const QString& text, const QString& name, const QString& tip,
                                        void (PlotPane::*fill)(QMenu*)) {
  auto* button = make_button(text, name, tip);
  button->setPopupMode(QToolButton::InstantPopup);
  button->setMenu(new QMenu(button));
  button->menu()->setAccessibleName(name);
  (this->*fill)(button->menu());
  return button;
}

QToolButton* PlotPane::make_button(const QString& text, const QString& name, const QString& tip) {
  auto* button = new QToolButton(this);
  button->setText(text);
  button->setAccessibleName(name);
  button->setToolTip(tip);
  button->setFocusPolicy(Qt::TabFocus);  // Space after a click is for the plots
  return button;
}

void PlotPane::fill_spans() {
  for (const int seconds : spans_s) span_->addItem(span_text(seconds), seconds);
  span_->setCurrentIndex(first_span);
  connect(span_, &QComboBox::activated, this, [this] {
    plots_->set_span(std::chrono::seconds(span_->currentData().toInt()));
    plots_->set_following(true);
  });
}

void PlotPane::fill_plots_menu(QMenu* menu) {
  for (const PlotSpec& spec : plot_specs()) {
    const QString id = QString::fromUtf8(spec.id.data(), static_cast<int>(spec.id.size()));
    auto* action = menu->addAction(words_of(spec.title));
    action->setCheckable(true);
    connect(action, &QAction::toggled, plots_, [this, id](bool on) { plots_->set_plot_shown(id, on); });
    connect(menu, &QMenu::aboutToShow, action, [this, id, action] { action->setChecked(plots_->plot_shown(id)); });
  }
}

void PlotPane::fill_export_menu(QMenu* menu) {
  connect(menu->addAction(tr("Visible range as CSV…")), &QAction::triggered, this, &PlotPane::export_csv);
  connect(menu->addAction(tr("Plots as PNG, PDF or SVG…")), &QAction::triggered, this, &PlotPane::export_picture);
}

void PlotPane::fill_layouts_menu(QMenu* menu) {
  connect(menu, &QMenu::aboutToShow, this, [this, menu] {
    menu->clear();
    qDeleteAll(menu->findChildren<QMenu*>());  // the list of names to remove
    const QStringList names = NamedLayouts::names();
    for (const QString& name : names)
      connect(menu->addAction(escaped(name)), &QAction::triggered, this, [this, name] { use_layout(name); });
    if (!names.isEmpty()) menu->addSeparator();
    connect(menu->addAction(tr("&Save as…")), &QAction::triggered, this, &PlotPane::save_layout);
    connect(menu->addAction(tr("&Default layout")), &QAction::triggered, this, &PlotPane::default_layout_requested);
    if (names.isEmpty()) return;
    QMenu* remove = menu->addMenu(tr("&Remove"));
    for (const QString& name : names)
      connect(remove->addAction(escaped(name)), &QAction::triggered, this, [name] { NamedLayouts::remove(name); });
  });
}

void PlotPane::save_layout() {
  const QString name =
      dialogs_.words(this, tr("Save the layout"), tr("A name for the plots and curves as they are:"), tr("my plots"));
  if (!name.trimmed().isEmpty()) NamedLayouts::save(name.trimmed(), plots_->layout_state());
}

void PlotPane::use_layout(const QString& name) {
  if (!plots_->restore_layout(NamedLayouts::state(name)))
    Q_EMIT failed(tr("The layout '%1' cannot be used: it is damaged; save it again.").arg(name));
}

void PlotPane::set_flows(const std::vector<std::pair<FlowName, QString>>& flows) {
  const FlowName before = flow();
  const QSignalBlocker block(flow_);
  flow_->clear();
  for (const auto& [name, words] : flows) {
    flow_->addItem(words, QString::fromStdString(std::string(name.view())));
    if (name == before) flow_->setCurrentIndex(flow_->count() - 1);
  }
  flow_->setVisible(flows.size() > 1);
  plots_->set_flow(flow());
}

FlowName PlotPane::flow() const { return FlowName(flow_->currentData().toString().toStdString()); }

/// A splitter gives what it had hidden no more than it needs at least, which for a plot is a strip.
void PlotPane::show_data(bool shown) {
  data_->setVisible(shown);
  if (!shown || std::exchange(data_placed_, true)) return;
  const int height = splitter_->height();
  const int of_data = height * data_share / 100;
  splitter_->setSizes({height - of_data, of_data});
}

QByteArray PlotPane::data_state() const {
  QByteArray bytes;
  QDataStream stream(&bytes, QIODevice::WriteOnly);
  stream << data_version << data_shown() << data_->currentIndex();
  stream << (data_placed_ ? splitter_->saveState() : QByteArray());
  return bytes;
}

void PlotPane::restore_data(const QByteArray& state) {
  QDataStream stream(state);
  int version = 0;
  bool shown = false;
  int tab = 0;
  QByteArray heights;
  stream >> version >> shown >> tab >> heights;
  if (version != data_version || stream.status() != QDataStream::Ok) return;
  data_->setCurrentIndex(tab);
  data_placed_ = !heights.isEmpty() && splitter_->restoreState(heights);
  if (data_placed_) set_data_shown(shown);
}

void PlotPane::show_following(bool following) {
  pause_->setText(following ? tr("Pause") : tr("Follow"));
  pause_->setAccessibleName(following ? tr("Pause the plots") : tr("Follow the call again"));
}

void PlotPane::export_csv() {
  const QString path = with_suffix(dialogs_.file_to_save(this, FileUse::drawing, tr("Export the visible range"),
                                                         "evenkeel.csv", tr("Table (*.csv)")),
                                   ".csv");
  if (!path.isEmpty()) report(plots_->export_csv(path), path);
}

void PlotPane::export_picture() {
  const QString path = with_suffix(dialogs_.file_to_save(this, FileUse::drawing, tr("Export the plots"), "evenkeel.png",
                                                         tr("Picture (*.png);;Document (*.pdf);;Drawing (*.svg)")),
                                   ".png");
  if (!path.isEmpty()) report(plots_->export_picture(path), path);
}

void PlotPane::report(const QString& error, const QString& path) {
  if (error.isEmpty()) {
    Q_EMIT said(tr("Written: %1").arg(path));
  } else {
    Q_EMIT failed(error);
  }
}

}  // namespace evenkeel
