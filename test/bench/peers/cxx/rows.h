// Rows in memory, as src/rows/sparse-rows.ts has them, and the loops over one of them.
#pragma once
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <string>
#include <vector>

struct Rows {
  size_t length;
  uint32_t columns;
  const uint32_t *offsets, *indices;
  const float* values;
  const double *squaredNorms, *labels;
};

template <typename T> std::vector<T> read(const std::string& folder, const char* name) {
  std::ifstream file(folder + "/" + name, std::ios::binary | std::ios::ate);
  std::vector<T> numbers(file.tellg() / sizeof(T));
  file.seekg(0);
  file.read(reinterpret_cast<char*>(numbers.data()), numbers.size() * sizeof(T));
  return numbers;
}

// Entry k goes into the sum k mod 4, what is left over into the first, as in the library: additions need not wait for each other.
static double dot(const Rows& rows, size_t i, const std::vector<double>& w) {
  const uint32_t *j = rows.indices, end = rows.offsets[i + 1];
  uint32_t k = rows.offsets[i];
  double sums[4] = {};
  for (; k + 4 <= end; k += 4)
    for (int n = 0; n < 4; n++) sums[n] += w[j[k + n]] * rows.values[k + n];
  for (; k < end; k++) sums[0] += w[j[k]] * rows.values[k];
  return sums[0] + sums[1] + (sums[2] + sums[3]);
}

static void addScaled(const Rows& rows, size_t i, std::vector<double>& w, double scale) {
  for (uint32_t k = rows.offsets[i]; k < rows.offsets[i + 1]; k++) w[rows.indices[k]] += scale * rows.values[k];
}

static void addAlong(const Rows& rows, size_t i, std::vector<double>& w, const std::vector<double>& direction, double scale) {
  const uint32_t start = rows.offsets[i];
  for (uint32_t k = start; k < rows.offsets[i + 1]; k++) w[rows.indices[k]] += scale * direction[k - start];
}
