// Pieces of text from the standard input: lines of a label and index:value pairs, as svmlight has them, and Vowpal Wabbit's text with
// features that are numbers, whose bars are skipped.
#pragma once
#include <charconv>
#include "pieces.h"

// A number as the library reads it: digits over a power of ten, rounded once where both are exact, and else by from_chars.
static double number(const char*& at, const char* end) {
  static constexpr double powers[] = {1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18};
  const char* start = at += *at == '+';
  const bool isNegative = *at == '-';
  at += isNegative;
  const char* first = at;
  uint64_t digits = 0;
  for (; *at >= '0' && *at <= '9'; at++) digits = 10 * digits + (*at - '0');
  const char* point = at;
  if (*at == '.')
    for (at++; *at >= '0' && *at <= '9'; at++) digits = 10 * digits + (*at - '0');
  const size_t scale = at > point ? at - point - 1 : 0;
  if (at - first < 19 && digits <= 1ull << 53 && *at != 'e' && *at != 'E') return (isNegative ? -1.0 : 1.0) * digits / powers[scale];
  double value;
  at = std::from_chars(start, end, value).ptr;
  return value;
}

struct Text {
  uint32_t columns = 1 << 18;
  std::string rest;

  // Whole lines.
  bool take(Piece& piece) {
    std::string& text = piece.text.assign(rest);
    size_t size = text.size();
    text.resize(size + (1 << 20));
    for (ssize_t got = 1; got > 0 && size < text.size(); size += got) got = read(0, &text[size], text.size() - size);
    text.resize(size);
    rest = text.substr(text.rfind('\n') + 1);
    text.resize(size - rest.size());
    if (text.empty() && !rest.empty()) refuse("a line without an end");
    return !text.empty();
  }

  void prepare(Piece& piece) const {
    const char *at = piece.text.data(), *end = at + piece.text.size();
    piece.offsets.assign(1, 0);
    piece.squaredNorms.clear();
    piece.labels.clear();
    piece.indices.resize(piece.text.size() / 4 + 1);
    piece.values.resize(piece.indices.size());
    uint32_t entries = 0;
    for (; at < end; at++) {
      piece.labels.push_back(number(at, end));
      double square = 0;
      for (;;) {
        while (*at == ' ' || *at == '|') at++;
        if (*at == '\n') break;
        uint32_t index = 0;
        for (; *at >= '0' && *at <= '9'; at++) index = 10 * index + (*at - '0');
        if (*at++ != ':' || index >= columns) refuse("a feature that is none");
        const float value = number(at, end);
        if (value == 0) continue;
        square += double(value) * value;
        piece.indices[entries] = index;
        piece.values[entries++] = value;
      }
      piece.squaredNorms.push_back(square);
      piece.offsets.push_back(entries);
    }
    piece.settle(columns);
  }
};
