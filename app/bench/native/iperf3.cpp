#include "app/bench/native/iperf3.h"

#include <netinet/in.h>
#include <poll.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>

#include "app/bench/native/busy_processes.h"
#include "app/bench/native/cpu_affinity.h"
#include "core/net/clock.h"

namespace evenkeel::bench {
namespace {

using nlohmann::json;

constexpr double largest = 1e15;

const json& child(const json& parent, const char* name) {
  static const json nothing;
  const auto found = parent.is_object() ? parent.find(name) : parent.end();
  return parent.is_object() && found != parent.end() ? *found : nothing;
}

/// Zero if there is no such number, or no sensible one.
double number(const json& parent, const char* name) {
  const json& value = child(parent, name);
  const double n = value.is_number() ? value.get<double>() : 0;
  return std::isfinite(n) && n >= 0 && n < largest ? n : 0;
}

std::int64_t count(const json& parent, const char* name) { return std::llround(number(parent, name)); }

std::vector<Arrival> intervals_of(const json& all) {
  std::vector<Arrival> arrivals;
  Duration last{};
  for (const json& interval : all) {
    const json& sum = child(interval, "sum");
    const Duration end = from_seconds(std::min(number(sum, "end"), 1e6));
    const std::int64_t bytes = count(sum, "bytes");
    last = std::max(last, end);
    if (bytes > 0) arrivals.push_back({last, bytes, static_cast<std::int32_t>(bytes / iperf3_payload)});
  }
  return arrivals;
}

std::string sentence(const std::string& error) { return "iperf3 failed: " + error + "."; }

constexpr int tick_ms = 20;
constexpr int ticks_per_progress = 5;
constexpr Duration start_timeout = 3s;
constexpr Duration end_timeout = 10s;
constexpr std::size_t longest_report = 64 << 20;

/// A memory file for a child's standard output.
class OutputFile {
 public:
  OutputFile() : file_(memfd_create("iperf3", MFD_CLOEXEC)) {}
  ~OutputFile() {
    if (file_ >= 0) close(file_);
  }
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  int file() const { return file_; }
  std::string text() const {
    std::string text;
    std::array<char, 65536> buffer;
    ssize_t count = 0;
    while (text.size() < longest_report &&
           (count = pread(file_, buffer.data(), buffer.size(), static_cast<off_t>(text.size()))) > 0) {
      text.append(buffer.data(), static_cast<std::size_t>(count));
    }
    return text;
  }

 private:
  int file_;
};

/// A port that is free now; 0 if there is none.
int free_port() {
  const int file = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  const bool found = bind(file, reinterpret_cast<sockaddr*>(&address), size) == 0 &&
                     getsockname(file, reinterpret_cast<sockaddr*>(&address), &size) == 0;
  close(file);
  return found ? ntohs(address.sin_port) : 0;
}

/// Returns an empty string, or one sentence that says what failed.
std::string check_plan(const SendPlan& plan, const NativeSetup& setup) {
  if (!has_iperf3()) return "iperf3 is not installed: install it, or leave it out of the loops.";
  if (setup.to) return "iperf3 is run over loopback only: leave it out of the loops, or leave out --to.";
  if (!plan.steps.empty()) return "iperf3 cannot change its rate: leave it out where the rate has steps.";
  if (plan.packet != bytes(1500))
    return "iperf3 is compared with packets of 1500 B only: leave it out, or ask for them.";
  if (plan.duration < 1s || plan.duration % 1s != 0s) {
    return "iperf3 runs for whole seconds only: leave it out, or ask for whole seconds.";
  }
  return check_processor(setup.sender_cpu);
}

class Iperf3Run {
 public:
  Iperf3Run(const SendPlan& plan, const NativeSetup& setup, const std::atomic<bool>& stop,
            const std::function<void(double)>& progress)
      : plan_(plan), setup_(setup), stop_(stop), progress_(progress), busy_(plan.busy_processes, setup.sender_cpu) {}

  SendRun run() {
    SendRun run;
    run.plan = plan_;
    run.machine = "native";
    run.failure = busy_.failure();
    if (run.failure.empty()) run.failure = carry_out();
    if (run.failure.empty()) run.failure = read_reports(run);
    if (stop_) run.failure = "The test was stopped before its end.";
    return run;
  }

 private:
  std::string carry_out() {
    const std::string port = std::to_string(free_port());
    const int receiver = has_processor(setup_.receiver_cpu) ? setup_.receiver_cpu : setup_.sender_cpu;
    server_ = ChildProcess::run({"iperf3", "-s", "-1", "-J", "-i", "0.1", "-B", "127.0.0.1", "-p", port},
                                {receiver, false, server_output_.file()});
    // The server does not report when it listens; a client that starts too soon is restarted.
    const LocalTime deadline = monotonic_now() + start_timeout;
    do {
      poll(nullptr, 0, 100);
      start_client(port);
      if (look_after()) return {};
    } while (!stop_ && monotonic_now() < deadline);
    const auto report = parse_iperf3(client_output_->text());
    return report ? "iperf3 ended too soon: run it by hand to see why." : report.error;
  }

