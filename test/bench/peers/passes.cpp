// One pass over rows in memory, fused for its loss, update and optimizer: what the arithmetic of the library's own passes costs in a
// loop that g++ -O3 compiles. Formulas and order of additions are those of src/losses and src/optimizers.
//
//   passes FOLDER PASS   prints seconds on the clock, seconds of the processor and the progressive loss of the second of two passes
//
// FOLDER holds the arrays of the rows as they lie in memory: offsets, indices (uint32), values (float32), labels, squaredNorms (float64).
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <string>
#include <vector>

template <typename T> std::vector<T> read(const std::string& folder, const char* name) {
  std::ifstream file(folder + "/" + name, std::ios::binary | std::ios::ate);
  std::vector<T> numbers(file.tellg() / sizeof(T));
  file.seekg(0);
  file.read(reinterpret_cast<char*>(numbers.data()), numbers.size() * sizeof(T));
  return numbers;
}

struct Rows {
  std::vector<uint32_t> offsets, indices;
  std::vector<float> values;
  std::vector<double> labels, squaredNorms;
  uint32_t columns = 0;
};

struct Logistic {
  static double value(double p, double y) {
    const double x = -y * p;
    return std::fmax(x, 0) + std::log1p(std::exp(-std::fabs(x)));
  }
  static double slope(double p, double y) {
    const double x = -y * p, e = std::exp(-std::fabs(x));
    return -y * (x < 0 ? e / (1 + e) : 1 / (1 + e));
  }
  static double flow(double p, double y, double tau) {
    const double u = y * p;
    if (u + tau < -36) return y * tau;
    const double e = std::exp(-std::fabs(u)), a = u > 0 ? e : 1, b = u > 0 ? 1 : e, c = a * tau, x = c / (a + b);
    double d = x / (0.5 + std::sqrt(0.25 + 0.5 * b / (a + b) * x));
    if (d >= 0.5) d = std::fmin(d, std::log1p(c / b));
    for (;;) {
      const double rise = b * std::expm1(d), slope = a + b + rise, bend = (b + rise) / slope;
      const double newton = (a * d + rise - c) / slope, half = bend * newton;
      const double step = newton * (1 - 0.5 * half) / (1 - half + bend * newton * newton / 6);
      d -= step;
      if (!(step * step * step * step > 1e-16 * d)) return y * d;
    }
  }
};

struct Hinge {
  static double value(double p, double y) { return std::fmax(0, 1 - y * p); }
  static double slope(double p, double y) { return y * p < 1 ? -y : 0; }
  static double flow(double p, double y, double tau) { return y * std::fmin(tau, value(p, y)); }
};

template <typename Loss> struct Invariant {
  static double move(double p, double y, double tau, double) { return Loss::flow(p, y, tau); }
};
template <typename Loss> struct Naive {
  static double move(double, double, double tau, double slope) { return -tau * slope; }
};

static double dot(const Rows& rows, size_t i, const std::vector<double>& w) {
  double sum = 0;
  for (uint32_t k = rows.offsets[i]; k < rows.offsets[i + 1]; k++) sum += w[rows.indices[k]] * rows.values[k];
  return sum;
}

template <typename Loss, typename Update> double gradientDescent(const Rows& rows, double eta0) {
  std::vector<double> w(rows.columns);
  double total = 0;
  for (size_t i = 0; i < rows.labels.size(); i++) {
    const double y = rows.labels[i], p = dot(rows, i, w), length = rows.squaredNorms[i];
    total += Loss::value(p, y);
    const double move = Update::move(p, y, eta0 * std::sqrt(1.0 / (2 + i)) * length, Loss::slope(p, y));
    if (move == 0) continue;
    const double scale = move / length;
    for (uint32_t k = rows.offsets[i]; k < rows.offsets[i + 1]; k++) w[rows.indices[k]] += scale * rows.values[k];
  }
  return total;
}

static void along(const Rows& rows, size_t i, std::vector<double>& w, const std::vector<double>& direction, double scale) {
  const uint32_t start = rows.offsets[i];
  for (uint32_t k = start; k < rows.offsets[i + 1]; k++) w[rows.indices[k]] += scale * direction[k - start];
}

