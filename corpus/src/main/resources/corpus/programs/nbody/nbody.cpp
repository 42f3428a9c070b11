#include <cmath>
#include <cstdio>
constexpr int N = 128;
static double x[N], y[N], mass[N], ax[N], ay[N];
int main() {
  for (int i = 0; i < N; ++i) {
    x[i] = i % 16;
    y[i] = i / 16;
    mass[i] = 1 + i % 3;
  }
#pragma omp target teams distribute parallel for map(to : x, y, mass) map(tofrom : ax, ay)
  for (int i = 0; i < N; ++i) {
    double sumx = 0, sumy = 0;
    for (int k = 0; k < N; ++k) {
      const double dx = x[k] - x[i], dy = y[k] - y[i];
      const double r2 = dx * dx + dy * dy + 0.25;
      const double f = mass[k] / (r2 * std::sqrt(r2));
      sumx += f * dx;
      sumy += f * dy;
    }
    ax[i] = sumx;
    ay[i] = sumy;
  }
  std::printf("%g %g\n", ax[0], ay[0]);
}
