// The window with a demo call that goes on for hours, driven from within: lossy link whose capacity steps, microphone
// and camera off and on, recordings, and a new call every five minutes. Measures its own process once a second.
//
//   soak_call SECONDS CYCLE_SECONDS FOLDER
//
// Writes FOLDER/samples.csv as it goes. Status 1, with a sentence, where a step did not have its effect.
#include <dirent.h>

#include <QApplication>
#include <QSettings>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTimer>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "app/capture/gstreamer.h"
#include "app/cli/algorithm_catalog.h"
#include "app/process/program_end.h"
#include "app/window/call_service.h"
#include "app/window/window_services.h"
#include "core/net/clock.h"
#include "gui/theme/theme.h"
#include "gui/theme/window_style.h"
#include "gui/window/main_window.h"

using namespace evenkeel;

namespace {

namespace fs = std::filesystem;

struct Process {
  double memory_mb = 0;  // resident
  double cpu_s = 0;      // since its start
  int descriptors = 0;
  int threads = 0;
};

int entries_of(const char* folder) {
  int count = 0;
  if (DIR* const open = opendir(folder)) {
    while (readdir(open) != nullptr) ++count;
    closedir(open);
  }
  return count - 2;
}

Process measure_process() {
  Process process;
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("VmRSS:")) process.memory_mb = std::atof(line.c_str() + 6) / 1024;
  }
  timespec used{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  process.cpu_s = static_cast<double>(used.tv_sec) + 1e-9 * static_cast<double>(used.tv_nsec);
  process.descriptors = entries_of("/proc/self/fd") - 1;  // without that which lists them
  process.threads = entries_of("/proc/self/task");
  return process;
}

CallOptions soak_options() {
  CallOptions options;
  options.source = "test";
  options.audio = "test";
  options.bind = "127.0.0.1:0";
  options.video = {640, 360, 30};
  options.link = "delay=40ms,loss=1%";
  options.link_schedule = "0s:2.5Mbps,20s:1Mbps,40s:4Mbps,60s:0.6Mbps,80s:2.5Mbps";
  return options;
}

class Soak {
 public:
  Soak(Duration whole, Duration cycle, const fs::path& folder)
      : whole_(whole), cycle_(cycle), folder_(folder), samples_(folder / "samples.csv") {
    samples_ << "time [s],cycle,memory [MB],cpu [%],descriptors,threads,skew [ms],inCall,recording,muted,cameraOff\n";
    const CallOptions options = soak_options();
    calls_ = std::make_unique<CallService>(options, std::vector<std::string>{"soak_call"});
    services_ = std::make_unique<WindowServices>(make_window_services(*calls_, *catalog_));
    window_ = std::make_unique<MainWindow>(*services_, tuning_of(options));
    window_->docks().want_lab(true);  // with all plots
    window_->resize(1280, 800);
    window_->show();
    const std::string mistake = check_options(options);
    if (!mistake.empty()) problem_ = mistake;
    QObject::connect(&timer_, &QTimer::timeout, window_.get(), [this] { step(); });
    timer_.start(200);
    begin_cycle();
  }
  ~Soak() { window_->close_unasked(); }

  const std::string& failure() const { return failure_; }
  std::string finish() { return calls_->stop(); }

 private:
  struct Act {
    double at;  // of the cycle, 0 to 1
    std::function<void()> begin;
    std::function<bool()> done;  // 20 s later it must be
    const char* what;
  };

  const CallStatus& status() { return window_->driver().status(); }
  bool in_call() { return status().phase == CallStatus::Phase::in_call; }
  void send(CallCommand command) { window_->driver().send(std::move(command)); }

  void begin_cycle() {
    cycle_start_ = monotonic_now();
    next_act_ = 0;
    ++cycles_;
    StartCall call;
    call.source = "test";
    call.audio = "test";
    call.speaker = heard(cycles_);  // sound that is played somewhere, without a device
    std::error_code ignored;
    fs::remove(heard(cycles_ - 1), ignored);
    call.tuning = window_->tuning().state();
    window_->launch({.call = call});  // with its page, as the command line starts one
    expect("the call begins", [this] { return in_call() && status().run != last_run_; });
  }

  std::string heard(int cycle) const { return folder_ / ("heard-" + std::to_string(cycle) + ".wav"); }

