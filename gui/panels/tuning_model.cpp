#include "gui/panels/tuning_model.h"

#include "gui/panels/quantity_info.h"

#include <QUndoCommand>
#include <algorithm>
#include <set>

namespace evenkeel {
namespace {

const AlgorithmDescription* find(const std::vector<AlgorithmDescription>& algorithms, const std::string& name) {
  const auto found = std::ranges::find(algorithms, name, &AlgorithmDescription::name);
  return found == algorithms.end() ? nullptr : &*found;
}

bool belongs_to(const std::string& key, const std::string& algorithm) { return key.starts_with(algorithm + "."); }

}  // namespace

/// An undo step from one state to another. States are small, so both are stored completely.
class TuningCommand : public QUndoCommand {
 public:
  TuningCommand(TuningModel& model, TuningState after, const QString& text, QString key, int drag)
      : QUndoCommand(text),
        model_(model),
        before_(model.state()),
        after_(std::move(after)),
        key_(std::move(key)),
        drag_(drag) {}

  void undo() override { model_.apply(before_); }
  void redo() override { model_.apply(after_); }
  int id() const override { return drag_ == 0 ? -1 : 1; }
  bool mergeWith(const QUndoCommand* other) override {
    const auto* next = dynamic_cast<const TuningCommand*>(other);
    if (next == nullptr || next->drag_ != drag_ || next->key_ != key_) return false;
    after_ = next->after_;
    setText(next->text());
    // A drag that ended where it began leaves nothing to undo.
    setObsolete(after_ == before_);
    return true;
  }

