#pragma once

#include <QByteArray>
#include <array>

namespace evenkeel {

class PlotStack;
class WindowSettings;

/// Which plots are shown, and how high: of the four that tell how a call is, and of all. Each keeps what was changed in
/// it, for the next start as well.
class PlotLayouts {
 public:
  enum Which { stats, all };

  /// Keeps the layout that is shown, and shows another.
  void show(Which which, PlotStack& plots);
  void use_default(PlotStack& plots) const;
  void restore(const WindowSettings& settings, PlotStack& plots);
  void persist(WindowSettings& settings, const PlotStack& plots);

 private:
  void apply(PlotStack& plots) const;

  Which shown_ = all;
  std::array<QByteArray, 2> layouts_;  ///< empty: by default
};

}  // namespace evenkeel
