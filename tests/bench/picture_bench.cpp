// What the picture of the other side costs: from PictureSlot::put() to the screen, and of the processor, drawn in
// software and by OpenGL, at its own size and in a smaller window. Needs a display; QT_QPA_PLATFORM=offscreen has the
// software alone.
#include <QApplication>
#include <QTimer>
#include <cstdio>
#include <random>

#include "gui/call/video_view.h"
#include "tests/bench/processor_time.h"

namespace evenkeel {
namespace {

constexpr int tick_ms = 33;

/// Pictures with much detail, of which each differs from the one before.
std::vector<std::shared_ptr<const Picture>> make_pictures(int width, int height) {
  std::mt19937 random(1);
  std::vector<std::shared_ptr<const Picture>> pictures;
  for (int i = 0; i < 4; ++i) {
    auto picture = std::make_shared<Picture>();
    picture->resize(width, height);
    for (auto& byte : picture->data) byte = static_cast<std::uint8_t>(random());
    pictures.push_back(picture);
  }
  return pictures;
}

struct Case {
  QSize picture, window;
};

void wait(int ms) {
  QEventLoop loop;
  QTimer::singleShot(ms, Qt::PreciseTimer, &loop, &QEventLoop::quit);
  loop.exec();
}

void measure(SurfaceChoice choice, const Case& one, double seconds) {
  PictureSlot remote, own;
  VideoView view(remote, own);
  view.choose_surface(choice);
  view.setWindowFlag(Qt::FramelessWindowHint);
  view.set_own_visible(false);
  view.resize(one.window);
  view.show();
  wait(300);
  const auto pictures = make_pictures(one.picture.width(), one.picture.height());
  std::size_t next = 0;
  QTimer timer;
  timer.setTimerType(Qt::PreciseTimer);
  QObject::connect(&timer, &QTimer::timeout, [&] { remote.put(pictures[next++ % pictures.size()]); });
  const double before = cpu_s();
  timer.start(tick_ms);
  wait(static_cast<int>(seconds * 1000));
  const PaintLatency& latency = view.latency();
  std::printf("%4dx%-4d in %4dx%-4d  p50 %5.1f ms  p95 %5.1f ms  max %5.1f ms  %5.1f %% of a core  %llu pictures  %s\n",
              one.picture.width(), one.picture.height(), view.width(), view.height(), to_milliseconds(latency.p50()),
              to_milliseconds(latency.p95()), to_milliseconds(latency.max()), 100 * (cpu_s() - before) / seconds,
              static_cast<unsigned long long>(latency.painted()), qPrintable(view.drawn_by()));
  std::fflush(stdout);
}

int run_bench(double seconds) {
  for (const Case& one :
       {Case{{1280, 720}, {1280, 720}}, Case{{1920, 1080}, {1920, 1080}}, Case{{1920, 1080}, {1280, 720}},
        Case{{1920, 1080}, {640, 360}}, Case{{1280, 720}, {1920, 1080}}})
    for (const SurfaceChoice choice : {SurfaceChoice::software, SurfaceChoice::gpu}) measure(choice, one, seconds);
  return 0;
}

}  // namespace
}  // namespace evenkeel

int main(int argc, char** argv) {
  QApplication app(argc, argv);
  return evenkeel::run_bench(argc > 1 ? QString::fromLocal8Bit(argv[1]).toDouble() : 5);
}
