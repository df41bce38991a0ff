#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/parameters/parameter_list.h"
#include "core/parameters/prediction.h"

namespace evenkeel {

/// The tuning: the names of the two algorithms, and every parameter that differs from its default: theirs, those of
/// loss recovery, and those of algorithms that are not chosen.
struct TuningState {
  std::string controller = "darc";
  std::string send_loop = "rmc";
  std::map<std::string, std::string> settings;  ///< "ldcc.T_r" to "80ms", as --set takes them

  bool operator==(const TuningState&) const = default;
};

/// One controller, send loop, or loss recovery, with its default parameters: those of its paper where it has one.
struct AlgorithmDescription {
  std::string name;
  std::string summary;
  std::vector<ParameterValue> parameters;
  /// Of a controller: the names of lawTerm1 to 3, with their units: "w/x", "w [bytes]".
  std::vector<std::string> law_terms;
};

/// What the window asks about the algorithms, without a call. Pure functions.
class AlgorithmCatalog {
 public:
  virtual ~AlgorithmCatalog() = default;

  virtual const std::vector<AlgorithmDescription>& controllers() const = 0;
  virtual const std::vector<AlgorithmDescription>& send_loops() const = 0;
  /// Loss recovery, which every call has.
  virtual const AlgorithmDescription& recovery() const = 0;

  /// Returns an empty string if the parameter `key` ("ldcc.T_r") accepts this text; otherwise one sentence that says
  /// why not and shows the right form.
  virtual std::string check(const std::string& key, const std::string& text) const = 0;
  /// The value of a text that check() accepts, in base units (bit/s, s, bytes or the parameter's own).
  virtual std::optional<double> value_of(const std::string& key, const std::string& text) const = 0;

  struct Theory {
    std::vector<Prediction> controller;
    std::vector<Prediction> send_loop;
  };
  virtual Theory theory(const TuningState& tuning, const PathConditions& path) const = 0;
};

}  // namespace evenkeel
