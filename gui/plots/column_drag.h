#pragma once

#include <QMimeData>

#include "gui/plots/added_curve.h"

namespace evenkeel {

/// The type of a drag of a column, within the program.
constexpr const char* column_mime_type = "application/x-evenkeel-column";

/// What a drag of the column consists of; the caller owns it.
inline QMimeData* drag_of(const ColumnChoice& choice) {
  auto* data = new QMimeData;
  data->setData(QString::fromLatin1(column_mime_type), choice_text(choice).toUtf8());
  return data;
}

inline std::optional<ColumnChoice> dragged_column(const QMimeData& data) {
  const QByteArray text = data.data(QString::fromLatin1(column_mime_type));
  return text.isEmpty() ? std::nullopt : parse_choice(QString::fromUtf8(text));
}

}  // namespace evenkeel
