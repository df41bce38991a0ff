#pragma once

#include <QDialog>
#include <QTimer>
#include <functional>
#include <memory>

#include "gui/find/find_words.h"
#include "gui/find/found_sets.h"
#include "gui/panels/reading_table.h"

class QComboBox;
class QLabel;
class QProgressBar;
class QPushButton;
class QSpinBox;

namespace evenkeel {

class FrontPlot;

/// What a FindDialog searches for.
struct FindSubject {
  QString source;         ///< in words: "the last minute of this call"
  bool recorded = false;  ///< a run that is over: what is compared are its own parameters, not today's
  SearchPath path;
  OptionTexts limits;
  std::function<TuningState()> tuning;  ///< the controller and its parameters, asked when a search starts
};

/// Searches parameters of a controller in the background, shows what was tried, and offers any set of the front.
/// Closing it ends the search.
class FindDialog : public QDialog {
  Q_OBJECT

 public:
  static constexpr int default_trials = 200;

  /// `catalog` must outlive the dialog.
  FindDialog(std::unique_ptr<ParameterSearch> search, const AlgorithmCatalog& catalog, FindSubject subject,
             QWidget* parent = nullptr);
  ~FindDialog() override;

  FrontPlot& plot() { return *plot_; }
  const FoundSets& sets() const { return sets_; }
  std::optional<std::size_t> chosen() const { return chosen_; }
  /// What became of a set that was applied, below the result, which stays; empty: nothing any longer.
  void tell(const QString& sentence, bool problem = false);

 Q_SIGNALS:
  /// `tuning`: that of today, with the parameters of the chosen set.
  void applied(const evenkeel::TuningState& tuning);

 protected:
  void changeEvent(QEvent* event) override;

 private:
  enum class State { reading, ready, searching, over };

  void build();
  QLayout* make_choices();
  QWidget* make_results();
  QLayout* make_buttons();
  void toggle();
  void start();
  void cancel();
  void poll();
  void take(const SearchUpdates& updates);
  void choose(std::size_t set);
  void show_sets();
  void apply();
  void say(const QString& text, bool problem = false);
  void set_state(State state);
  const AlgorithmDescription& controller() const;
  Baseline baseline() const;

  std::unique_ptr<ParameterSearch> search_;
  const AlgorithmCatalog& catalog_;
  FindSubject subject_;
  TuningState today_;  ///< of the search
  State state_ = State::reading;
  FoundSets sets_;
  std::optional<std::size_t> chosen_;
  bool chosen_by_hand_ = false;  ///< otherwise the best is shown as it changes
  bool compares_ = false;
  bool problem_ = false;
  bool told_problem_ = false;

  QLabel* path_ = nullptr;
  QComboBox* goal_ = nullptr;
  QSpinBox* trials_ = nullptr;
  QPushButton* find_ = nullptr;
  QProgressBar* progress_ = nullptr;
  QLabel* words_ = nullptr;
  QLabel* told_ = nullptr;
  FrontPlot* plot_ = nullptr;
  ReadingTable* table_ = nullptr;
  QPushButton* apply_ = nullptr;
  QTimer timer_;
};

}  // namespace evenkeel
