#pragma once

#include <QString>

namespace evenkeel {

/// What a file is for: each has its own folder, in which the next one is looked for.
enum class FileUse { configuration, run, video, trace, drawing };

/// Where the last file of that use was, if the folder still exists, otherwise where such files usually are.
QString last_folder(FileUse use);

/// Returns `path`; an empty one changes nothing.
QString remember_folder(FileUse use, const QString& path);

}  // namespace evenkeel
