#include "app/record/call/webm_writer.h"

#include <gst/app/gstappsrc.h>
#include <gst/gst.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include "app/capture/gstreamer.h"
#include "app/files/private_file.h"
#include "app/process/patient_work.h"
#include "app/record/opus_head.h"

namespace evenkeel {
namespace {

// What each tells the muxer is in its caps. The sink does not wait for a clock: times are those of the call.
constexpr const char* description =
    "appsrc name=pictures format=time max-bytes=0 ! video/x-vp8 ! muxer.video_0 "
    "appsrc name=sound format=time max-bytes=0 ! audio/x-opus ! muxer.audio_0 "
    "webmmux name=muxer writing-app=Evenkeel ! fdsink name=file sync=false";

// What the muxer adds to the times of sound, as the format has it, for players to take away again.
constexpr Duration codec_delay = Duration(opus_pre_skip * 1'000'000'000LL / 48'000);

constexpr std::int64_t head_size = 2048;  // header, tracks, and the head of the index
constexpr std::int64_t block_head = 16;
// A key frame begins a cluster, and has an entry in the index.
constexpr std::int64_t cluster_head = 160;
constexpr const char* advice = "Free some space, or record into a folder that you can write to.";
constexpr const char* muxer_advice = "Record into a file whose name ends in .ivf, which needs no muxer.";
constexpr auto end_wait = 10 * GST_SECOND;
constexpr Duration close_patience = 2s;  // of whoever ends the recording: the thread of the call waits for it

std::string disk_stands_still() { return std::string("the disk takes nothing any more. ") + advice; }

using BufferHandle = std::unique_ptr<GstBuffer, decltype(&gst_buffer_unref)>;

CapsHandle picture_caps(PictureSize size) {
  return CapsHandle(gst_caps_new_simple("video/x-vp8", "width", G_TYPE_INT, size.width, "height", G_TYPE_INT,
                                        size.height, "framerate", GST_TYPE_FRACTION, 0, 1, "colorimetry", G_TYPE_STRING,
                                        "bt601", nullptr));
}

CapsHandle sound_caps() {
  CapsHandle caps(gst_caps_new_simple("audio/x-opus", "rate", G_TYPE_INT, 48'000, "channels", G_TYPE_INT, 1,
                                      "channel-mapping-family", G_TYPE_INT, 0, nullptr));
  GValue header = G_VALUE_INIT, headers = G_VALUE_INIT;
  g_value_init(&headers, GST_TYPE_ARRAY);
  g_value_init(&header, GST_TYPE_BUFFER);
  GstBuffer* const head = gst_buffer_new_allocate(nullptr, opus_head.size(), nullptr);
  gst_buffer_fill(head, 0, opus_head.data(), opus_head.size());
  gst_value_take_buffer(&header, head);
  gst_value_array_append_and_take_value(&headers, &header);
  gst_caps_set_value(caps.get(), "streamheader", &headers);
  g_value_unset(&headers);
  return caps;
}

void push(GstAppSrc* source, std::span<const std::uint8_t> data, Duration time, Duration length, bool key_frame) {
  GstBuffer* const buffer = gst_buffer_new_allocate(nullptr, data.size(), nullptr);
  gst_buffer_fill(buffer, 0, data.data(), data.size());
  GST_BUFFER_PTS(buffer) = GST_BUFFER_DTS(buffer) = static_cast<GstClockTime>(time.count());
  if (length > Duration::zero()) GST_BUFFER_DURATION(buffer) = static_cast<GstClockTime>(length.count());
  if (!key_frame) GST_BUFFER_FLAG_SET(buffer, GST_BUFFER_FLAG_DELTA_UNIT);
  gst_app_src_push_buffer(source, buffer);  // takes it; never waits
}

/// Why, and what to do. The reason is in the words for programmers: "Error while writing to file descriptor 9: File too
/// large".
std::string reason_of(GstMessage* message) {
  GError* raw = nullptr;
  gchar* raw_detail = nullptr;
  gst_message_parse_error(message, &raw, &raw_detail);
  const ErrorHandle error(raw);
  const StringHandle detail(raw_detail);
  const auto with = [](const std::string& reason, const char* what_to_do) { return reason + ". " + what_to_do; };
  if (g_error_matches(error.get(), GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_NO_SPACE_LEFT)) {
    return with(std::strerror(ENOSPC), advice);
  }
  const std::string text = detail ? detail.get() : "";
  const auto colon = text.rfind(": ");
  if (error->domain != GST_RESOURCE_ERROR) return with("GStreamer's muxer failed", muxer_advice);
  return with(colon == std::string::npos ? "it cannot be written" : text.substr(colon + 2), advice);
}

}  // namespace

struct WebmWriter::Pipeline {
  ~Pipeline() {
    if (element) gst_element_set_state(element.get(), GST_STATE_NULL);
  }

  std::string failure() const;
  std::string close();

