#pragma once

#include <system_error>

namespace evenkeel {

/// Why a file is not written although the system would allow it. Others could have put it there.
enum class FileProblem {
  folder_of_another = 1,
  open_folder,      ///< others may replace what is in the folder: it is writable by all and not sticky
  link_of_another,  ///< a symbolic link of another user, on the way to the folder
  symbolic_link,    ///< the file itself
  file_of_another,
  second_name,  ///< a hard link: writing would change another file
  pipe_of_another,
  no_ordinary_file,  ///< a pipe or device where only a file makes sense; a folder, a socket
};

/// message(): in words, without a full stop: "the folder belongs to another user".
std::error_code make_error_code(FileProblem problem);

}  // namespace evenkeel

template <>
struct std::is_error_code_enum<evenkeel::FileProblem> : std::true_type {};
