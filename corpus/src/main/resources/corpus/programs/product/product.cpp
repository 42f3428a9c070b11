#include <cstdio>
constexpr int N = 32;
static double a[N * N], b[N * N], c[N * N];
int main() {
  for (int i = 0; i < N * N; ++i) {
    a[i] = i;
    b[i] = 1;
  }
#pragma omp target teams distribute parallel for map(to : a, b) map(tofrom : c)
  for (int i = 0; i < N * N; ++i) {
    double sum = a[i / N * N] * b[i % N];
    for (int k = 1; k < N; ++k)
      sum += a[i / N * N + k] * b[k * N + i % N];
    c[i] = sum;
  }
  std::printf("%g\n", c[0]);
}