  FileHandle file;  // after the pipeline, which writes to its descriptor
  ObjectHandle<GstElement> element;
  ObjectHandle<GstAppSrc> pictures, sound;
  ObjectHandle<GstBus> bus;
};

WebmWriter::WebmWriter() = default;
WebmWriter::~WebmWriter() { close(); }

DataSize WebmWriter::growth(std::size_t data, bool key_frame) {
  return bytes(static_cast<std::int64_t>(data) + block_head + (key_frame ? cluster_head : 0));
}

DataSize WebmWriter::written() const {
  struct stat found {};
  return pipeline_ && fstat(fileno(pipeline_->file.get()), &found) == 0 ? bytes(found.st_size) : DataSize();
}

std::optional<std::string> WebmWriter::open(const std::string& path, PictureSize size) {
  path_ = path;
  size_ = bytes(head_size);
  pipeline_ = std::make_unique<Pipeline>();
  std::error_code error;
  pipeline_->file = open_private_file(path, error);
  const std::string failed = pipeline_->file ? start(fileno(pipeline_->file.get()), size) : cannot_open(error);
  if (failed.empty()) return std::nullopt;
  pipeline_.reset();
  return failed;
}

std::string WebmWriter::start(int file, PictureSize size) {
  if (const auto failed = init_gstreamer()) return *failed;
  GError* raw = nullptr;
  GstElement* const element = gst_parse_launch_full(description, nullptr, GST_PARSE_FLAG_FATAL_ERRORS, &raw);
  const ErrorHandle error(raw);
  if (element == nullptr) {
    const std::string reason = error ? error->message : "GStreamer has no webmmux";
    return "Cannot write the recording '" + path_ + "': " + reason +
           "; 'apt install gstreamer1.0-plugins-good' brings what writes WebM.";
  }
  pipeline_->element.reset(GST_ELEMENT(gst_object_ref_sink(element)));
  const auto named = [&](const char* name) { return gst_bin_get_by_name(GST_BIN(element), name); };
  pipeline_->pictures.reset(GST_APP_SRC(named("pictures")));
  pipeline_->sound.reset(GST_APP_SRC(named("sound")));
  pipeline_->bus.reset(gst_element_get_bus(element));
  gst_app_src_set_caps(pipeline_->pictures.get(), picture_caps(size).get());
  gst_app_src_set_caps(pipeline_->sound.get(), sound_caps().get());
  const ObjectHandle<GstElement> sink(named("file"));
  g_object_set(sink.get(), "fd", file, nullptr);
  gst_element_set_state(element, GST_STATE_PLAYING);
  return {};
}

void WebmWriter::write_picture(std::span<const std::uint8_t> frame, Duration time, bool key_frame) {
  if (!pipeline_) return;
  push(pipeline_->pictures.get(), frame, time, Duration::zero(), key_frame);
  size_ += growth(frame.size(), key_frame);
}

void WebmWriter::write_sound(std::span<const std::uint8_t> packet, Duration time, Duration length) {
  if (!pipeline_) return;
  push(pipeline_->sound.get(), packet, std::max(time - codec_delay, 0ns), length, true);
  size_ += growth(packet.size(), false);
}

DataSize WebmWriter::waiting() const {
  if (!pipeline_) return {};
  return bytes(static_cast<std::int64_t>(gst_app_src_get_current_level_bytes(pipeline_->pictures.get()) +
                                         gst_app_src_get_current_level_bytes(pipeline_->sound.get())));
}

std::string WebmWriter::Pipeline::failure() const {
  if (const MessageHandle message{gst_bus_pop_filtered(bus.get(), GST_MESSAGE_ERROR)}) return reason_of(message.get());
  struct stat found {};
  const bool gone = fstat(fileno(file.get()), &found) == 0 && found.st_nlink == 0;
  return gone ? "somebody deleted it. Record into another file." : "";
}

std::optional<std::string> WebmWriter::check() {
  if (!pipeline_) return std::nullopt;
  const std::string failed = pipeline_->failure();
  if (failed.empty()) return std::nullopt;
  pipeline_.reset();
  return sentence(failed);
}

/// Ends a pipeline, for which it waits; returns why the file is not whole.
std::string WebmWriter::Pipeline::close() {
  gst_app_src_end_of_stream(pictures.get());
  gst_app_src_end_of_stream(sound.get());
  constexpr auto wanted = static_cast<GstMessageType>(GST_MESSAGE_EOS | GST_MESSAGE_ERROR);
  const MessageHandle end{gst_bus_timed_pop_filtered(bus.get(), end_wait, wanted)};
  std::string failed;
  if (!end) failed = disk_stands_still();
  if (end && GST_MESSAGE_TYPE(end.get()) == GST_MESSAGE_ERROR) failed = reason_of(end.get());
  if (failed.empty()) failed = failure();
  gst_element_set_state(element.get(), GST_STATE_NULL);
  const bool closed = std::fclose(file.release()) == 0;  // some file systems tell only now
  return failed.empty() && !closed ? std::string(std::strerror(errno)) + ". " + advice : failed;
}

// A thread of its own waits for a disk that stands still.
std::optional<std::string> WebmWriter::close() {
  if (!pipeline_) return std::nullopt;
  const std::function<std::string()> close = [pipeline = std::shared_ptr<Pipeline>(std::move(pipeline_))] {
    return pipeline->close();
  };
  const std::string news = "Waiting for the disk to take the recording '" + path_ + "'.";
  const std::string failed = do_within(close_patience, news, close).value_or(disk_stands_still());
  return failed.empty() ? std::nullopt : std::optional(sentence(failed));
}

std::string WebmWriter::cannot_open(const std::error_code& error) const {
  return "Cannot write the recording '" + path_ + "': " + writing_error_text(error, advice);
}

std::string WebmWriter::sentence(const std::string& reason) const {
  return "Cannot write the recording '" + path_ + "': " + reason;
}

}  // namespace evenkeel
