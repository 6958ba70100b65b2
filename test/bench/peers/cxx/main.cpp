// What the arithmetic of the library's own passes costs in loops that g++ -O3 compiles, fused for loss, update and optimizer. Formulas
// and order of additions are those of src/losses, src/optimizers, src/queries and src/streams.
//
//   passes FOLDER PASS        one pass over rows in memory: prints seconds on the clock, seconds of the processor, the progressive loss
//                             and the share of labels bought of the second of two
//   passes cache FILE MODEL   a .iwal file to weights; the process as a whole is measured from outside
//   passes text MODEL         the same of lines of text from the standard input
//
// FOLDER holds the arrays of the rows as they lie in memory: offsets, indices (uint32), values (float32), labels, squaredNorms (float64);
// and coins (uint32), the four words of the generator that tosses them.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <map>
#include "active.h"
#include "cache.h"
#include "sweep.h"
#include "text.h"

using Pass = std::function<Bought(const Rows&, const Coins&)>;

static Bought all(double total) { return {total, INFINITY}; }

static const std::map<std::string, Pass> passes = {
    {"logistic, invariant",
     [](auto& rows, auto&) { return all(passive<Logistic, Invariant<Logistic>>(rows, GradientDescent(rows.columns, 64))); }},
    {"logistic, naive", [](auto& rows, auto&) { return all(passive<Logistic, Naive<Logistic>>(rows, GradientDescent(rows.columns, 64))); }},
    {"hinge", [](auto& rows, auto&) { return all(passive<Hinge, Invariant<Hinge>>(rows, GradientDescent(rows.columns, 16))); }},
    {"normalized-adaptive",
     [](auto& rows, auto&) { return all(passive<Logistic, Invariant<Logistic>>(rows, NormalizedAdaptive(rows.columns, 2))); }},
    {"ada-grad", [](auto& rows, auto&) { return all(passive<Logistic, Invariant<Logistic>>(rows, AdaGrad(rows.columns, 1))); }},
    {"ftrl-proximal, l1 = 1", [](auto& rows, auto&) { return all(ftrlProximal(rows, 1, 1)); }},
    {"logistic, active",
     [](auto& rows, auto& coins) { return active<Logistic>(rows, GradientDescent(rows.columns, 64), Given{1e-5}, coins); }},
    {"hinge, active", [](auto& rows, auto& coins) { return active<Hinge>(rows, GradientDescent(rows.columns, 16), Given{1e-6}, coins); }},
    {"normalized-adaptive, paced",
     [](auto& rows, auto& coins) {
       return active<Logistic>(rows, NormalizedAdaptive(rows.columns, 2), Paced(rows.length, rows.length / 10), coins);
     }},
    {"32 step sizes", [](auto& rows, auto&) { return all(sweep(rows)); }},
};

int main(int, char** arguments) {
  const std::string folder = arguments[1], name = arguments[2];
  if (folder == "cache" || folder == "text") {
    std::printf("{\"loss\": %.17g}\n", folder == "text" ? learnPieces(Text(), arguments[2]) : learnPieces(Cache(arguments[2]), arguments[3]));
    return 0;
  }
  const auto offsets = read<uint32_t>(folder, "offsets"), indices = read<uint32_t>(folder, "indices");
  const auto values = read<float>(folder, "values");
  const auto squaredNorms = read<double>(folder, "squaredNorms"), labels = read<double>(folder, "labels");
  const Coins coins(read<uint32_t>(folder, "coins"));
  uint32_t columns = 0;
  for (uint32_t j : indices) columns = j >= columns ? j + 1 : columns;
  const Rows rows{labels.size(), columns, offsets.data(), indices.data(), values.data(), squaredNorms.data(), labels.data()};
  const Pass& pass = passes.at(name);
  pass(rows, coins);
  const auto start = std::chrono::steady_clock::now();
  const clock_t before = std::clock();
  const auto [total, bought] = pass(rows, coins);
  const double processor = double(std::clock() - before) / CLOCKS_PER_SEC;
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  std::printf("{\"seconds\": %.6f, \"processor\": %.6f, \"loss\": %.17g", seconds, processor, total / rows.length);
  if (bought < rows.length) std::printf(", \"bought\": %.17g", bought / rows.length);
  std::printf("}\n");
}
