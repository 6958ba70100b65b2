// Optimizers with the formulas of src/optimizers, each a struct of functions that the compiler fuses into the loop over the rows.
#pragma once
#include "losses.h"
#include "rows.h"

struct GradientDescent {
  static constexpr bool readsSlope = false;
  std::vector<double> w;
  double eta0, eta = 0, mass = 0;

  GradientDescent(uint32_t columns, double eta0) : w(columns), eta0(eta0) {}
  bool admit(const Rows&, size_t) { return false; }
  double margin(const Rows& rows, size_t i) const { return dot(rows, i, w); }
  double sensitivity(const Rows& rows, size_t i, double) const { return stepAt(mass + 1) * rows.squaredNorms[i]; }
  double prepare(const Rows& rows, size_t i, double h, double) {
    mass += h;
    eta = stepAt(mass);
    return eta * rows.squaredNorms[i];
  }
  void push(const Rows& rows, size_t i, double u) {
    if (u != 0) addScaled(rows, i, w, eta * u);
  }
  double stepAt(double t) const { return eta0 * std::sqrt(1 / (1 + t)); }
};

struct AdaGrad {
  static constexpr bool readsSlope = true;
  std::vector<double> w, g, direction;
  double eta0;

  AdaGrad(uint32_t columns, double eta0) : w(columns), g(columns), direction(columns), eta0(eta0) {}
  bool admit(const Rows&, size_t) { return false; }
  double margin(const Rows& rows, size_t i) const { return dot(rows, i, w); }
  double prepare(const Rows& rows, size_t i, double h, double slope) {
    const uint32_t start = rows.offsets[i];
    double sum = 0;
    for (uint32_t k = start; k < rows.offsets[i + 1]; k++) {
      const uint32_t j = rows.indices[k];
      const double x = rows.values[k], gradient = slope * x, grown = g[j] + h * (gradient * gradient);
      const double rate = grown == 0 ? 0 : x / std::sqrt(grown);
      g[j] = grown;
      direction[k - start] = rate;
      sum += x * rate;
    }
    return eta0 * sum;
  }
  void push(const Rows& rows, size_t i, double u) {
    if (u != 0) addAlong(rows, i, w, direction, eta0 * u);
  }
};

struct NormalizedAdaptive {
  static constexpr bool readsSlope = true;
  std::vector<double> w, g, s, direction;
  double eta0, eta = 0, mass = 0, squares = 0;

  NormalizedAdaptive(uint32_t columns, double eta0) : w(columns), g(columns), s(columns), direction(columns), eta0(eta0) {}
  bool admit(const Rows& rows, size_t i) {
    bool grew = false;
    for (uint32_t k = rows.offsets[i]; k < rows.offsets[i + 1]; k++) {
      const uint32_t j = rows.indices[k];
      const double size = std::fabs(rows.values[k]);
      if (size > s[j]) {
        w[j] *= s[j] / size;
        s[j] = size;
        grew = true;
      }
    }
    return grew;
  }
  double margin(const Rows& rows, size_t i) const { return dot(rows, i, w); }
  double sensitivity(const Rows& rows, size_t i, double slope) const {
    double sum = 0, length = 0;
    for (uint32_t k = rows.offsets[i]; k < rows.offsets[i + 1]; k++) {
      const uint32_t j = rows.indices[k];
      const double x = rows.values[k], scale = std::fmax(s[j], std::fabs(x)), gradient = slope * x;
      const double grown = g[j] + gradient * gradient, share = x / scale;
      sum += x * (grown == 0 ? 0 : x / std::sqrt(grown) / scale);
      length += share * share;
    }
    return stepAt(mass + 1, squares + length) * sum;
  }
  double prepare(const Rows& rows, size_t i, double h, double slope) {
    const uint32_t start = rows.offsets[i];
    double sum = 0, length = 0;
    for (uint32_t k = start; k < rows.offsets[i + 1]; k++) {
      const uint32_t j = rows.indices[k];
      const double x = rows.values[k], gradient = slope * x, grown = g[j] + h * (gradient * gradient), share = x / s[j];
      const double rate = grown == 0 ? 0 : x / std::sqrt(grown) / s[j];
      g[j] = grown;
      direction[k - start] = rate;
      sum += x * rate;
      length += share * share;
    }
    mass += h;
    squares += h * length;
    eta = stepAt(mass, squares);
    return eta * sum;
  }
  void push(const Rows& rows, size_t i, double u) {
    if (u != 0) addAlong(rows, i, w, direction, eta * u);
  }
  double stepAt(double t, double n) const { return n == 0 ? 0 : eta0 * std::sqrt(t / n); }
};

// Learns row i, whose margin was p before the optimizer met the row, with importance h.
template <typename Loss, typename Update, typename Optimizer>
void learn(Optimizer& optimizer, const Rows& rows, size_t i, double y, double h, double margin) {
  const double p = optimizer.admit(rows, i) ? optimizer.margin(rows, i) : margin;
  const double q = optimizer.prepare(rows, i, h, Optimizer::readsSlope ? Loss::slope(p, y) : 0);
  if (q > 0) optimizer.push(rows, i, Update::move(p, y, h * q) / q);
}
