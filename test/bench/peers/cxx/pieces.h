// A pass over rows that come piece by piece: two threads take pieces in turn, make them ready side by side and learn them in their order.
#pragma once
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <thread>
#include <unistd.h>
#include "passive.h"

static void refuse(const char* what) {
  std::fprintf(stderr, "%s\n", what);
  std::exit(1);
}

struct Piece {
  std::string text;
  std::vector<uint32_t> offsets, indices;
  std::vector<float> values;
  std::vector<double> squaredNorms, labels;
  Rows rows;

  void settle(uint32_t columns) {
    rows = {labels.size(), columns, offsets.data(), indices.data(), values.data(), squaredNorms.data(), labels.data()};
  }
};

// The mean loss; the weights are written beside it. A source has columns, `take`, false behind the last piece, and `prepare`.
template <typename Source> double learnPieces(Source&& source, const char* model) {
  GradientDescent optimizer(source.columns, 64);
  std::mutex taking, learning;
  std::condition_variable turn;
  size_t taken = 0, learned = 0, rows = 0;
  double total = 0;
  const auto work = [&] {
    for (Piece piece;;) {
      std::unique_lock lock(taking);
      if (!source.take(piece)) return;
      const size_t mine = taken++;
      lock.unlock();
      source.prepare(piece);
      lock = std::unique_lock(learning);
      turn.wait(lock, [&] { return learned == mine; });
      total += passive<Logistic, Invariant<Logistic>>(piece.rows, optimizer);
      rows += piece.rows.length;
      learned++;
      turn.notify_all();
    }
  };
  std::thread other(work);
  work();
  other.join();
  std::ofstream(model, std::ios::binary).write(reinterpret_cast<const char*>(optimizer.w.data()), 8 * optimizer.w.size());
  return total / rows;
}
