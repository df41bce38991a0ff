#include "gui/window/plot_pane.h"

#include <QAction>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QVBoxLayout>

#include "gui/plots/plot_spec.h"

namespace evenkeel {
namespace {

struct Span {
  const char* text;
  int seconds;
};
constexpr Span spans[] = {{"10 s", 10}, {"30 s", 30}, {"60 s", 60}, {"2 min", 120}, {"5 min", 300}, {"15 min", 900}};
constexpr int first_span = 2;

QString with_suffix(const QString& path, const QString& suffix) {
  return path.isEmpty() || !QFileInfo(path).suffix().isEmpty() ? path : path + suffix;
}

}  // namespace

PlotPane::PlotPane(const Dialogs& dialogs, QWidget* parent)
    : QWidget(parent), dialogs_(dialogs), flow_(new QComboBox(this)), span_(new QComboBox(this)) {
  plots_ = new PlotStack(this);
  flow_->setAccessibleName("Direction shown");
  flow_->setToolTip("Direction of the packets shown");
  flow_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  span_->setAccessibleName("Time shown");
  span_->setToolTip("Time span of the plots");
  pause_ = make_button("Pause", "Pause the plots", "Pause the plots; the call continues (Space)");
  auto* all = make_button("All", "Show the whole run", "Show the whole run (Home)");
  auto* shown = make_button("Plots", "Choose plots", "Which plots are shown");
  auto* save = make_button("Export", "Export", "Save the visible range to a file");
  auto* row = new QHBoxLayout;
  row->setContentsMargins(6, 2, 6, 2);
  for (QWidget* widget : std::initializer_list<QWidget*>{flow_, span_, all, pause_}) row->addWidget(widget);
  row->addStretch();
  row->addWidget(shown);
  row->addWidget(save);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addLayout(row);
  layout->addWidget(plots_, 1);

  fill_spans();
  shown->setPopupMode(QToolButton::InstantPopup);
  save->setPopupMode(QToolButton::InstantPopup);
  shown->setMenu(new QMenu(shown));
  save->setMenu(new QMenu(save));
  fill_plots_menu(shown->menu());
  fill_export_menu(save->menu());
  connect(flow_, &QComboBox::currentIndexChanged, this, [this] {
    plots_->set_flow(flow());
    Q_EMIT flow_changed();
  });
  connect(all, &QToolButton::clicked, plots_, &PlotStack::show_all);
  connect(pause_, &QToolButton::clicked, this, &PlotPane::toggle_pause);
  connect(plots_, &PlotStack::following_changed, this, &PlotPane::show_following);
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
  for (const Span& span : spans) span_->addItem(span.text, span.seconds);
  span_->setCurrentIndex(first_span);
  connect(span_, &QComboBox::activated, this, [this] {
    plots_->set_span(std::chrono::seconds(span_->currentData().toInt()));
    plots_->set_following(true);
  });
}

void PlotPane::fill_plots_menu(QMenu* menu) {
  menu->setAccessibleName("Plots shown");
  for (const PlotSpec& spec : plot_specs()) {
    const QString id = QString::fromUtf8(spec.id.data(), static_cast<int>(spec.id.size()));
    auto* action = menu->addAction(QString::fromUtf8(spec.title.data(), static_cast<int>(spec.title.size())));
    action->setCheckable(true);
    connect(action, &QAction::toggled, plots_, [this, id](bool on) { plots_->set_plot_shown(id, on); });
    connect(menu, &QMenu::aboutToShow, action, [this, id, action] { action->setChecked(plots_->plot_shown(id)); });
  }
}

void PlotPane::fill_export_menu(QMenu* menu) {
  connect(menu->addAction("Visible range as CSV…"), &QAction::triggered, this, &PlotPane::export_csv);
  connect(menu->addAction("Plots as PNG or PDF…"), &QAction::triggered, this, &PlotPane::export_picture);
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

void PlotPane::show_following(bool following) {
  pause_->setText(following ? "Pause" : "Follow");
  pause_->setAccessibleName(following ? "Pause the plots" : "Follow the call again");
}

void PlotPane::export_csv() {
  const QString path =
      with_suffix(dialogs_.file_to_save(this, "Export the visible range", "evenkeel.csv", "Table (*.csv)"), ".csv");
  if (!path.isEmpty()) report(plots_->export_csv(path), path);
}

void PlotPane::export_picture() {
  const QString path = with_suffix(
      dialogs_.file_to_save(this, "Export the plots", "evenkeel.png", "Picture (*.png);;Document (*.pdf)"), ".png");
  if (path.isEmpty()) return;
  const bool document = path.endsWith(".pdf", Qt::CaseInsensitive);
  report(document ? plots_->export_pdf(path) : plots_->export_png(path), path);
}

void PlotPane::report(const QString& error, const QString& path) {
  if (error.isEmpty()) {
    Q_EMIT said("Written: " + path);
  } else {
    Q_EMIT failed(error);
  }
}

}  // namespace evenkeel
