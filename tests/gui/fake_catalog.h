#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gui/backend/algorithm_catalog.h"

namespace evenkeel::test {

class FakeLdcc : public Tunable {
 public:
  FakeLdcc() : Tunable({"ldcc", "Low-delay congestion control: a utility of rate, a price of delay"}) {}
  void visit_parameters(ParameterVisitor& v) override {
    v.visit({"w", "w", "", 1e3, 1e6, "weight of the utility w log x: rate climbs by eta w per round trip"}, w_);
    v.visit({"T_r", "T_r", "", 0.001, 10, "one-way delay up to which delay costs nothing (section V)"}, t_r_);
    v.visit({"eta", "k RTT", "", 0.01, 1, "gain per round trip, 1/2.5 in the paper"}, eta_);
  }

 private:
  DataRate w_ = kilobits_per_second(20);
  Duration t_r_ = 100ms;
  double eta_ = 0.4;
};

class FakeArc : public Tunable {
 public:
  FakeArc() : Tunable({"arc", "A window that follows the backlog"}) {}
  void visit_parameters(ParameterVisitor& v) override {
    v.visit({"k", "k", "1/s", 0.01, 10, "gain from the free window to the rate (eq. 1)"}, k_);
    v.visit({"qthresh", "q_thresh", "packets", 1, 1000, "backlog at which the window stops growing"}, qthresh_);
    v.visit({"packet", "P", "", 100, 9000, "size of the packet that qthresh counts"}, packet_);
  }

 private:
  double k_ = 0.5;
  int qthresh_ = 30;
  DataSize packet_ = bytes(1500);
};

class FakeRmc : public Tunable {
 public:
  FakeRmc() : Tunable({"rmc", "Rate mismatch control: a loop around the pacer"}) {}
  void visit_parameters(ParameterVisitor& v) override {
    v.visit({"k_r", "k_r", "", 0.01, 1.99, "gain of the mismatch; below 1 slower, above 1 oscillating (eq. 10)"}, k_r_);
    v.visit({"c_max", "c_max", "", 0, 1e6, "sent at once after a pause, if more than r_c T_s; ours"}, c_max_);
  }

 private:
  double k_r_ = 1;
  DataSize c_max_ = bytes(3000);
};

/// Without parameters.
class FakePlain : public Tunable {
 public:
  FakePlain() : Tunable({"plain", "Packets leave when they come"}) {}
  void visit_parameters(ParameterVisitor&) override {}
};

class FakeRecovery : public Tunable {
 public:
  FakeRecovery() : Tunable({"recovery", "What mends losses"}) {}
  void visit_parameters(ParameterVisitor& v) override {
    v.visit({"backlog", "b", "", 0, 0.1, "backlog that frames may find"}, backlog_);
    v.visit({"attempts", "n", "", 1, 10, "how often a packet is asked for"}, attempts_);
  }

 private:
  Duration backlog_ = 8ms;
  int attempts_ = 4;
};

/// Two controllers and two send loops, with parameters of every kind, and loss recovery; no call and no theory behind
/// them.
class FakeCatalog : public AlgorithmCatalog {
 public:
  FakeCatalog() {
    controllers_ = {describe(*make("ldcc")), describe(*make("arc"))};
    send_loops_ = {describe(*make("rmc")), describe(*make("plain"))};
    recovery_ = describe(*make("recovery"));
    controllers_[0].law_terms = {"w/x", "v(e)", "rate term"};
    controllers_[1].law_terms = {"w [bytes]", "outstanding [bytes]", "backlog [bytes]"};
  }

  const std::vector<AlgorithmDescription>& controllers() const override { return controllers_; }
  const std::vector<AlgorithmDescription>& send_loops() const override { return send_loops_; }
  const AlgorithmDescription& recovery() const override { return recovery_; }

  std::string check(const std::string& key, const std::string& text) const override {
    const auto [name, parameter] = split(key);
    const auto algorithm = make(name);
    return algorithm ? set_parameter(*algorithm, parameter, text) : "There is no algorithm '" + name + "'.";
  }

  std::optional<double> value_of(const std::string& key, const std::string& text) const override {
    const auto [name, parameter] = split(key);
    const auto algorithm = make(name);
    if (!algorithm || !set_parameter(*algorithm, parameter, text).empty()) return std::nullopt;
    for (const ParameterValue& value : list_parameters(*algorithm))
      if (value.info.name == parameter) return value.value;
    return std::nullopt;
  }

  Theory theory(const TuningState& tuning, const PathConditions&) const override {
    return {{{"controller", tuning.controller, "eq. 1", "the one that runs", false}},
            {{"send loop", tuning.send_loop, "Proposition 1", "the one that runs", false}}};
  }

 private:
  static std::unique_ptr<Tunable> make(const std::string& name) {
    if (name == "ldcc") return std::make_unique<FakeLdcc>();
    if (name == "arc") return std::make_unique<FakeArc>();
    if (name == "rmc") return std::make_unique<FakeRmc>();
    if (name == "plain") return std::make_unique<FakePlain>();
    if (name == "recovery") return std::make_unique<FakeRecovery>();
    return nullptr;
  }
  static AlgorithmDescription describe(Tunable& algorithm) {
    return {std::string(algorithm.name()), std::string(algorithm.summary()), list_parameters(algorithm), {}};
  }
  static std::pair<std::string, std::string> split(const std::string& key) {
    const std::size_t dot = key.find('.');
    return {key.substr(0, dot), dot == std::string::npos ? "" : key.substr(dot + 1)};
  }

  std::vector<AlgorithmDescription> controllers_;
  std::vector<AlgorithmDescription> send_loops_;
  AlgorithmDescription recovery_;
};

}  // namespace evenkeel::test
