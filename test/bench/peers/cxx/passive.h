// Passive passes (src/streams/passes/passive-learn.ts): every row predicted, scored and learned. Each returns the sum of its losses.
#pragma once
#include "optimizers.h"

template <typename Loss, typename Update, typename Optimizer> double passive(const Rows& rows, Optimizer&& optimizer) {
  double total = 0;
  for (size_t i = 0; i < rows.length; i++) {
    const double y = rows.labels[i], p = optimizer.margin(rows, i);
    total += Loss::value(p, y);
    learn<Loss, Update>(optimizer, rows, i, y, 1, p);
  }
  return total;
}

// FTRL-Proximal makes no linear step: weights follow from sums. Those of a feature lie side by side, and no branch stands in the way of
// taking several roots at a time.
static double ftrlProximal(const Rows& rows, double alpha, double l1) {
  struct Sums {
    double z, n;
  };
  std::vector<double> w(rows.columns);
  std::vector<Sums> sums(rows.columns);
  double total = 0;
  for (size_t i = 0; i < rows.length; i++) {
    const double y = rows.labels[i], p = dot(rows, i, w), slope = Logistic::slope(p, y);
    total += Logistic::value(p, y);
    for (uint32_t k = rows.offsets[i]; k < rows.offsets[i + 1]; k++) {
      const uint32_t j = rows.indices[k];
      const double gradient = slope * rows.values[k], grown = sums[j].n + gradient * gradient, root = std::sqrt(grown);
      const double z = sums[j].z + gradient - (root - std::sqrt(sums[j].n)) / alpha * w[j];
      sums[j] = {z, grown};
      w[j] = (std::fmin(l1, std::fmax(-l1, z)) - z) / ((1 + root) / alpha);
    }
  }
  return total;
}
