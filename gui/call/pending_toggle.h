#pragma once

namespace evenkeel {

/// A toggle that the call carries out a little later: until then the requested state is shown, not the present one.
class PendingToggle {
 public:
  void request(bool value) {
    value_ = value;
    polls_left_ = timeout_polls;
  }
  /// To be asked once per poll, with the present state.
  bool shown(bool is) {
    if (is == value_ || polls_left_ == 0) {
      polls_left_ = 0;
      return is;
    }
    --polls_left_;
    return value_;
  }

 private:
  static constexpr int timeout_polls = 30;  ///< about a second

  bool value_ = false;
  int polls_left_ = 0;
};

}  // namespace evenkeel
