#include "app/bench/native/native_run.h"

#include <poll.h>

#include <algorithm>
#include <random>

#include "app/bench/native/busy_processes.h"
#include "app/bench/native/cpu_affinity.h"
#include "app/bench/native/iperf3.h"
#include "app/bench/native/native_sender.h"
#include "app/bench/native/receiver_client.h"
#include "core/net/clock.h"
#include "core/net/clock_id.h"

namespace evenkeel::bench {
namespace {

constexpr int tick_ms = 20;
constexpr int ticks_per_progress = 5;

StartRequest request_of(const SendPlan& plan) {
  StartRequest request;
  request.packet = plan.packet;
  request.rate = plan.rate;
  for (const RateStep& step : plan.steps) request.rate = std::max(request.rate, step.rate);
  request.duration = plan.duration;
  request.resolution = plan.resolution;
  request.test = std::random_device()() & 0xffffff;
  request.clock = clock_id(request.test);
  return request;
}

std::string check_plan(const SendPlan& plan, const NativeSetup& setup) {
  if (const std::string error = check_loop(plan); !error.empty()) return error;
  if (const auto request = request_of(plan); !parse_start(to_line(request))) {
    return "This test cannot be run: packets may have 36 B to 1500 B, rates at most 100 Gbps, and it may take at "
           "most an hour.";
  }
  return check_processor(setup.sender_cpu);
}

int receiver_cpu(const NativeSetup& setup, std::vector<std::string>& notes) {
  if (has_processor(setup.receiver_cpu)) return setup.receiver_cpu;
  notes.push_back("There is no processor " + std::to_string(setup.receiver_cpu) +
                  ": the receiver ran on the sender's.");
  return setup.sender_cpu;
}

double part_of(const SendPlan& plan, Duration elapsed) {
  return plan.duration > Duration::zero() ? std::clamp(to_seconds(elapsed) / to_seconds(plan.duration), 0.0, 1.0) : 1;
}

/// One test from beginning to end.
class NativeRun {
 public:
  NativeRun(const SendPlan& plan, const NativeSetup& setup, const std::atomic<bool>& stop,
            const std::function<void(double)>& progress)
      : setup_(setup), stop_(stop), progress_(progress), busy_(plan.busy_processes, setup.sender_cpu) {
    run_.plan = plan;
    run_.machine = "native";
  }

  SendRun run() {
    run_.failure = busy_.failure();
    if (run_.failure.empty()) run_.failure = prepare();
    if (run_.failure.empty()) carry_out();
    if (stop_) run_.failure = "The test was stopped before its end.";
    return std::move(run_);
  }

 private:
  std::string prepare();
  void carry_out();
  void look_after(NativeSender& sender);
  void take(const NativeSender::Report& report);
  void take_arrivals(LocalTime start);
  void note(std::int64_t count, const std::string& of_what);

  const NativeSetup& setup_;
  const std::atomic<bool>& stop_;
  const std::function<void(double)>& progress_;
  SendRun run_;
  StartRequest request_;
  ReceiverProcess receiver_;
  ReceiverClient client_;
  BusyProcesses busy_;
};

std::string NativeRun::prepare() {
  run_.failure = check_plan(run_.plan, setup_);
  if (!run_.failure.empty()) return run_.failure;
  if (!setup_.to) {
    const std::string error = receiver_.start(receiver_cpu(setup_, run_.notes));
    if (!error.empty()) return error;
  }
  request_ = request_of(run_.plan);
  return client_.start(setup_.to.value_or(receiver_.address()), request_, [this] { return stop_.load(); });
}

void NativeRun::carry_out() {
  NativeSender sender(run_.plan, client_.packets_to(), request_.test, setup_.sender_cpu);
  look_after(sender);
  sender.stop();
  busy_.end();
  take(sender.report());
  if (run_.failure.empty() && !stop_) take_arrivals(sender.report().start);
}

void NativeRun::look_after(NativeSender& sender) {
  for (int tick = 0; !sender.finished() && !stop_ && run_.failure.empty(); ++tick) {
    const LocalTime now = monotonic_now();
    const Duration elapsed = now - sender.started().value_or(now);
    busy_.follow(run_.plan, elapsed);
    run_.failure = client_.keep_alive(now);
    if (progress_ && tick % ticks_per_progress == 0) progress_(part_of(run_.plan, elapsed));
    poll(nullptr, 0, tick_ms);
  }
}

void NativeRun::take(const NativeSender::Report& report) {
  if (!report.failure.empty()) run_.failure = report.failure;
  run_.notes.insert(run_.notes.end(), report.notes.begin(), report.notes.end());
  run_.packets_sent = report.packets_sent;
  run_.bytes_sent = report.packets_sent * run_.plan.packet.bytes();
  run_.refusals = report.refusals;
  run_.system_calls = report.system_calls;
  run_.wake_ups = report.wake_ups;
  run_.cpu_seconds = report.cpu_seconds;
  run_.realtime = report.realtime;
  run_.forgiven_bytes = report.forgiven_bytes;
  note(report.forgiven_bytes, "bytes were forgiven: the sender did not get to run for longer than it makes up for.");
}

void NativeRun::take_arrivals(LocalTime start) {
  run_.failure = client_.fetch(start);
  const TestResult& result = client_.result();
  run_.arrivals = ArrivalCurve(client_.take_arrivals());
  const std::int64_t came = run_.arrivals.packets();
  run_.packets_lost = std::max(run_.packets_sent - came, std::int64_t{0});
  note(came - run_.packets_sent, "packets came twice.");
  if (run_.failure.empty() && came == 0 && run_.packets_sent > 0) {
    run_.failure = "No packet arrived at " + to_string(client_.packets_to()) +
                   " (UDP): have the firewalls on the way let them pass.";
  }
  note(result.reordered, "packets were overtaken by others.");
  note(result.dropped, "times the receiver's buffer was full, and the kernel dropped what came.");
  if (!result.same_clock)
    run_.notes.push_back("Times count from the first arrival, because the receiver is another machine.");
}

void NativeRun::note(std::int64_t count, const std::string& of_what) {
  if (count > 0) run_.notes.push_back(std::to_string(count) + " " + of_what);
}

}  // namespace

SendRun run_natively(const SendPlan& plan, const NativeSetup& setup, const std::atomic<bool>& stop,
                     const std::function<void(double)>& progress) {
  if (plan.loop == "iperf3") return run_iperf3(plan, setup, stop, progress);
  return NativeRun(plan, setup, stop, progress).run();
}

}  // namespace evenkeel::bench