  std::vector<Act> acts() {
    const std::string recording = (folder_ / ("recording-" + std::to_string(cycles_))).string();
    return {
        {0.15, [this, recording] { send(StartRecording{recording}); }, [this] { return !status().recording.empty(); },
         "the recording begins"},
        {0.30, [this] { send(MuteSound{true}); }, [this] { return status().sound.muted; }, "the microphone is muted"},
        {0.40, [this] { send(MuteSound{false}); }, [this] { return !status().sound.muted; }, "the microphone is on"},
        {0.50, [this] { send(MuteVideo{true}); }, [this] { return status().video_muted; }, "the camera is off"},
        {0.65, [this] { send(MuteVideo{false}); }, [this] { return !status().video_muted; }, "the camera is on"},
        {0.85, [this] { send(StopRecording{}); }, [this, recording] { return was_recorded(recording); },
         "the recording is whole"},
        {1.00, [this] { hang_up(); }, [this] { return status().phase == CallStatus::Phase::ended; }, "the call ends"},
    };
  }

  /// And takes it away: two hours of them are some gigabytes.
  bool was_recorded(const std::string& recording) {
    std::error_code unknown;
    const bool whole = status().recording.empty() && fs::file_size(recording + "/call.webm", unknown) > 10'000 &&
                       fs::file_size(recording + "/summary.json", unknown) > 100;
    if (whole) fs::remove_all(recording, unknown);
    return whole;
  }

  void hang_up() {
    last_run_ = status().run;
    send(HangUp{});
  }

  void expect(const char* what, std::function<bool()> done) {
    expected_ = what;
    done_ = std::move(done);
    patience_ends_ = monotonic_now() + 20s;
  }

  void step() {
    const LocalTime now = monotonic_now();
    if (now >= next_sample_) sample(now);
    if (done_ && done_()) done_ = nullptr;
    if (done_ && now > patience_ends_)
      return end("It did not come about within 20 s that " + std::string(expected_) + ": " + status().text +
                 (problem_.empty() ? "" : " (" + problem_ + ")"));
    if (done_) return;
    const std::vector<Act> all = acts();
    if (next_act_ == all.size()) return now - start_ + cycle_ / 2 < whole_ ? begin_cycle() : end("");
    const Act& act = all[next_act_];
    if (to_seconds(now - cycle_start_) < act.at * to_seconds(cycle_)) return;
    ++next_act_;
    act.begin();
    expect(act.what, act.done);
  }

  void sample(LocalTime now) {
    const Process process = measure_process();
    const double seconds = to_seconds(now - last_sample_);
    const double cpu = last_sample_ > LocalTime() ? 100 * (process.cpu_s - last_cpu_) / seconds : 0;
    last_sample_ = now;
    last_cpu_ = process.cpu_s;
    next_sample_ = now + 1s;
    const SampleStore& store = window_->driver().live().data().store;
    const Duration recent = status().run_time;
    const auto skew = in_call() ? store.last_value("b-a", &Sample::av_skew_ms, recent) : std::nullopt;
    std::ostringstream line;
    line.imbue(std::locale::classic());
    line << to_seconds(now - start_) << ',' << cycles_ << ',' << process.memory_mb << ',' << cpu << ','
         << process.descriptors << ',' << process.threads << ',';
    if (skew && to_seconds(recent) - skew->time_s < 2) line << skew->value;
    line << ',' << in_call() << ',' << !status().recording.empty() << ',' << status().sound.muted << ','
         << status().video_muted << '\n';
    samples_ << line.str() << std::flush;
  }

  void end(const std::string& failure) {
    timer_.stop();
    failure_ = failure;
    QApplication::quit();
  }

  const Duration whole_, cycle_;
  const fs::path folder_;
  std::ofstream samples_;
  std::unique_ptr<AlgorithmCatalog> catalog_ = make_algorithm_catalog();
  std::unique_ptr<CallService> calls_;
  std::unique_ptr<WindowServices> services_;
  std::unique_ptr<MainWindow> window_;
  QTimer timer_;
  const LocalTime start_ = monotonic_now();
  LocalTime cycle_start_{}, next_sample_{}, last_sample_{}, patience_ends_{};
  double last_cpu_ = 0;
  int cycles_ = 0;
  std::size_t next_act_ = 0;
  std::uint64_t last_run_ = 0;
  const char* expected_ = "";
  std::function<bool()> done_;
  std::string failure_, problem_;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  return_large_blocks();
  set_gstreamer_environment();
  QStandardPaths::setTestModeEnabled(true);
  const QTemporaryDir settings;
  QSettings::setDefaultFormat(QSettings::IniFormat);
  QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, settings.path());
  QApplication application(argc, argv);
  QCoreApplication::setOrganizationName("evenkeel-tests");
  QCoreApplication::setApplicationName("soak_call");
  QApplication::setStyle(new WindowStyle);
  QApplication::setPalette(light_palette());
  std::string failure, unwritten;
  {
    Soak soak(from_seconds(std::atof(argv[1])), from_seconds(std::atof(argv[2])), argv[3]);
    QApplication::exec();
    failure = soak.failure();
    unwritten = soak.finish();
  }
  if (failure.empty()) failure = unwritten;
  return end_program(failure.empty() ? 0 : fail(failure));
}
