#pragma once

#include <functional>
#include <memory>
#include <string>

namespace evenkeel {

/// A file or folder for a recording that overwrites nothing: the requested one, otherwise the first free one of NAME-2,
/// NAME-3, ... Safe against other programs that claim the same name at the same time. The destructor removes it if it
/// is still empty, for which it waits 200 ms at most: the disk may stand still. Only the owner may read what is
/// created.
class RecordingPlace {
 public:
  RecordingPlace() = default;
  /// Creates a run folder; an existing folder without a run is used as it is. `overwrite`: uses the requested one,
  /// whatever it contains. `first_file` claims the folder: one that has it is taken.
  static RecordingPlace folder(const std::string& wanted, bool overwrite, const std::string& first_file = "run.json");
  /// The same for a file of pictures: FILE.ivf, FILE-2.ivf, ... One beside which sound lies is taken. Devices, and
  /// pipes of our own, are used as they are; links and pipes of others are refused. A folder that is missing is
  /// created, as that of a run is.
  static RecordingPlace file(const std::string& wanted, bool overwrite, const std::string& option = "--record");

  /// What one of these claims, for a thread that must not be held up by a disk that stands still: waits for a second.
  static RecordingPlace within_patience(const std::string& wanted, std::function<RecordingPlace()> claim);

  const std::string& path() const { return path_; }
  /// One sentence if no place could be claimed; empty otherwise.
  const std::string& error() const { return error_; }
  /// One sentence if it is not the requested place; empty otherwise.
  const std::string& notice() const { return notice_; }

 private:
  struct Created {
    std::string file;
    std::string folder;  ///< empty: it was there before
  };
  struct RemoveWhatIsEmpty {
    void operator()(const Created* created) const;
  };

  std::string path_;
  std::unique_ptr<const Created, RemoveWhatIsEmpty> created_;
  std::string error_;
  std::string notice_;
};

}  // namespace evenkeel
