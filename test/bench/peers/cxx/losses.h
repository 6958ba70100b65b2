// Losses and updates with the formulas of src/losses and src/updates.
#pragma once
#include <cmath>

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
  // Time of the flow from this distance to the threshold.
  static double timeToFlip(double distance) { return distance == 0 ? 0 : distance - std::expm1(-distance); }
};

struct Hinge {
  static double value(double p, double y) { return std::fmax(0, 1 - y * p); }
  static double slope(double p, double y) { return y * p < 1 ? -y : 0; }
  static double flow(double p, double y, double tau) { return y * std::fmin(tau, value(p, y)); }
  static double timeToFlip(double distance) { return distance; }
};

template <typename Loss> struct Invariant {
  static double move(double p, double y, double tau) { return Loss::flow(p, y, tau); }
};
template <typename Loss> struct Naive {
  static double move(double p, double y, double tau) { return -tau * Loss::slope(p, y); }
};
