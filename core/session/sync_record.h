#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <optional>

#include "core/base/sequence_lock.h"
#include "core/base/time.h"
#include "core/session/av_sync.h"

namespace evenkeel {

/// What the threads of a call tell each other so that sound and picture stay in step: the one that receives writes the
/// sender's reports, the one that shows pictures writes which it showed, the one that plays sound reads both (by a
/// SyncFollower), and writes for how long pictures are to be held. Nobody waits for anybody.
class SyncRecord {
 public:
  static constexpr Duration max_picture_hold = 500ms;

  /// These RTP and NTP timestamps of a stream are of the same instant.
  struct Report {
    std::uint64_t ntp = 0;  ///< 32.32 fixed point, on the sender's clock: only differences mean anything
    std::uint32_t rtp_timestamp = 0;
  };
  struct Reports {
    Report sound, picture;
    bool has_sound = false, has_picture = false;
    std::uint32_t sources = 0;  ///< counts changes of the sources, from one to the next nothing holds any more
  };
  struct Shown {
    std::uint32_t rtp_timestamp = 0;
    LocalTime at{};
  };

  // By the thread that receives.
  void set_sound_report(const Report& report) {
    reports_.sound = report;
    reports_.has_sound = true;
    published_reports_.write(reports_);
  }
  void set_picture_report(const Report& report) {
    reports_.picture = report;
    reports_.has_picture = true;
    published_reports_.write(reports_);
  }
  /// One of the streams has another source.
  void forget_reports() {
    const std::uint32_t next = reports_.sources + 1;
    reports_ = {};
    reports_.sources = next;
    published_reports_.write(reports_);
  }

  // By the thread that shows pictures.
  void on_shown(std::uint32_t rtp_timestamp, LocalTime at) { shown_.write({rtp_timestamp, at}); }
  /// For how long pictures are to be held back beside what their own delays need: 0 to max_picture_hold.
  Duration picture_hold() const { return Duration(picture_hold_.load(std::memory_order_relaxed)); }

  // By the thread that plays sound; it sets the hold to zero when it ends.
  std::optional<SequenceLock<Reports>::Read> reports() const { return published_reports_.try_read(); }
  std::optional<SequenceLock<Shown>::Read> shown() const { return shown_.try_read(); }
  void set_picture_hold(Duration hold) {
    picture_hold_.store(std::clamp<Duration>(hold, 0s, max_picture_hold).count(), std::memory_order_relaxed);
  }

 private:
  Reports reports_;  // the writer's own
  SequenceLock<Reports> published_reports_;
  SequenceLock<Shown> shown_;
  std::atomic<Duration::rep> picture_hold_{0};
};

/// Runs an AvSync on a SyncRecord, on the thread that plays sound.
class SyncFollower {
 public:
  /// Gives `sync` what is new in the record, each picture once, and the record the hold that came of it. To be called
  /// at least as often as pictures are shown, behind AvSync::on_sound().
  void follow(SyncRecord& record, AvSync& sync, LocalTime now) {
    if (const auto reports = record.reports()) follow_reports(*reports, sync);
    const auto shown = record.shown();
    if (shown && shown->version != shown_version_) {
      shown_version_ = shown->version;
      sync.on_picture(shown->value.rtp_timestamp, shown->value.at);
    }
    sync.on_time(now);
    record.set_picture_hold(sync.picture_hold());
  }

 private:
  void follow_reports(const SequenceLock<SyncRecord::Reports>::Read& read, AvSync& sync) {
    const auto& [reports, version] = read;
    if (version == reports_version_) return;
    reports_version_ = version;
    if (reports.sources != sources_) sync.reset();
    sources_ = reports.sources;
    if (reports.has_sound) sync.on_sound_report(reports.sound.ntp, reports.sound.rtp_timestamp);
    if (reports.has_picture) sync.on_picture_report(reports.picture.ntp, reports.picture.rtp_timestamp);
  }

  std::uint64_t reports_version_ = 0;
  std::uint64_t shown_version_ = 0;
  std::uint32_t sources_ = 0;
};

}  // namespace evenkeel
