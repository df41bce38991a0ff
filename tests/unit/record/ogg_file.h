#pragma once

#include <ogg/ogg.h>

#include <catch2/catch.hpp>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace evenkeel::test {

/// An Ogg file as libogg reads it, checksums and all.
struct OggFile {
  struct Page {
    std::int64_t granule = 0;
    int packets = 0;  // that end on it
    bool first = false, last = false;
  };
  std::vector<Page> pages;
  std::vector<std::vector<std::uint8_t>> packets;
  /// Bytes that are in no page: damaged, or of one that is cut off.
  std::size_t strange = 0;
};

inline OggFile read_ogg(std::span<const std::uint8_t> bytes) {
  OggFile file;
  ogg_sync_state sync;
  ogg_sync_init(&sync);
  char* const buffer = ogg_sync_buffer(&sync, static_cast<long>(bytes.size()));
  if (!bytes.empty()) std::memcpy(buffer, bytes.data(), bytes.size());
  ogg_sync_wrote(&sync, static_cast<long>(bytes.size()));
  ogg_stream_state stream{};
  ogg_page page{};
  std::size_t in_pages = 0;
  while (ogg_sync_pageout(&sync, &page) == 1) {
    if (file.pages.empty()) ogg_stream_init(&stream, ogg_page_serialno(&page));
    in_pages += static_cast<std::size_t>(page.header_len + page.body_len);
    file.pages.push_back(
        {ogg_page_granulepos(&page), ogg_page_packets(&page), ogg_page_bos(&page) != 0, ogg_page_eos(&page) != 0});
    REQUIRE(ogg_stream_pagein(&stream, &page) == 0);
    for (ogg_packet packet{}; ogg_stream_packetout(&stream, &packet) == 1;) {
      file.packets.emplace_back(packet.packet, packet.packet + packet.bytes);
    }
  }
  file.strange = bytes.size() - in_pages;
  ogg_stream_clear(&stream);
  ogg_sync_clear(&sync);
  return file;
}

}  // namespace evenkeel::test
