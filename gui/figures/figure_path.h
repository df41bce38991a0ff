#pragma once

#include <QPointF>
#include <vector>

namespace evenkeel {

/// The points of a line on the page; a NaN coordinate breaks the line.
using FigurePath = std::vector<QPointF>;

/// Drops the points that a page cannot show: of consecutive points within one column of the given width it keeps the
/// first, the last, the highest and the lowest, in order. Breaks stay.
FigurePath thin_line(const FigurePath& path, double column);

/// Keeps only the first point of a cloud in each square cell. Drops breaks.
FigurePath thin_cloud(const FigurePath& path, double cell);

/// Each value holds until the next: corners between the points.
FigurePath steps_of(const FigurePath& path);

/// Positions of a few markers that distinguish lines without colours: one for every `spacing` of width from `first` on,
/// at least three.
FigurePath marker_places(const FigurePath& path, double first, double spacing);

bool is_break(QPointF point);

}  // namespace evenkeel
