#pragma once

#include <string>
#include <system_error>

#include "app/files/output_folder.h"

namespace evenkeel {

// What is recorded of a call concerns its people only: whatever the umask, nobody but the owner reads it. All of these
// are OutputFolder's, for files that the user named: pipes and devices are accepted.

/// Null on failure.
FileHandle open_private_file(const std::string& path, std::error_code& error, Existing existing = Existing::emptied);

/// What open_private_file() would refuse of a file that is there.
std::error_code check_private_file(const std::string& path);

/// Creates a file (0600), which must not exist.
std::error_code create_private_file(const std::string& path);

/// Replaces a file by one with this text, at once.
std::error_code replace_file(const std::string& path, const std::string& text, Readers readers, bool on_disk = false);

/// Creates a folder (0700) where there is none. True if it was created. Error: it is no place to write in.
bool create_private_folder(const std::string& path, std::error_code& error);

/// In words, of opening and of what writing fails with: "No space left on device. ADVICE", of a pipe with advice of its
/// own. 0: stdio failed without errno.
std::string writing_error_text(const std::error_code& error, const std::string& advice);

}  // namespace evenkeel
