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

// g and s of a feature lie side by side, so that a row meets one line of the cache for both, w alone, as the margin reads it; roots and
// quotients are taken over a row's numbers, as many at a time as a register holds. (AdaGrad, with one number of each, is slower so.)
struct NormalizedAdaptive {
  static constexpr bool readsSlope = true;
  struct Feature {
    double g, s;
  };
  std::vector<Feature> features;
  std::vector<double> w, rates, sizes;
  double eta0, eta = 0, mass = 0, squares = 0;

  NormalizedAdaptive(uint32_t columns, double eta0) : features(columns), w(columns), rates(columns), sizes(columns), eta0(eta0) {}
  bool admit(const Rows& rows, size_t i) {
    bool grew = false;
    for (uint32_t k = rows.offsets[i]; k < rows.offsets[i + 1]; k++) {
      Feature& feature = features[rows.indices[k]];
      const double size = std::fabs(rows.values[k]);
      if (size > feature.s) {
        w[rows.indices[k]] *= feature.s / size;
        feature.s = size;
        grew = true;
      }
    }
    return grew;
  }
  double margin(const Rows& rows, size_t i) const { return dot(rows, i, w); }
  double sensitivity(const Rows& rows, size_t i, double slope) {
    const auto [sum, length] = ratesOf(rows, i, slope, [](const Feature& feature, double square, double size) {
      return Feature{feature.g + square, std::fmax(feature.s, size)};
    });
    return stepAt(mass + 1, squares + length) * sum;
  }
  double prepare(const Rows& rows, size_t i, double h, double slope) {
    const auto [sum, length] = ratesOf(rows, i, slope, [h](Feature& feature, double square, double) {
      feature.g += h * square;
      return feature;
    });
    mass += h;
    squares += h * length;
    eta = stepAt(mass, squares);
    return eta * sum;
  }
  void push(const Rows& rows, size_t i, double u) {
    if (u != 0) addAlong(rows, i, w, rates, eta * u);
  }
  double stepAt(double t, double n) const { return n == 0 ? 0 : eta0 * std::sqrt(t / n); }

 private:
  // The sums of x rate and of (x / s)^2; `of` is what a feature comes to.
  template <typename Of> std::pair<double, double> ratesOf(const Rows& rows, size_t i, double slope, Of of) {
    const uint32_t start = rows.offsets[i], entries = rows.offsets[i + 1] - start;
    const float* x = rows.values + start;
    for (uint32_t k = 0; k < entries; k++) {
      const double gradient = slope * x[k];
      const Feature grown = of(features[rows.indices[start + k]], gradient * gradient, std::fabs(x[k]));
      rates[k] = grown.g;
      sizes[k] = grown.s;
    }
    double sum = 0, length = 0, *rate = rates.data(), *size = sizes.data();
#pragma omp simd reduction(+ : sum, length)
    for (uint32_t k = 0; k < entries; k++) {
      const double share = x[k] / size[k];
      rate[k] = rate[k] == 0 ? 0 : share / std::sqrt(rate[k]);
      sum += x[k] * rate[k];
      length += share * share;
    }
    return {sum, length};
  }
};

// Learns row i, whose margin was p before the optimizer met the row, with importance h.
template <typename Loss, typename Update, typename Optimizer>
void learn(Optimizer& optimizer, const Rows& rows, size_t i, double y, double h, double margin) {
  const double p = optimizer.admit(rows, i) ? optimizer.margin(rows, i) : margin;
  const double q = optimizer.prepare(rows, i, h, Optimizer::readsSlope ? Loss::slope(p, y) : 0);
  if (q > 0) optimizer.push(rows, i, Update::move(p, y, h * q) / q);
}
