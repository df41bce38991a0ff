#pragma once

namespace evenkeel {

/// The range of a value axis that fits its curves without flicker: it grows at once, and shrinks only after the curves
/// have needed clearly less for a while. Its ends are round numbers.
class YScale {
 public:
  explicit YScale(bool from_zero) : from_zero_(from_zero) {}

  /// Fits the visible extremes at once, without hysteresis: for recorded runs.
  void fit(double lowest, double highest);
  /// The same with the hysteresis described above; `now_s` is any clock in real time.
  void follow(double lowest, double highest, double now_s);

  double low() const { return ends_.low; }
  double high() const { return ends_.high; }

 private:
  struct Ends {
    double low = 0;
    double high = 1;
  };
  Ends round(double lowest, double highest) const;
  bool much_smaller(Ends ends) const;

  bool from_zero_;
  bool fitted_ = false;
  Ends ends_;
  double roomy_since_s_ = -1;  ///< negative: the curves need the range
};

}  // namespace evenkeel
