// Active passes (src/streams/active-learner.ts) with the rule variance-aware, plain and paced to a budget (src/queries/pacer.ts).
#pragma once
#include <array>
#include "optimizers.h"

struct Bought {
  double total;
  double labels;
};

// xoroshiro128+ from the four words of its state, and coins from it (src/numerics/random.ts).
struct Coins {
  uint64_t a, b;

  explicit Coins(const std::vector<uint32_t>& words)
      : a(uint64_t(words[0]) << 32 | words[1]), b(uint64_t(words[2]) << 32 | words[3]) {}
  uint32_t word() {
    const uint32_t out = uint32_t(a + b);
    const uint64_t mixed = a ^ b;
    a = (a << 24 | a >> 40) ^ mixed ^ mixed << 16;
    b = mixed << 37 | mixed >> 27;
    return out;
  }
  double next() {
    const double high = word() & 0x3ffffff, low = word() & 0x7ffffff;
    return high * 0x1p-26 + low * 0x1p-53;
  }
};

struct Situation {
  double time, weightToFlip, errorRate, queries;
};

static double varianceAware(const Situation& situation, double mellowness) {
  const double k = situation.time;
  if (k <= 1) return 1;
  const double gap = situation.weightToFlip / k;
  if (gap == INFINITY) return 0;
  const double b = mellowness * (std::log(k + 1) + 1e-4) / (k + 1e-4);
  const double l = std::fmin(1, situation.errorRate + std::sqrt((1 + 0.5 * std::log(k)) / (situation.queries + 1e-4)));
  const double s = std::sqrt(l) + std::sqrt(l + gap);
  if (gap <= std::sqrt(b) * s + b) return 1;
  const double root = (s + std::sqrt(s * s + 4 * gap)) / (2 * gap);
  return std::fmin(1, b * root * root);
}

// A mellowness that somebody has set.
struct Given {
  double mellowness;
  bool isOver(double) const { return false; }
  double probability(const Situation& situation) { return varianceAware(situation, mellowness); }
};

// One that a budget of an even pace sets, over the last 250 situations.
struct Paced {
  double rows, budget, least;
  double logKnob = std::log(1e-4), knob = std::exp(logKnob), solvedFor = 0;
  size_t seen = 0, solvedAt = 0;
  std::array<Situation, 250> window;

  Paced(double rows, double budget) : rows(rows), budget(budget), least(std::fmin(0.5, std::fmax(0.1, 20 / budget)) * budget / rows) {}
  bool isOver(double bought) const { return bought >= budget; }
  double probability(const Situation& situation) {
    follow(seen, situation.queries);
    window[seen++ % window.size()] = situation;
    if (situation.queries > budget * (situation.time / rows) + std::fmax(3, budget / 20)) return least;
    return atLeast(varianceAware(situation, knob));
  }

 private:
  double atLeast(double p) const { return std::fmax(least, std::fmin(1, p)); }
  double cost(double log) const {
    const double tried = std::exp(log);
    const size_t size = std::min(seen, window.size());
    double sum = 0;
    for (size_t n = 0; n < size; n++) sum += atLeast(varianceAware(window[n], tried));
    return sum / size;
  }
  void follow(size_t t, double bought) {
    if (t == 0) return;
    const double wanted = (budget - bought) * (1 / (rows - t));
    const bool isOld = t - solvedAt >= std::fmax(20, std::fmin(t, rows - t) * (1.0 / 50));
    if (!isOld && std::fabs(wanted - solvedFor) <= 0.05 * solvedFor) return;
    solve(wanted);
    knob = std::exp(logKnob);
    solvedFor = wanted;
    solvedAt = t;
  }
  // False position in the logarithm, from the last root.
  void solve(double wanted) {
    if (!(wanted < (1 - 1e-9) * cost(690))) {
      logKnob = 690;
      return;
    }
    double low = logKnob, atLow = cost(low) - wanted;
    if (std::fabs(atLow) <= 0.005 * wanted) return;
    double high = low, atHigh = atLow;
    for (double step = 0.5; atLow > 0 && low > -690; step *= 2) {
      high = low, atHigh = atLow;
      low = std::fmax(-690, low - step);
      atLow = cost(low) - wanted;
    }
    for (double step = 0.5; atHigh < 0 && high < 690; step *= 2) {
      low = high, atLow = atHigh;
      high = std::fmin(690, high + step);
      atHigh = cost(high) - wanted;
    }
    while (atLow < 0 && atHigh > 0 && high - low > 1e-3) {
      const double middle = low + std::fmin(0.9, std::fmax(0.1, atLow / (atLow - atHigh))) * (high - low);
      const double there = cost(middle) - wanted;
      if (there < 0) low = middle, atLow = there;
      else high = middle, atHigh = there;
      if (std::fabs(there) <= 0.005 * wanted) break;
    }
    logKnob = std::fabs(atLow) < std::fabs(atHigh) ? low : high;
  }
};

template <typename Loss, typename Optimizer, typename Rule> Bought active(const Rows& rows, Optimizer&& optimizer, Rule&& rule, Coins coins) {
  double total = 0, errors = 0, bought = 0;
  for (size_t i = 0; i < rows.length && !rule.isOver(bought); i++) {
    const double y = rows.labels[i], p = optimizer.margin(rows, i);
    const double q = optimizer.sensitivity(rows, i, Optimizer::readsSlope ? Loss::slope(p, p >= 0 ? -1 : 1) : 0);
    const double weight = q > 0 ? Loss::timeToFlip(std::fabs(p)) / q : INFINITY;
    const double probability = rule.probability({double(i), weight, i == 0 ? 0 : errors / i, bought});
    const double coin = coins.next();
    total += Loss::value(p, y);
    if (coin >= probability) continue;
    const double h = 1 / std::fmax(probability, 0x1p-53);
    if ((p >= 0) != (y > 0)) errors += h;
    bought++;
    learn<Loss, Invariant<Loss>>(optimizer, rows, i, y, h, p);
  }
  return {total, bought};
}