 private:
  TuningModel& model_;
  TuningState before_;
  TuningState after_;
  QString key_;
  int drag_;
};

TuningModel::TuningModel(const AlgorithmCatalog& catalog, TuningState initial) : catalog_(catalog) {
  QString ignored;
  state_ = {catalog.controllers().front().name, catalog.send_loops().front().name, {}};
  state_ = normalized(initial, ignored);
}

const ParameterValue* TuningModel::parameter(const QString& key) const {
  const std::string text = key.toStdString();
  const std::size_t dot = text.find('.');
  if (dot == std::string::npos) return nullptr;
  const std::string name = text.substr(0, dot);
  const AlgorithmDescription* algorithm = find(catalog_.controllers(), name);
  if (algorithm == nullptr) algorithm = find(catalog_.send_loops(), name);
  if (algorithm == nullptr && name == catalog_.recovery().name) algorithm = &catalog_.recovery();
  if (algorithm == nullptr) return nullptr;
  for (const ParameterValue& value : algorithm->parameters)
    if (value.info.name == std::string_view(text).substr(dot + 1)) return &value;
  return nullptr;
}

QString TuningModel::text_of(const QString& key) const {
  const auto set = state_.settings.find(key.toStdString());
  return set == state_.settings.end() ? default_text_of(key) : QString::fromStdString(set->second);
}

QString TuningModel::default_text_of(const QString& key) const {
  const ParameterValue* known = parameter(key);
  return known == nullptr ? QString() : QString::fromStdString(known->text);
}

double TuningModel::value_of(const QString& key) const {
  const ParameterValue* known = parameter(key);
  if (known == nullptr) return 0;
  if (is_default(key)) return known->value;
  return catalog_.value_of(key.toStdString(), text_of(key).toStdString()).value_or(known->value);
}

bool TuningModel::is_default(const QString& key) const { return !state_.settings.contains(key.toStdString()); }

void TuningModel::choose_controller(const QString& name) {
  if (find(catalog_.controllers(), name.toStdString()) == nullptr) return;
  TuningState after = state_;
  after.controller = name.toStdString();
  push(after, tr("choose the controller %1").arg(name));
}

void TuningModel::choose_send_loop(const QString& name) {
  if (find(catalog_.send_loops(), name.toStdString()) == nullptr) return;
  TuningState after = state_;
  after.send_loop = name.toStdString();
  push(after, tr("choose the send loop %1").arg(name));
}

QString TuningModel::set(const QString& key, const QString& text, int drag) {
  TuningState after = state_;
  after.settings[key.toStdString()] = text.trimmed().toStdString();
  QString error;
  after = normalized(after, error);
  if (!error.isEmpty()) return error;
  const auto kept = after.settings.find(key.toStdString());
  const QString now = kept == after.settings.end() ? default_text_of(key) : QString::fromStdString(kept->second);
  push(after, tr("set %1 to %2").arg(key.section('.', 1), for_people(now)), key, drag);
  return {};
}

void TuningModel::reset(const QString& key) {
  TuningState after = state_;
  after.settings.erase(key.toStdString());
  push(after, tr("set %1 back to %2").arg(key.section('.', 1), for_people(default_text_of(key))));
}

void TuningModel::reset_all() {
  TuningState after = state_;
  std::erase_if(after.settings, [this](const auto& setting) { return is_in_use(setting.first); });
  push(after, tr("go back to the defaults"));
}

bool TuningModel::is_all_default() const {
  return std::ranges::none_of(state_.settings, [this](const auto& setting) { return is_in_use(setting.first); });
}

bool TuningModel::is_in_use(const std::string& key) const {
  const auto& recovery = catalog_.recovery().name;
  return belongs_to(key, state_.controller) || belongs_to(key, state_.send_loop) || belongs_to(key, recovery);
}

QString TuningModel::replace(const TuningState& loaded, const QString& what) {
  QString error;
  const TuningState after = normalized(loaded, error);
  if (error.isEmpty()) push(after, what);
  return error;
}

bool TuningModel::knows(const TuningState& state, QString& error) const {
  const bool controller = find(catalog_.controllers(), state.controller) != nullptr;
  const bool send_loop = find(catalog_.send_loops(), state.send_loop) != nullptr;
  if (!controller) error = tr("There is no controller '%1'.").arg(QString::fromStdString(state.controller));
  if (!send_loop) error = tr("There is no send loop '%1'.").arg(QString::fromStdString(state.send_loop));
  return controller && send_loop;
}

TuningState TuningModel::normalized(const TuningState& state, QString& error) const {
  TuningState result = state;
  if (!knows(state, error)) {
    result.controller = state_.controller;
    result.send_loop = state_.send_loop;
  }
  result.settings.clear();
  for (const auto& [key, text] : state.settings) {
    const std::string wrong = catalog_.check(key, text);
    const ParameterValue* known = parameter(QString::fromStdString(key));
    const auto value = wrong.empty() ? catalog_.value_of(key, text) : std::nullopt;
    if (known != nullptr && value) {
      const std::string usual = format_parameter(known->kind, *value);
      if (usual != format_parameter(known->kind, known->value)) result.settings[key] = usual;
    } else if (error.isEmpty()) {
      error = wrong.empty() ? tr("There is no parameter '%1'.").arg(QString::fromStdString(key))
                            : QString::fromStdString(wrong);
    }
  }
  return result;
}

void TuningModel::push(const TuningState& after, const QString& what, const QString& key, int drag) {
  if (after != state_) undo_stack_.push(new TuningCommand(*this, after, what, key, drag));
}

void TuningModel::apply(const TuningState& state) {
  if (state == state_) return;
  const TuningState before = std::exchange(state_, state);
  emit_parameter_changes(before);
  if (before.controller != state_.controller) Q_EMIT controller_changed(QString::fromStdString(state_.controller));
  if (before.send_loop != state_.send_loop) Q_EMIT send_loop_changed(QString::fromStdString(state_.send_loop));
  Q_EMIT changed();
}

void TuningModel::emit_parameter_changes(const TuningState& before) {
  std::set<std::string> keys;
  for (const auto& setting : before.settings) keys.insert(setting.first);
  for (const auto& setting : state_.settings) keys.insert(setting.first);
  for (const std::string& key : keys) {
    const auto old = before.settings.find(key);
    const auto now = state_.settings.find(key);
    const bool same = old != before.settings.end() && now != state_.settings.end() && old->second == now->second;
    const QString name = QString::fromStdString(key);
    if (!same) Q_EMIT parameter_changed(name, text_of(name));
  }
}

}  // namespace evenkeel
