#pragma once

#include <string>
#include <system_error>

namespace evenkeel {

/// Where a path leads to. The caller closes `folder`, which is opened with O_PATH; -1 on failure.
struct FolderWalk {
  int folder = -1;
  bool through_foreign_link = false;  ///< a symbolic link of another user lies on the way
  bool created = false;               ///< the folder itself, with 0700
};

enum class Missing { refused, created };

/// Opens a folder one part of its path after the other, since others may exchange what lies there at any moment: a
/// link is judged and followed as it was opened. `created`: what is missing is created, but nothing behind a link of
/// another user, where it ends.
FolderWalk walk_to_folder(const std::string& path, Missing missing, std::error_code& error);

/// What errno says.
std::error_code last_error();

/// Of this user or of root.
bool is_trusted(unsigned owner);

}  // namespace evenkeel
