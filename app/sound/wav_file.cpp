#include "app/sound/wav_file.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <limits>
#include <optional>
#include <span>
#include <string_view>

#include "app/capture/pipeline.h"
#include "app/files/private_file.h"

namespace evenkeel {
namespace {

constexpr std::size_t longest = std::size_t{10} * 60 * samples_per_second;
constexpr int max_chunks = 1000;  // of somebody else's file, before its sound
constexpr std::uint32_t max_size = std::numeric_limits<std::uint32_t>::max();

std::uint32_t little_endian(std::span<const char> bytes) {
  std::uint32_t value = 0;
  for (std::size_t i = bytes.size(); i > 0; --i) value = value << 8 | static_cast<std::uint8_t>(bytes[i - 1]);
  return value;
}

struct Chunk {
  std::string name;
  std::uint32_t size = 0;
};

std::optional<Chunk> next_chunk(std::ifstream& file) {
  std::array<char, 8> header{};
  if (!file.read(header.data(), header.size())) return std::nullopt;
  return Chunk{std::string(header.data(), 4), little_endian(std::span(header).last(4))};
}

// The size of the sound is not looked at: one that writes into a pipe, or is killed, leaves any number there, and
// players play to the end of the file.
std::string check_chunks(std::ifstream& file, std::uint64_t size) {
  bool has_format = false;
  for (int chunks = 0; const auto chunk = next_chunk(file); ++chunks) {
    if (chunks == max_chunks) return "it has too many parts before the sound";
    const auto at = static_cast<std::uint64_t>(file.tellg());
    if (chunk->name == "data" && !has_format) return "it is no WAV file";
    if (chunk->name == "data") return at < size ? "" : "there is no sound in it";
    has_format = has_format || (chunk->name == "fmt " && chunk->size >= 16);
    if (at + chunk->size > size) return "it is cut off";
    file.seekg(chunk->size + chunk->size % 2, std::ios::cur);
  }
  return "it is cut off";
}

constexpr const char* reader_pipeline =
    "filesrc name=in ! wavparse ! audioconvert ! audioresample ! "
    "audio/x-raw,format=S16LE,rate=48000,channels=1 ! appsink name=out sync=false max-buffers=8";

void append(std::vector<std::int16_t>& out, GstSample* sample) {
  GstBuffer* const buffer = gst_sample_get_buffer(sample);
  GstMapInfo map;
  if (gst_buffer_map(buffer, &map, GST_MAP_READ) == FALSE) return;
  const std::size_t begin = out.size();
  out.resize(begin + map.size / sizeof(std::int16_t));
  std::memcpy(out.data() + begin, map.data, (out.size() - begin) * sizeof(std::int16_t));
  gst_buffer_unmap(buffer, &map);
}

/// Returns why it cannot be read, or an empty string.
std::string decode(const std::string& path, std::vector<std::int16_t>& out) {
  std::string error;
  const auto pipeline = Pipeline::create(reader_pipeline, error);
  if (!pipeline) return error;
  pipeline->set("in", "location", path);
  pipeline->play();
  while (!pipeline->at_end()) {
    if (const SampleHandle sample = pipeline->pull(100ms)) append(out, sample.get());
    if (const auto failure = pipeline->failure(Medium::sound_file)) return *failure;
    if (out.size() > longest) return "it is longer than ten minutes";
  }
  return out.empty() ? "there is no sound in it" : "";
}

std::string sentence(const std::string& path, const std::string& reason) {
  return "Cannot read the sound file '" + path + "': " + reason + ". Give --audio a WAV file, 'mic', 'test' or 'none'.";
}

void put(std::span<std::uint8_t> out, std::uint32_t value) {
  for (std::uint8_t& byte : out) {
    byte = static_cast<std::uint8_t>(value);
    value >>= 8;
  }
}

constexpr std::size_t header_size = 44;

/// Of 16-bit mono in 48 kHz (RIFF, PCM).
std::array<std::uint8_t, header_size> make_header(std::uint32_t bytes) {
  constexpr std::string_view text = "RIFF....WAVEfmt ....................data....";
  std::array<std::uint8_t, header_size> out{};
  std::copy(text.begin(), text.end(), out.begin());
  const auto field = [&](std::size_t at, std::size_t size, std::uint32_t value) {
    put(std::span(out).subspan(at, size), value);
  };
  field(4, 4, bytes + header_size - 8);
  field(16, 4, 16);  // of what follows up to "data"
  field(20, 2, 1);   // PCM
  field(22, 2, 1);   // channels
  field(24, 4, samples_per_second);
  field(28, 4, samples_per_second * sizeof(std::int16_t));
  field(32, 2, sizeof(std::int16_t));
  field(34, 2, 8 * sizeof(std::int16_t));
  field(40, 4, bytes);
  return out;
}

}  // namespace

std::string check_wav(const std::string& path) {
  struct stat found {};
  if (stat(path.c_str(), &found) != 0) return errno == ENOENT ? "no such file" : std::strerror(errno);
  if (S_ISDIR(found.st_mode)) return "it is a folder";
  if (!S_ISREG(found.st_mode)) return "it is a pipe or a device, not a file";
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::strerror(errno);
  if (found.st_size == 0) return "it is empty";
  std::array<char, 12> header{};
  file.read(header.data(), header.size());
  const std::string_view text(header.data(), header.size());
  const bool wav = text.starts_with("RIFF") || text.starts_with("RF64");  // the latter has more than 4 GB
  if (!file || !wav || text.substr(8) != "WAVE") return "it is no WAV file";
  return check_chunks(file, static_cast<std::uint64_t>(found.st_size));
}

std::vector<std::int16_t> read_wav(const std::string& path, std::string& error) {
  std::vector<std::int16_t> out;
  if (const auto not_started = init_gstreamer()) return error = *not_started, out;
  std::string reason = check_wav(path);
  if (reason.empty()) reason = decode(path, out);
  if (!reason.empty()) {
    out.clear();
    error = sentence(path, reason);
  }
  return out;
}

std::unique_ptr<WavWriter> WavWriter::create(const std::string& path, std::error_code& error) {
  FileHandle file = open_private_file(path, error, Existing::kept);
  if (!file) return nullptr;
  struct stat found {};
  const bool has_content = fstat(fileno(file.get()), &found) == 0 && found.st_size > 0;
  std::unique_ptr<WavWriter> out(new WavWriter(std::move(file)));
  if (has_content || out->begin()) return out;
  error = {errno, std::generic_category()};
  return nullptr;
}

WavWriter::~WavWriter() {
  if (begun_ && !failed_) write_header();
}

bool WavWriter::begin() {
  begun_ = true;
  struct stat found {};
  const int file = fileno(file_.get());
  const bool is_regular = fstat(file, &found) == 0 && S_ISREG(found.st_mode);
  failed_ = is_regular && ftruncate(file, 0) != 0;
  return !failed_ && write_header();
}

bool WavWriter::write_header() {
  const auto header = make_header(bytes_);
  const bool done = std::fseek(file_.get(), 0, SEEK_SET) == 0 &&
                    std::fwrite(header.data(), 1, header.size(), file_.get()) == header.size() &&
                    std::fseek(file_.get(), 0, SEEK_END) == 0 && std::fflush(file_.get()) == 0;
  failed_ = failed_ || !done;
  return done;
}

bool WavWriter::write(const SoundBlock& block) {
  constexpr std::uint32_t most = max_size - header_size - sizeof block;
  if (!begun_) begin();
  if (failed_ || bytes_ > most) return false;
  std::array<std::uint8_t, sizeof(SoundBlock)> bytes{};
  for (std::size_t i = 0; i < block.size(); ++i) {
    put(std::span(bytes).subspan(2 * i, 2), static_cast<std::uint16_t>(block[i]));
  }
  failed_ = std::fwrite(bytes.data(), 1, bytes.size(), file_.get()) != bytes.size();
  bytes_ += static_cast<std::uint32_t>(bytes.size());
  constexpr std::uint32_t second = samples_per_second * sizeof(std::int16_t);
  return !failed_ && (bytes_ % second != 0 || write_header());
}

}  // namespace evenkeel
