#include "app/capture/mute_switch.h"

#include <algorithm>
#include <atomic>
#include <catch2/catch.hpp>
#include <future>

#include "tests/unit/capture/collector.h"

namespace evenkeel {
namespace {

/// A source whose pictures the test delivers, and that takes as long to close as the test wants.
class HandSource final : public VideoSource {
 public:
  const char* what = "hand";
  std::atomic<int> starts{0};
  std::atomic<int> stops{0};
  std::promise<void> may_close;
  std::atomic<bool>* ended = nullptr;  ///< told when it is gone

  ~HandSource() override {
    if (ended != nullptr) *ended = true;
  }
  void start(PictureSink sink) override {
    const std::lock_guard lock(mutex_);
    sink_ = std::move(sink);
    ++starts;
  }
  void stop() override {
    if (starts > stops) may_close_.wait();
    ++stops;
  }
  SourceState state() const override { return {SourceState::Kind::running, what, 64, 48, 100}; }

  void deliver(std::uint8_t grey) {
    auto picture = std::make_shared<Picture>();
    picture->resize(64, 48);
    std::ranges::fill(picture->data, grey);
    const std::lock_guard lock(mutex_);
    sink_(picture);
  }

 private:
  std::shared_future<void> may_close_ = may_close.get_future();
  std::mutex mutex_;
  PictureSink sink_;
};

struct Fixture {
  HandSource* source = new HandSource;
  Collector collector;
  MuteSwitch muting{std::unique_ptr<VideoSource>(source), {320, 180, 100}};

  ~Fixture() { close(); }
  void close() {
    if (std::exchange(closed_, true)) return;
    std::promise<void> may_close = std::move(source->may_close);  // which may be gone as soon as it is closed
    may_close.set_value();
  }
  /// Until the switch's own thread has done it; it takes no longer than a notice or two.
  void until_started(int times) {
    while (source->starts < times) std::this_thread::yield();
  }
  void until_stopped() {
    while (source->stops == 0) std::this_thread::yield();
  }
  /// So many more than there were.
  std::vector<Picture> wait_for(std::size_t more) {
    const std::size_t before = collector.pictures().size();
    REQUIRE(collector.wait_for(before + more));
    const std::vector<Picture> all = collector.pictures();
    return {all.begin() + static_cast<std::ptrdiff_t>(before), all.end()};
  }

 private:
  bool closed_ = false;
};

constexpr std::uint8_t of_camera = 77;

bool is_notice(const Picture& picture) {
  return std::ranges::count(picture.data, of_camera) < static_cast<std::ptrdiff_t>(picture.data.size());
}

}  // namespace

TEST_CASE("a muted source is a camera that is off only where it is one") {
  Fixture f;
  f.muting.mute(true);
  CHECK(f.muting.state().text == "video muted");
  f.source->what = "camera 'desk', 64x48 at 100 fps";
  CHECK(f.muting.state().text == "video muted, camera off");
}

TEST_CASE("An unmuted source delivers its own pictures and nothing else") {
  Fixture f;
  f.muting.start(f.collector.sink());
  f.until_started(1);
  for (int i = 0; i < 5; ++i) f.source->deliver(of_camera);
  CHECK(f.collector.pictures().size() == 5);
  CHECK(std::ranges::none_of(f.collector.pictures(), is_notice));
  CHECK(f.muting.state().text == "hand");
}

TEST_CASE("Muting closes the source; from then on only notices come, however long closing takes") {
  Fixture f;
  f.muting.start(f.collector.sink());
  f.until_started(1);
  f.source->deliver(of_camera);
  f.muting.mute(true);  // returns, though the source does not close yet
  const auto notices = f.wait_for(3);
  f.source->deliver(of_camera);
  CHECK(f.source->stops == 0);
  for (const Picture& notice : notices) {
    CHECK(is_notice(notice));
    CHECK(notice.width == 64);
    CHECK(notice.height == 48);
  }
  CHECK(notices[0].capture_time < notices[1].capture_time);
  CHECK(f.muting.state().text == "video muted");
  f.close();
  f.until_stopped();
  CHECK(std::ranges::all_of(f.wait_for(3), is_notice));
  CHECK(f.source->starts == 1);
}

TEST_CASE("Unmuting opens the source again, and notices go on until its first picture") {
  Fixture f;
  f.close();
  f.muting.start(f.collector.sink());
  f.until_started(1);
  f.muting.mute(true);
  f.until_stopped();
  f.muting.mute(false);
  f.until_started(2);
  CHECK(std::ranges::all_of(f.wait_for(2), is_notice));
  f.source->deliver(of_camera);
  f.source->deliver(of_camera);
  const auto all = f.collector.pictures();
  CHECK_FALSE(is_notice(all.back()));
  CHECK_FALSE(is_notice(all[all.size() - 2]));
}

TEST_CASE("Muting and unmuting while the source still closes opens it once it is closed") {
  Fixture f;
  f.muting.start(f.collector.sink());
  f.until_started(1);
  f.muting.mute(true);
  (void)f.wait_for(1);
  f.muting.mute(false);
  CHECK(std::ranges::all_of(f.wait_for(2), is_notice));
  CHECK(f.source->starts == 1);
  f.close();
  f.until_started(2);
  CHECK(f.source->stops == 1);
}

TEST_CASE("Another source takes the place of the first once that is closed; meanwhile notices come") {
  Fixture f;
  f.muting.start(f.collector.sink());
  f.until_started(1);
  f.source->deliver(of_camera);
  std::atomic<bool> gone{false};
  f.source->ended = &gone;
  auto* next = new HandSource;
  next->may_close.set_value();
  f.muting.replace(std::unique_ptr<VideoSource>(next));
  const auto notices = f.wait_for(2);
  f.source->deliver(of_camera);
  CHECK(std::ranges::all_of(f.wait_for(1), is_notice));
  CHECK(next->starts == 0);
  f.close();
  while (next->starts == 0) std::this_thread::yield();
  CHECK(gone);
  next->deliver(of_camera);
  CHECK_FALSE(is_notice(f.collector.pictures().back()));
}

TEST_CASE("What takes a source's place while it is muted opens when it is no longer muted") {
  Fixture f;
  f.close();
  f.muting.mute(true);
  f.muting.start(f.collector.sink());
  auto* next = new HandSource;
  next->may_close.set_value();
  f.muting.replace(std::unique_ptr<VideoSource>(next));
  CHECK(std::ranges::all_of(f.wait_for(3), is_notice));
  CHECK(next->starts == 0);
  f.muting.mute(false);
  while (next->starts == 0) std::this_thread::yield();
  CHECK(f.muting.state().text == "hand");
}

TEST_CASE("What is muted before it starts is never opened, and has notices of the size that was asked for") {
  Fixture f;
  f.muting.mute(true);
  f.muting.start(f.collector.sink());
  const auto notices = f.wait_for(2);
  CHECK(notices[0].width == 320);
  CHECK(notices[0].height == 180);
  f.muting.stop();
  CHECK(f.source->starts == 0);
}

}  // namespace evenkeel
