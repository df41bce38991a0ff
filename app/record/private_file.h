#pragma once

#include <cstdio>
#include <string>
#include <system_error>

namespace evenkeel {

// What is recorded of a call concerns its people only: whatever the umask, nobody but the owner reads it.

/// What becomes of the content of a file that is there.
enum class Existing { emptied, kept };

/// Creates or opens a file (0600), for writing. One that is there loses the rights of others; devices and pipes keep
/// theirs. Null on failure, with errno: ENXIO for a pipe that nobody reads from, which is not waited for.
std::FILE* open_private_file(const std::string& path, Existing existing = Existing::emptied);

/// In words, of that and of what writing fails with: "No space left on device. ADVICE", of a pipe with advice of its
/// own.
std::string writing_error_text(int error, const std::string& advice);

/// Creates a file (0600), which must not exist. Returns 0 or errno.
int create_private_file(const std::string& path);

/// Creates a folder (0700) where there is none, and the folders above it with the usual rights. True if it was created;
/// one that is there keeps its rights.
bool create_private_folder(const std::string& path, std::error_code& error);

}  // namespace evenkeel
