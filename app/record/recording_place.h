#pragma once

#include <memory>
#include <string>

namespace evenkeel {

/// A place for what a call records, at which nothing recorded lies yet: the one that was asked for, else the next free
/// one of NAME-2, NAME-3, ... Holds against other programs that ask for the same at the same time. What is still empty
/// when the object goes is removed.
class RecordingPlace {
 public:
  RecordingPlace() = default;
  /// For a run folder, which is created. A folder without a run in it is taken as it is. `overwrite`: the one asked
  /// for, whatever it holds.
  static RecordingPlace folder(const std::string& wanted, bool overwrite);
  /// For a file, likewise: FILE.ivf, FILE-2.ivf, ... Devices and pipes are taken as they are.
  static RecordingPlace file(const std::string& wanted, bool overwrite);

  const std::string& path() const { return path_; }
  /// One sentence where there is no such place; empty otherwise.
  const std::string& error() const { return error_; }
  /// One sentence where it is not the place that was asked for; empty otherwise.
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
