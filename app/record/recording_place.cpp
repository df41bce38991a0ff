#include "app/record/recording_place.h"

#include <filesystem>

#include "app/files/private_file.h"
#include "app/process/patient_work.h"
#include "app/record/run_folder.h"
#include "app/record/sound_recorder.h"

namespace evenkeel {
namespace {

namespace fs = std::filesystem;

constexpr int max_names = 9999;
constexpr auto claim_patience = std::chrono::seconds(1);
constexpr auto removal_patience = std::chrono::milliseconds(200);

std::string waiting_for(const std::string& path) { return "Waiting for the disk of '" + path + "'."; }

void remove_if_empty(const std::string& file, const std::string& folder) {
  std::error_code failed;
  const fs::file_status found = fs::symlink_status(file, failed);
  if (fs::exists(found) && (!fs::is_regular_file(found) || fs::file_size(file, failed) != 0)) return;
  fs::remove(file, failed);
  if (!folder.empty()) fs::remove(folder, failed);  // fails if it is not empty
}

/// "runs/a.ivf", 3: "runs/a-3.ivf". A folder keeps its dots: "run-0.5", 2: "run-0.5-2".
std::string numbered(const std::string& wanted, int number, bool is_folder) {
  if (number == 1) return wanted;
  fs::path path(wanted);
  if (!path.has_filename()) path = path.parent_path();  // a slash at the end
  if (std::error_code unknown; path.empty() || path.filename() == "." || path.filename() == "..") {
    path = fs::weakly_canonical(fs::absolute(wanted, unknown), unknown);
    if (!path.has_filename()) path = path.parent_path();
  }
  const std::string suffix = "-" + std::to_string(number);
  if (is_folder) return path.string() + suffix;
  return (path.parent_path() / (path.stem().string() + suffix + path.extension().string())).string();
}

bool is_there(const std::string& path) {
  std::error_code unknown;  // as of a name that is too long for one
  return fs::exists(fs::symlink_status(path, unknown));
}

/// By what was recorded, or by a link that leads to such a thing or nowhere.
bool is_taken(const std::string& path) {
  std::error_code unknown;
  return fs::is_regular_file(path, unknown) || !fs::exists(path, unknown);
}

bool has_sound_beside(const std::string& pictures) {
  const auto sound = sound_recordings_beside(pictures);
  return sound && (is_there(sound->received) || is_there(sound->sent));
}

}  // namespace

RecordingPlace RecordingPlace::within_patience(const std::string& wanted, std::function<RecordingPlace()> claim) {
  auto place = do_within<RecordingPlace>(claim_patience, waiting_for(wanted), std::move(claim));
  if (place) return std::move(*place);
  RecordingPlace none;
  none.error_ = "Cannot record into '" + wanted + "': the disk does not answer; choose a folder on another one.";
  return none;
}

RecordingPlace RecordingPlace::folder(const std::string& wanted, bool overwrite, const std::string& first_file) {
  RecordingPlace place;
  const auto failed = [&](const std::string& reason) {
    place.error_ = "Cannot create the run folder '" + wanted + "': " + reason + "; choose another place (--out).";
    return std::move(place);
  };
  for (int number = 1; number <= max_names; ++number) {
    place.path_ = numbered(wanted, number, true);
    std::error_code error;
    bool created = false;
    const OutputFolder folder = OutputFolder::create(place.path_, error, &created);
    if (error) return failed(error.message());
    if (overwrite) return place;
    if (RunFolder::holds_run(folder)) continue;
    error = folder.create_file(first_file);
    if (error == std::errc::file_exists) continue;
    place.created_.reset(new Created{place.path_ + '/' + first_file, created ? place.path_ : ""});
    if (error) return failed(error.message());
    if (number > 1) {
      place.notice_ = "'" + wanted + "' holds a run already, so this one goes to '" + place.path_ +
                      "'; with --overwrite it would be replaced.";
    }
    return place;
  }
  return failed("there are too many runs of this name");
}

RecordingPlace RecordingPlace::file(const std::string& wanted, bool overwrite, const std::string& option) {
  RecordingPlace place;
  const auto failed = [&](const std::string& reason) {
    place.error_ =
        "Cannot write the recording '" + wanted + "': " + reason + "; choose another place (" + option + ").";
    return std::move(place);
  };
  const std::string folder = fs::path(wanted).parent_path().string();
  std::error_code no_folder;
  const bool created = !folder.empty() && !is_there(folder) && create_private_folder(folder, no_folder);
  if (no_folder) return failed(no_folder.message());
  for (int number = 1; number <= max_names; ++number) {
    place.path_ = numbered(wanted, number, false);
    const bool was_there = is_there(place.path_);
    std::error_code error = was_there ? make_error_code(std::errc::file_exists) : create_private_file(place.path_);
    if (!error) place.created_.reset(new Created{place.path_, created ? folder : ""});
    if (!overwrite && has_sound_beside(place.path_)) continue;
    if (error == std::errc::file_exists) {
      std::error_code unknown;
      if (fs::is_directory(place.path_, unknown)) return failed("it is a folder");
      if (!overwrite && is_taken(place.path_)) continue;
      error = check_private_file(place.path_);
    }
    if (error) return failed(error.message());
    if (number > 1) {
      place.notice_ = "'" + wanted + "' exists already, so the recording goes to '" + place.path_ +
                      "'; with --overwrite it would be replaced.";
    }
    return place;
  }
  return failed("there are too many recordings of this name");
}

// The disk may stand still by now, at the end of a call or of the program.
void RecordingPlace::RemoveWhatIsEmpty::operator()(const Created* created) const {
  const std::unique_ptr<const Created> owned(created);
  (void)do_within<bool>(removal_patience, waiting_for(created->file), [of = *created] {
    remove_if_empty(of.file, of.folder);
    return true;
  });
}

}  // namespace evenkeel
