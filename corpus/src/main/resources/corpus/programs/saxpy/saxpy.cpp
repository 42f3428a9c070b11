#include <cstdio>
constexpr int N = 2000;
static float x[N], y[N], a[1];
int main() {
  for (int i = 0; i < N; ++i) {
    x[i] = i;
    y[i] = 1;
  }
  a[0] = 2;
#pragma omp target teams distribute parallel for map(to : x, a) map(tofrom : y)
  for (int i = 0; i < N; ++i)
    y[i] = a[0] * x[i] + y[i];
  std::printf("%g\n", y[N - 1]);
}