  void start_client(const std::string& port) {
    client_output_ = std::make_unique<OutputFile>();
    const double payload_rate = plan_.rate.bps() * static_cast<double>(iperf3_payload) / 1500;
    client_ = ChildProcess::run(
        {"iperf3", "-c", "127.0.0.1", "-p", port, "-u", "-b", std::to_string(std::llround(payload_rate)), "-l",
         std::to_string(iperf3_payload), "-t", std::to_string(std::llround(to_seconds(plan_.duration))), "-J"},
        {setup_.sender_cpu, plan_.realtime, client_output_->file()});
  }

  /// Returns false if it was stopped.
  bool look_after() {
    const LocalTime start = monotonic_now();
    for (int tick = 0; !stop_; ++tick) {
      const Duration elapsed = monotonic_now() - start;
      if (const auto status = client_.exit_status()) return *status == 0;
      if (elapsed > plan_.duration + end_timeout) return false;
      busy_.follow(plan_, elapsed);
      const double part = to_seconds(elapsed) / std::max(to_seconds(plan_.duration), 1e-3);
      if (progress_ && tick % ticks_per_progress == 0) progress_(std::min(part, 1.0));
      poll(nullptr, 0, tick_ms);
    }
    return false;
  }

  std::string read_reports(SendRun& run) {
    const LocalTime deadline = monotonic_now() + end_timeout;
    while (!server_.exit_status() && monotonic_now() < deadline && !stop_) poll(nullptr, 0, tick_ms);
    const auto sent = parse_iperf3(client_output_->text());
    if (!sent) return sent.error;
    const auto received = parse_iperf3(server_output_.text());
    if (!received) return received.error;
    run.packets_sent = (*sent).packets_sent;
    run.bytes_sent = run.packets_sent * plan_.packet.bytes();
    run.cpu_seconds = (*sent).cpu_seconds;
    run.arrivals = ArrivalCurve(in_ip_bytes((*received).intervals));
    run.packets_lost = std::max(run.packets_sent - run.arrivals.packets(), std::int64_t{0});
    run.notes.push_back("iperf3 tells what came every 100 ms and no closer.");
    return {};
  }

  static std::vector<Arrival> in_ip_bytes(std::vector<Arrival> arrivals) {
    for (Arrival& arrival : arrivals) arrival.bytes = arrival.packets * std::int64_t{1500};
    return arrivals;
  }

  const SendPlan& plan_;
  const NativeSetup& setup_;
  const std::atomic<bool>& stop_;
  const std::function<void(double)>& progress_;
  OutputFile server_output_;
  std::unique_ptr<OutputFile> client_output_;
  ChildProcess server_;
  ChildProcess client_;
  BusyProcesses busy_;
};

}  // namespace

Parsed<Iperf3Report> parse_iperf3(std::string_view text) {
  const json root = json::parse(text, nullptr, false);
  if (!root.is_object())
    return {std::nullopt, sentence("it wrote no report that can be read; is it version 3.7 or later?")};
  if (const json& error = child(root, "error"); error.is_string()) return {std::nullopt, sentence(error)};
  const json& end = child(root, "end");
  const json& sum = child(end, "sum");
  const json& cpu = child(end, "cpu_utilization_percent");
  if (!sum.is_object()) return {std::nullopt, sentence("its report has no sum; is it version 3.7 or later?")};
  Iperf3Report report;
  report.packets_sent = count(sum, "packets");
  report.packets_lost = count(sum, "lost_packets");
  report.seconds = number(sum, "seconds");
  report.cpu_seconds = (number(cpu, "host_user") + number(cpu, "host_system")) / 100 * report.seconds;
  report.intervals = intervals_of(child(root, "intervals"));
  return {std::move(report), {}};
}

bool has_iperf3() {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path != nullptr ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');) {
    if (access((std::filesystem::path(folder) / "iperf3").c_str(), X_OK) == 0) return true;
  }
  return false;
}

SendRun run_iperf3(const SendPlan& plan, const NativeSetup& setup, const std::atomic<bool>& stop,
                   const std::function<void(double)>& progress) {
  if (const std::string error = check_plan(plan, setup); !error.empty()) {
    SendRun run;
    run.plan = plan;
    run.machine = "native";
    run.failure = error;
    return run;
  }
  return Iperf3Run(plan, setup, stop, progress).run();
}

}  // namespace evenkeel::bench
