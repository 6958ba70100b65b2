// Pieces of a .iwal file, read and checked as `iwal learn` does (src/data/cache).
#pragma once
#include <fcntl.h>
#include "crc.h"
#include "pieces.h"

// One array of the file, whose checksum grows as it is read from its begin to its end.
struct Track {
  int file;
  uint64_t start, length, size;
  uint64_t counted = 0;
  uint32_t crc = 0;

  uint64_t bytes() const { return (length * size + 7) / 8 * 8; }
  void read(void* target, uint64_t from, uint64_t count) {
    if (uint64_t(pread(file, target, count * size, start + from * size)) != count * size) refuse("the file ends early");
    grow(static_cast<uint8_t*>(target), from * size, count * size);
  }
  uint32_t checksum() {
    uint8_t rest[8];
    const uint64_t left = bytes() - counted;
    if (pread(file, rest, left, start + counted) != ssize_t(left)) refuse("the file ends early");
    grow(rest, counted, left);
    return crc;
  }

 private:
  void grow(const uint8_t* read, uint64_t from, uint64_t length) {
    const uint64_t known = counted - from;
    crc = crcOf(crc, read + known, length - known);
    counted = from + length;
  }
};

class Cache {
 public:
  uint32_t columns;
  size_t length;

  explicit Cache(const char* name) : file(open(name, O_RDONLY)) {
    double sizes[2];
    uint32_t numbers[2];
    if (pread(file, numbers, 8, 8) != 8 || pread(file, sizes, 16, 16) != 16) refuse("no cache");
    crc = numbers[1];
    std::string text((uint64_t(sizes[1]) + 7) / 8 * 8, 0);
    if (pread(file, text.data(), text.size(), 32) != ssize_t(text.size())) refuse("no header");
    before = crcOf(crcOf(0, reinterpret_cast<uint8_t*>(sizes), 16), reinterpret_cast<const uint8_t*>(text.data()), text.size());
    columns = numberIn(text, "columns");
    uint64_t at = 32 + text.size();
    for (auto [track, name, size] : {std::tuple{&offsets, "offsets", 4}, {&squaredNorms, "squaredNorms", 8}, {&labels, "labels", 8},
                                     {&indices, "indices", 4}, {&values, "values", 4}}) {
      *track = {file, at, numberIn(text, name), uint64_t(size)};
      at += track->bytes();
    }
    length = labels.length;
    if (at != 32 + uint64_t(sizes[0])) refuse("the file has other arrays");
  }

  // As many rows as make a piece; false behind the last one.
  bool take(Piece& piece) {
    if (row == length) return false;
    const size_t most = std::min<size_t>(1 << 13, length - row);
    std::vector<uint32_t> positions(most + 1);
    offsets.read(positions.data(), row, most + 1);
    const uint32_t first = positions[0];
    size_t count = 1;
    while (count < most && positions[count + 1] - first <= 1 << 18) count++;
    positions.resize(count + 1);
    const uint32_t entries = positions[count] - first;
    for (uint32_t& each : positions) each -= first;
    piece.offsets = std::move(positions);
    piece.indices.resize(entries);
    piece.values.resize(entries);
    piece.squaredNorms.resize(count);
    piece.labels.resize(count);
    indices.read(piece.indices.data(), first, entries);
    values.read(piece.values.data(), first, entries);
    squaredNorms.read(piece.squaredNorms.data(), row, count);
    labels.read(piece.labels.data(), row, count);
    piece.settle(columns);
    row += count;
    if (row == length) requireChecksum();
    return true;
  }

  // Columns that ascend below their number, and norms that are those of the values.
  void prepare(Piece& piece) const {
    const Rows& rows = piece.rows;
    for (size_t i = 0; i < rows.length; i++) {
      double square = 0;
      int64_t last = -1;
      bool isSound = true;
      for (uint32_t k = rows.offsets[i]; k < rows.offsets[i + 1]; k++) {
        const double x = rows.values[k];
        isSound &= int64_t(rows.indices[k]) > last && x != 0;
        last = rows.indices[k];
        square += x * x;
      }
      if (!isSound || last >= int64_t(columns) || square != rows.squaredNorms[i]) refuse("a row that is none");
    }
  }

 private:
  int file;
  uint32_t crc, before;
  size_t row = 0;
  Track offsets, squaredNorms, labels, indices, values;

  static uint64_t numberIn(const std::string& header, const std::string& name) {
    const size_t at = header.find('"' + name + "\":");
    if (at == std::string::npos) refuse("a header without a number");
    return std::strtoull(&header[at + name.size() + 3], nullptr, 10);
  }
  void requireChecksum() {
    uint32_t all = before;
    for (Track* each : {&offsets, &squaredNorms, &labels, &indices, &values}) all = crcJoined(all, each->checksum(), each->bytes());
    if (all != crc) refuse("the checksum differs");
  }
};
