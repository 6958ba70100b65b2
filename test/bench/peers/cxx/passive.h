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

// FTRL-Proximal makes no linear step: weights follow from sums.
static double ftrlProximal(const Rows& rows, double alpha, double l1) {
  std::vector<double> w(rows.columns), z(rows.columns), n(rows.columns);
  double total = 0;
  for (size_t i = 0; i < rows.length; i++) {
    const double y = rows.labels[i], p = dot(rows, i, w), slope = Logistic::slope(p, y);
    total += Logistic::value(p, y);
    for (uint32_t k = rows.offsets[i]; k < rows.offsets[i + 1]; k++) {
      const uint32_t j = rows.indices[k];
      const double gradient = slope * rows.values[k], grown = n[j] + gradient * gradient, root = std::sqrt(grown);
      z[j] += gradient - (root - std::sqrt(n[j])) / alpha * w[j];
      n[j] = grown;
      const double soft = z[j] > l1 ? z[j] - l1 : z[j] < -l1 ? z[j] + l1 : 0;
      w[j] = -soft / ((1 + root) / alpha);
    }
  }
  return total;
}