static double adaGrad(const Rows& rows, double eta0) {
  std::vector<double> w(rows.columns), g(rows.columns), direction(1 << 16);
  double total = 0;
  for (size_t i = 0; i < rows.labels.size(); i++) {
    const double y = rows.labels[i], p = dot(rows, i, w), slope = Logistic::slope(p, y);
    total += Logistic::value(p, y);
    const uint32_t start = rows.offsets[i];
    double sum = 0;
    for (uint32_t k = start; k < rows.offsets[i + 1]; k++) {
      const double x = rows.values[k], gradient = slope * x, grown = g[rows.indices[k]] + gradient * gradient;
      const double rate = grown == 0 ? 0 : x / std::sqrt(grown);
      g[rows.indices[k]] = grown;
      direction[k - start] = rate;
      sum += x * rate;
    }
    if (sum > 0) along(rows, i, w, direction, Logistic::flow(p, y, eta0 * sum) / sum);
  }
  return total;
}

static double normalizedAdaptive(const Rows& rows, double eta0) {
  std::vector<double> w(rows.columns), g(rows.columns), s(rows.columns), direction(1 << 16);
  double total = 0, squares = 0;
  for (size_t i = 0; i < rows.labels.size(); i++) {
    const uint32_t start = rows.offsets[i], end = rows.offsets[i + 1];
    for (uint32_t k = start; k < end; k++) {
      const uint32_t j = rows.indices[k];
      const double size = std::fabs(rows.values[k]);
      if (size > s[j]) {
        w[j] *= s[j] / size;
        s[j] = size;
      }
    }
    const double y = rows.labels[i], p = dot(rows, i, w), slope = Logistic::slope(p, y);
    total += Logistic::value(p, y);
    double sum = 0;
    for (uint32_t k = start; k < end; k++) {
      const uint32_t j = rows.indices[k];
      const double x = rows.values[k], gradient = slope * x, grown = g[j] + gradient * gradient, share = x / s[j];
      const double rate = grown == 0 ? 0 : x / std::sqrt(grown) / s[j];
      g[j] = grown;
      direction[k - start] = rate;
      sum += x * rate;
      squares += share * share;
    }
    if (sum > 0) along(rows, i, w, direction, Logistic::flow(p, y, eta0 * std::sqrt((i + 1) / squares) * sum) / sum);
  }
  return total;
}

static double ftrlProximal(const Rows& rows, double alpha, double l1) {
  std::vector<double> w(rows.columns), z(rows.columns), n(rows.columns);
  double total = 0;
  for (size_t i = 0; i < rows.labels.size(); i++) {
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

static double pass(const Rows& rows, const std::string& name) {
  if (name == "logistic, invariant") return gradientDescent<Logistic, Invariant<Logistic>>(rows, 64);
  if (name == "logistic, naive") return gradientDescent<Logistic, Naive<Logistic>>(rows, 64);
  if (name == "hinge") return gradientDescent<Hinge, Invariant<Hinge>>(rows, 16);
  if (name == "normalized-adaptive") return normalizedAdaptive(rows, 2);
  if (name == "ada-grad") return adaGrad(rows, 1);
  if (name == "ftrl-proximal, l1 = 1") return ftrlProximal(rows, 1, 1);
  std::fprintf(stderr, "no pass '%s'\n", name.c_str());
  std::exit(2);
}

int main(int, char** arguments) {
  const std::string folder = arguments[1], name = arguments[2];
  Rows rows{read<uint32_t>(folder, "offsets"), read<uint32_t>(folder, "indices"), read<float>(folder, "values"),
            read<double>(folder, "labels"), read<double>(folder, "squaredNorms")};
  for (uint32_t j : rows.indices) rows.columns = j >= rows.columns ? j + 1 : rows.columns;
  pass(rows, name);
  const auto start = std::chrono::steady_clock::now();
  const clock_t before = std::clock();
  const double total = pass(rows, name);
  const double processor = double(std::clock() - before) / CLOCKS_PER_SEC;
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  std::printf("{\"seconds\": %.6f, \"processor\": %.6f, \"loss\": %.17g}\n", seconds, processor, total / rows.labels.size());
}
