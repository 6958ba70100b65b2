// 32 step sizes at once, as cells of a study share a pass (src/optimizers/blocks): half of them in each of two threads, their weights
// interleaved, so that a row is read once for all members of a thread.
#pragma once
#include <array>
#include <thread>
#include "losses.h"
#include "rows.h"

constexpr int MEMBERS = 16;
using PerMember = std::array<double, MEMBERS>;

// The losses of members with steps first, 2 first, 4 first … over sqrt(1 + t).
static PerMember interleaved(const Rows& rows, double first) {
  std::vector<double> w(size_t(MEMBERS) * rows.columns);
  PerMember losses{};
  for (size_t i = 0; i < rows.length; i++) {
    const uint32_t start = rows.offsets[i], end = rows.offsets[i + 1];
    const double y = rows.labels[i], square = rows.squaredNorms[i], root = std::sqrt(1 / (2.0 + i));
    PerMember p{}, scales;
    for (uint32_t k = start; k < end; k++) {
      const double x = rows.values[k];
      const double* of = &w[size_t(MEMBERS) * rows.indices[k]];
      for (int m = 0; m < MEMBERS; m++) p[m] += of[m] * x;
    }
    double step = first;
    for (int m = 0; m < MEMBERS; m++, step *= 2) {
      losses[m] += Logistic::value(p[m], y);
      const double q = step * root * square;
      scales[m] = q > 0 ? step * root * (Logistic::flow(p[m], y, q) / q) : 0;
    }
    for (uint32_t k = start; k < end; k++) {
      const double x = rows.values[k];
      double* of = &w[size_t(MEMBERS) * rows.indices[k]];
      for (int m = 0; m < MEMBERS; m++) of[m] += scales[m] * x;
    }
  }
  return losses;
}

// Steps from 2^-12 to 2^19; the sum of losses is that of the step 64.
static double sweep(const Rows& rows) {
  PerMember low, high;
  std::thread other([&] { low = interleaved(rows, 0x1p-12); });
  high = interleaved(rows, 0x1p4);
  other.join();
  return high[2];
}
