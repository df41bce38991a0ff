#pragma once

#include <QPointF>
#include <vector>

namespace evenkeel {

/// The points of a line as they lie on the page; one with a coordinate that is no number breaks the line.
using FigurePath = std::vector<QPointF>;

/// Drops the points that a page cannot show: of those that follow each other within one column of the given width, the
/// first, the last, the highest and the lowest stay, in their order. Breaks stay.
FigurePath thin_line(const FigurePath& path, double column);

/// Of the points of a cloud within one square cell only the first stays. Breaks go.
FigurePath thin_cloud(const FigurePath& path, double cell);

/// Each value holds until the next: corners between the points.
FigurePath steps_of(const FigurePath& path);

/// Places on a line for a few markers, so that lines are told apart without colours: one for every `spacing` of width,
/// beginning at `first`, at least three along the line.
FigurePath marker_places(const FigurePath& path, double first, double spacing);

bool is_break(QPointF point);

}  // namespace evenkeel
